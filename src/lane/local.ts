import { join } from 'node:path';
import type { CandidateId } from '../domain/candidate.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Answered, AnswerJob, Applied, ApplyJob, Lanes, Version } from '../domain/lane.ts';
import type { Operator, Source } from '../domain/operator.ts';
import type { LiteralsAnswer, TraitsAnswer, TreesAnswer } from '../domain/question.ts';
import type { Verified } from '../domain/verification.ts';
import { evaluate, type Plan, prepareSite, type Site, WarmServer } from '../evaluation/evaluation.ts';
import type { Council } from '../inquiry/inquiry.ts';
import { Pool } from '../lib/pool.ts';
import { boundary } from '../lib/seam.ts';
import { extentOf, numbersIn, touchedBy, treesIn } from '../operator/operator.ts';
import {
  createCheckout,
  type Input,
  keptChanges,
  type Repository,
  remove,
  type Scope,
  type Worktree,
} from '../workspace/workspace.ts';
import { ponder } from './answers.ts';
import { made, nothing, openWorktree } from './authored.ts';
import { draftOf, sourceOf } from './draft.ts';
import { formOfTree } from './form.ts';
import { failureOf, guarded, once } from './guarded.ts';
import { type HeldOutOptions, heldOutLane, hiding } from './held-out.ts';
import { mergeParents } from './merging.ts';
import { scopedIn } from './scoped.ts';
import { SeedCheck } from './seed-check.ts';
import { sideBySide } from './side-by-side.ts';
import { traitsReader } from './traits.ts';
import { verifyWork } from './verified.ts';

export interface LocalOptions {
  readonly repository: Repository;
  readonly operators: Readonly<Record<string, Operator>>;
  readonly seed: Version;
  readonly scope: Scope;
  readonly inputs: readonly Input[];
  /** Inputs are bound read-only where the machine can, else copied. */
  readonly bind: boolean;
  /** How many checkouts there may be. */
  readonly width: number;
  readonly prepare?: string;
  readonly plan: Plan;
  readonly holdout?: HeldOutOptions;
  /** Of experiments: who is asked, and where what an attempt left is kept. */
  readonly council?: Council;
  attempt?(id: CandidateId, attempt: number): string;
  /** What its code is like is told with every candidate. */
  readonly traits?: boolean;
  /** The folder of the checkouts; it is emptied first and gone afterwards. */
  readonly folder: string;
}

export interface LocalLanes extends Lanes, AsyncDisposable {}

