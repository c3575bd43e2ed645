import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Channel } from '../domain/evaluation.ts';
import type { Answered, EvaluateJob } from '../domain/lane.ts';
import type { SideBySideAnswer } from '../domain/question.ts';
import type { Mount } from '../domain/workspace.ts';
import {
  type HeldOutSite,
  measureHeldOut,
  type Plan,
  prepareSite,
  type Sample,
  type Staged,
} from '../evaluation/evaluation.ts';
import { Pool } from '../lib/pool.ts';
import { createCheckout, type HeldOut, hide } from '../workspace/workspace.ts';
import type { LocalOptions } from './local.ts';

/** The held-out command, and what it alone gets. */
export interface HeldOutOptions extends HeldOut {
  readonly command: string;
  /** The folder of its logs: they may tell of the inputs, so it is hidden from everybody else, too. */
  readonly logs: string;
}

/** Where the held-out command runs. */
export interface HeldOutLane extends AsyncDisposable {
  answer(job: EvaluateJob, repeats: number, signal: AbortSignal): Promise<Answered>;
}

/** What keeps everybody but the held-out command from its inputs and logs. Without effect where nothing can be mounted. */
export function hiding({ holdout, folder, bind }: Pick<LocalOptions, 'holdout' | 'folder' | 'bind'>): readonly Mount[] {
  if (holdout === undefined || !bind) return [];
  mkdirSync(holdout.logs, { recursive: true });
  return hide([...holdout.sources, holdout.logs], join(folder, 'hidden'));
}

/** A checkout that has the held-out inputs, made when it is first needed; where they had to be copied it goes at once. */
export function heldOutLane(options: LocalOptions, holdout: HeldOutOptions, emptied: () => void): HeldOutLane {
  const { channel: _of, checkpoints: _kept, ...plan } = options.plan;
  const held: Plan = {
    ...plan,
    fitness: holdout.command,
    artifacts: ({ candidate }) => join(holdout.logs, candidate.id),
  };
  const turn = new Pool(1, async () => undefined);
  let site: HeldOutSite | undefined;
  let channel: Channel | undefined;

  async function close(): Promise<void> {
    const { checkout } = site?.open ?? {};
    site = undefined;
    await checkout?.[Symbol.asyncDispose]();
  }

  async function once(job: EvaluateJob, signal: AbortSignal): Promise<Staged<Sample>> {
    emptied();
    site ??= await openHeldOut(options, holdout, held, signal);
    const sample = await measureHeldOut(site, channel === undefined ? held : { ...held, channel }, job, signal);
    if (sample.ok) channel ??= sample.value.channel;
    return sample;
  }

  async function sampled(job: EvaluateJob, repeats: number, signal: AbortSignal): Promise<Answered> {
    // How the command reports is learnt from the seed: a candidate has no say in it.
    const { id } = job.candidate;
    if (channel === undefined && id !== options.seed.id) {
      const seed = await once({ candidate: options.seed, attempt: 1 }, signal);
      if (!seed.ok) return { kind: 'broken', reason: `the seed's held-out score: ${seed.result.reason}` };
    }
    const samples: number[] = [];
    while (samples.length < repeats) {
      const sample = await once(job, signal);
      if (!sample.ok && sample.result.verdict === 'broken') return { kind: 'broken', reason: sample.result.reason };
      if (!sample.ok) return answered({ samples: [[]], failed: `${id}: ${sample.result.reason}` });
      samples.push(sample.value.score);
    }
    return answered({ samples: [samples] });
  }

  return {
    answer: (job, repeats, signal) =>
      turn.use(signal, async () => {
        try {
          return await sampled(job, repeats, signal);
        } finally {
          if (!options.bind) await close();
        }
      }),
    [Symbol.asyncDispose]: close,
  };
}

async function openHeldOut(
  options: LocalOptions,
  { inputs, sources }: HeldOutOptions,
  plan: Plan,
  signal: AbortSignal,
): Promise<HeldOutSite> {
  const { repository, scope, bind, seed, prepare } = options;
  const folder = join(options.folder, 'holdout');
  const checkout = await createCheckout(repository, folder, { base: seed, scope, inputs, bind });
  const isHeld = ({ from }: Mount): boolean => sources.some((path) => from === path || from.startsWith(`${path}/`));
  const hidden = hiding(options);
  const blinded = {
    ...checkout,
    get binds() {
      return [...hidden, ...checkout.binds.filter((bound) => !isHeld(bound))];
    },
  };
  const temp = join(folder, 'temp');
  const site = { open: { checkout, temp }, blind: { checkout: blinded, temp } };
  const failure = prepare === undefined ? undefined : await prepareSite(site.blind, plan, seed, prepare, signal);
  if (failure === undefined) return site;
  await checkout[Symbol.asyncDispose]();
  throw new Error(failure);
}

const answered = (answer: SideBySideAnswer): Answered => ({ kind: 'answered', answer });
