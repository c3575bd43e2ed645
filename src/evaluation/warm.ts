import { mkdirSync, renameSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { EvaluateJob } from '../domain/lane.ts';
import { redactFiles } from '../lib/redact-files.ts';
import {
  type Checkout,
  capture,
  type Ended,
  remove,
  type Served,
  serveTree,
  type Veiled,
} from '../workspace/workspace.ts';
import { type CommandRun, fill, prefixed, tamperedFailure } from './command.ts';
import { environment } from './environment.ts';
import { boxOf, reachOf } from './level.ts';
import { removeIfEmpty, type Scratch, scratch } from './scratch.ts';
import { type Heard, outcome, question, type WarmPlan } from './warm-question.ts';

const LOG_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 256 * 1024;
/** Beyond this a server has grown: twice what it held after its first answer, and room for one that was small. */
const GROWTH = 2;
const GROWTH_MB = 256;

interface Asked extends CommandRun {
  /** The server ended before it answered. */
  readonly died: boolean;
  /** It opened protected files for writing, which are read-only now. */
  readonly opened?: boolean;
}

/**
 * The fitness command of one lane as a server in its sealed checkout: started when it is first needed, asked one line
 * per candidate, and started anew when it died, hung, grew, left processes behind or has been used often enough.
 * Contract: one question at a time. Between questions the server is taken to leave the checkout alone; whatever it does
 * there is undone after the next one, as for every command.
 */
export class WarmServer implements AsyncDisposable {
  readonly #checkout: Checkout;
  readonly #folder: string;
  #served: Served | undefined;
  #uses = 0;
  #limitMb = 0;
  #cores: readonly number[] | undefined;
  /** How often one was started, for whoever wants to know. */
  started = 0;

  /** `folder` is what it may write to beside the checkout. */
  constructor(checkout: Checkout, folder: string) {
    this.#checkout = checkout;
    this.#folder = folder;
  }

  /** A cold question gets a server of its own. One that dies after others have used it may do so for their sake: a fresh one is asked. */
  async ask(plan: WarmPlan, job: EvaluateJob, signal: AbortSignal, cores?: readonly number[]): Promise<CommandRun> {
    // Another slot has other cores.
    if (job.cold || String(cores) !== String(this.#cores)) await this.end();
    this.#cores = cores;
    const used = this.#served !== undefined;
    const first = await this.#ask(plan, job, signal);
    const again = first.opened || (used && first.died);
    const { died: _, opened: __, ...run } = again ? await this.#ask(plan, job, signal) : first;
    return run;
  }

  async #ask(plan: WarmPlan, job: EvaluateJob, signal: AbortSignal): Promise<Asked> {
    const artifacts = plan.artifacts(job);
    mkdirSync(artifacts, { recursive: true });
    const folders = scratch(this.#folder);
    const log = capture(join(artifacts, 'benchmark.log'), LOG_BYTES, TAIL_BYTES, plan.secrets);
    const from = performance.now();
    // What serves one candidate alone need not see the checkout change beneath it.
    const veiled = job.cold && plan.sandbox?.mode !== 'off' ? await this.#checkout.veil() : undefined;
    if (veiled === undefined) this.#checkout.lend();
    const ran = (ended: Ended) => ({ ended, ms: performance.now() - from, ...log.finish() });
    const served = this.#served ?? (await this.#start(plan, folders, veiled));
    if ('reason' in served) {
      const ended = { kind: 'failed-to-start', reason: served.reason } as const;
      return { ran: ran(ended), broken: served.reason, died: false };
    }
    const heard = await question(served, plan, job, { root: this.#checkout.root, ...folders }, log, signal);
    const run = ran(heard.kind === 'ended' ? heard.ended : { kind: 'exited', code: 0 });
    if (job.cold || !this.#isFit(served, plan, heard)) await this.end();
    redactFiles(folders.traces, plan.secrets ?? []);
    keepTraces(folders.traces, join(artifacts, 'traces'));
    if (heard.kind === 'aborted') throw signal.reason;
    const { tampered, opened } =
      veiled === undefined ? { tampered: await this.#checkout.reset(), opened: [] } : await this.#checkout.lift();
    const touched = tamperedFailure([...tampered, ...opened]);
    if (touched !== undefined) {
      await this.end();
      return { ran: run, failure: touched, died: false, opened: opened.length > 0 };
    }
    const died = heard.kind === 'ended' && heard.ended.kind !== 'memory';
    return { ...outcome(heard, plan), died, ran: heard.kind === 'answered' ? { ...run, stdout: heard.result } : run };
  }

  /** Settles when nothing of it is left. */
  async end(): Promise<void> {
    const served = this.#served;
    this.#served = undefined;
    await served?.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
    remove(this.#folder);
  }

  async #start(
    plan: WarmPlan,
    folders: Scratch,
    veiled: Veiled | undefined,
  ): Promise<Served | { readonly reason: string }> {
    const { root, binds } = this.#checkout;
    const facts = { candidate: '', attempt: 0, seed: plan.seed, root, ...folders };
    const allowed = reachOf(plan, 'benchmark').env;
    const all = environment(process.env, {
      ...facts,
      ceiling: dirname(root),
      allowed,
      ...(plan.environment === undefined ? {} : { given: plan.environment }),
      reports: true,
    });
    const lasting = Object.entries(all).filter(([name]) => !/^EVO(LVE)?_/.test(name));
    const served = await serveTree(
      {
        shell: prefixed(fill(plan.fitness, root, plan.files), plan.prefix),
        cwd: join(root, plan.folder),
        env: {
          ...Object.fromEntries(lasting),
          EVOLVE_SEED: String(plan.seed),
          EVOLVE_WARM: plan.warm.trust ? 'trusted' : 'sealed',
        },
        binds: [...binds, ...(veiled?.binds ?? [])],
        veil: veiled?.veil,
        box: boxOf(plan, { checkout: this.#checkout, temp: this.#folder }, folders, 'benchmark'),
        ...(this.#cores === undefined ? {} : { cores: this.#cores }),
      },
      {
        memoryMb: plan.memoryMb,
        cpuSeconds: (Math.ceil((plan.timeoutMs / 1000) * availableParallelism()) + 1) * (plan.warm.uses + 1),
      },
    );
    if ('reason' in served) return served;
    this.started += 1;
    this.#uses = 0;
    this.#limitMb = 0;
    this.#served = served;
    served.ended.then(() => {
      if (this.#served === served) this.#served = undefined;
    });
    return served;
  }

  /** Whether it can be asked again. */
  #isFit(served: Served, plan: WarmPlan, heard: Heard): boolean {
    this.#uses += 1;
    if (heard.kind !== 'answered' && heard.kind !== 'failed') return false;
    if (this.#uses >= plan.warm.uses || served.strays()) return false;
    const memoryMb = served.memoryMb();
    if (this.#limitMb === 0) this.#limitMb = GROWTH * memoryMb + GROWTH_MB;
    return memoryMb <= this.#limitMb;
  }
}

function keepTraces(from: string, to: string): void {
  removeIfEmpty(from);
  remove(to);
  try {
    renameSync(from, to);
  } catch {
    // There are none.
  }
}