/** Lanes on this machine: a pool of sealed checkouts. */
export function localLanes(options: LocalOptions): LocalLanes {
  const { repository, operators, plan, seed } = options;
  // A driver that was killed may have left its checkouts.
  const emptied = once(() => remove(options.folder));
  const sites = new Pool<Site>(options.width, (index, signal) => {
    emptied();
    return openSite(options, index, signal);
  });
  const seedCheck = new SeedCheck();
  const traitsOf = traitsReader(repository, seed, plan.files);
  const heldOut = options.holdout === undefined ? undefined : heldOutLane(options, options.holdout, emptied);

  return {
    apply: (job, signal) => guarded(signal, () => apply(job, signal)),
    async evaluate(job, signal): Promise<Evaluation> {
      try {
        return await sites.use(signal, async (site) => {
          const evaluation = await evaluate(site, plan, job, signal);
          if (job.only !== undefined) return evaluation;
          return seedCheck.judge(evaluation, job, () =>
            evaluate(
              site,
              plan,
              { candidate: seed, attempt: job.attempt, round: `check-${job.candidate.id}-${job.attempt}` },
              signal,
            ),
          );
        });
      } catch (error) {
        signal.throwIfAborted();
        return { outcome: 'broken', ...failureOf(error), stages: [] };
      }
    },
    answer: (job, signal) => guarded(signal, () => answer(job, signal)),
    async [Symbol.asyncDispose]() {
      for (const site of sites.made) {
        await site.warm?.[Symbol.asyncDispose]();
        await site.checkout[Symbol.asyncDispose]();
      }
      await heldOut?.[Symbol.asyncDispose]();
      await plan.drift?.[Symbol.asyncDispose]();
      remove(options.folder);
    },
  };

  async function apply(job: ApplyJob, signal: AbortSignal): Promise<Applied> {
    const { proposal, parents } = job;
    const operator = operators[proposal.by];
    if (operator === undefined)
      return { kind: 'failed', reason: `it was planned for ${proposal.by}, who is no longer among the agents` };
    const [parent] = parents;
    const [first, ...others] = await Promise.all(parents.map((version) => scopedIn(options, version)));
    if (first === undefined) throw new Error(`${proposal.id} has no parent`);
    let worktree: Worktree | undefined;
    const means = {
      allows: (path: string) => options.scope.has(path),
      async workspace() {
        emptied();
        worktree = await openWorktree(options, job);
        return worktree;
      },
      merge() {
        emptied();
        return mergeParents(options, job, first.files);
      },
    };
    const mend = job.trial?.mend?.version.tree;
    const begun =
      mend === undefined ? undefined : await keptChanges(repository, parent.commit, { tree: mend, refused: [] });
    const plain = draftOf(repository, [first, ...others], means, plan.target?.target, begun);
    const failed = new Map<string, Verified>();
    const verify = (nth: number, ended: AbortSignal) =>
      verifyWork({ options, job, draft: plain, worktree, failed }, nth, ended);
    const draft = job.trial === undefined ? plain : { ...plain, verify };
    try {
      const change = await operator.apply(job, draft, signal);
      if (change.kind !== 'changed') return change;
      const { changes, modes, refused } = await made(options, job, draft, worktree);
      boundary();
      const message = `evolve: ${proposal.id} (${proposal.operator} by ${proposal.by})`;
      const commits = parents.map((version) => version.commit);
      const commit = await repository.commit({ parents: commits, onto: parent.commit, changes, modes, message });
      if (commit.tree === parent.tree) return { kind: 'unchanged', reason: nothing(refused) };
      if (commit.tree === mend) return { kind: 'unchanged', reason: 'the files are as the last attempt left them' };
      const summary = change.summary ?? (await extentOf(changes, (path) => repository.read(parent.commit, path)));
      const form = await formOfTree(repository, seed.tree, commit.tree);
      return {
        kind: 'changed',
        ...commit,
        summary,
        form,
        ...(options.traits === true ? { traits: await traitsOf(commit.tree) } : {}),
        refused,
        ...(job.trial === undefined
          ? {}
          : { touched: await touchedBy(changes, (path) => repository.read(parent.commit, path)) }),
        ...(change.drawn === undefined ? {} : { drawn: true }),
      };
    } finally {
      await worktree?.[Symbol.asyncDispose]();
    }
  }

  async function sourceIn([version]: readonly Version[]): Promise<Source> {
    if (version === undefined) throw new Error('no candidate to read');
    return sourceOf(repository, await scopedIn(options, version), plan.target?.target);
  }

  async function answer(job: AnswerJob, signal: AbortSignal): Promise<Answered> {
    const { question, candidates, noisy } = job;
    const watched = noisy === undefined ? {} : { noisy };
    switch (question.of) {
      case 'literals': {
        const { parts, skipped } = await numbersIn(await sourceIn(candidates));
        const literals = parts.flatMap((part) =>
          part.literals.map(({ value, integer, least, most }) => ({
            value,
            integer,
            ...(least === undefined ? {} : { least }),
            ...(most === undefined ? {} : { most }),
          })),
        );
        return { kind: 'answered', answer: { literals, skipped } satisfies LiteralsAnswer };
      }
      case 'trees':
        return { kind: 'answered', answer: (await treesIn(await sourceIn(candidates))) satisfies TreesAnswer };
      case 'traits':
        return {
          kind: 'answered',
          answer: { traits: { ...(await traitsOf((candidates[0] ?? seed).tree)) } } satisfies TraitsAnswer,
        };
      case 'side-by-side':
        return sites.use(signal, (site) => sideBySide(site, plan, candidates, question, signal, watched));
      case 'holdout': {
        const [candidate] = candidates;
        if (heldOut === undefined || candidate === undefined) throw new Error('there is nothing held out to measure');
        return heldOut.answer({ candidate, attempt: 1, ...watched }, question.repeats, signal);
      }
      case 'scan':
      case 'ideate':
      case 'brief':
      case 'audit':
        return ponder(options, job, { emptied, sourceIn, heldOut }, signal);
      case 'hints':
        throw new Error('what the analyst said is in the journal');
      default:
        throw new Error(`no lane of candidates answers ${question.of}`);
    }
  }
}

async function openSite(options: LocalOptions, index: number, signal: AbortSignal): Promise<Site> {
  const folder = join(options.folder, String(index));
  const { repository, scope, inputs, bind, seed, plan } = options;
  const checkout = await createCheckout(repository, folder, {
    base: seed,
    scope,
    inputs,
    bind,
    hidden: hiding(options),
  });
  const warm = plan.warm === undefined ? {} : { warm: new WarmServer(checkout, join(folder, 'warm')) };
  const site = { checkout, temp: join(folder, 'temp'), ...warm };
  if (options.prepare === undefined) return site;
  const failure = await prepareSite(site, plan, seed, options.prepare, signal);
  if (failure === undefined) return site;
  await checkout[Symbol.asyncDispose]();
  throw new Error(failure);
}
