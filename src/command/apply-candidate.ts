import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Candidate, Sha } from '../domain/candidate.ts';
import type { Base, Landed } from '../domain/event.ts';
import type { RunFacts, View } from '../domain/view.ts';
import type { Store } from '../journal/journal.ts';
import { formatScore } from '../lib/format.ts';
import { tryLockFor } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import {
  type Head,
  headOf,
  joinChanges,
  landByMerge,
  landFiles,
  landOnBranch,
  type Mode,
  planFiles,
  type Repository,
  readyToBranch,
  readyToMerge,
  tipOf,
  type Wanted,
} from '../workspace/workspace.ts';
import type { Context } from './contract.ts';
import { scoreIn } from './document.ts';
import { groundsOf } from './grounds.ts';
import { applyPath } from './place.ts';
import { type Measured, remeasure } from './remeasure.ts';
import { entryOf } from './show.ts';
import { shareState } from './state-lock.ts';

/** Where a candidate goes: into what is checked out, to a branch of its own, or into a file (`-`: to the caller). */
export type How =
  | { readonly kind: 'merge' }
  | { readonly kind: 'branch'; readonly name?: string }
  | { readonly kind: 'patch'; readonly file: string };

export interface Applied {
  readonly run: string;
  readonly candidate: string;
  /** `none`: the code has it already. */
  readonly how: Landed['how'] | 'none';
  readonly score: number | null;
  readonly commit?: string;
  /** The branch that was made, or the one that was merged into; absent where HEAD is detached. */
  readonly branch?: string;
  readonly file?: string;
  /** Present when the code has changed since the run started. */
  readonly measured?: Measured;
  /** The patch itself, when no file was asked for. */
  readonly patch?: Uint8Array;
}

interface Job {
  readonly repository: Repository;
  readonly view: View;
  readonly run: RunFacts;
  readonly candidate: Candidate;
  readonly score: number | null;
  readonly options: ApplyOptions;
  readonly context: Context;
  /** What it was measured on, where the harness was changed since the run was opened. */
  readonly harness?: Base;
}

export interface ApplyOptions {
  readonly measure: boolean;
  /** What was changed of the harness goes along. */
  readonly withHarness?: boolean;
}

/** Another `evolve apply` is over soon unless it measures. */
const PATIENCE_MS = 200;

/** A name that no candidate's own branch has. */
export const winnerBranch = (run: string, id: string): string => `evolve-winner/${run}-${id}`;

/**
 * Takes a candidate over into the user's code and records it.
 * Contract: throws UserError when it can't be done, and then everything is as it was. Reads a run that is being driven.
 */
export async function applyCandidate(
  open: { readonly repository: Repository; readonly store: Store; readonly run: string },
  id: string,
  how: How,
  options: ApplyOptions,
  context: Context,
): Promise<Applied> {
  const { repository, store } = open;
  const journal = store.journal(open.run);
  const view = journal.view();
  const run = view.run();
  if (run === undefined) throw new Error(`run ${open.run} is not open`);
  const { candidate: chosen, score } = worthy(view, run, id);
  const state = await shareState(repository.place.root);
  try {
    const grounds = await groundsOf(repository, journal, run, chosen, options.withHarness === true);
    const { base, candidate, ...measuredOn } = grounds;
    const job = { repository, view, run: { ...run, base }, candidate, score, options, context, ...measuredOn };
    const applied = { run: run.id, candidate: candidate.id, score, ...(await apply(job, how)) };
    if (applied.how !== 'none') {
      const where = applied.file ?? (how.kind === 'branch' ? applied.branch : applied.commit) ?? repository.place.root;
      const landed = { candidate: candidate.id, how: applied.how, where };
      journal.append(() => [{ type: 'landed', ...landed }]);
    }
    return applied;
  } finally {
    state.release();
  }
}

function worthy(view: View, run: RunFacts, id: string): { candidate: Candidate; score: number | null } {
  const entry = entryOf({ view, run }, id);
  const { proposal, candidate, evaluation, dropped } = entry;
  if (proposal.operator === 'seed')
    throw new UserError(
      id === 'best'
        ? 'No candidate beats the code that the run started with: there is nothing to apply.'
        : `${proposal.id} is the code that the run started with: there is nothing to apply.`,
    );
  if (candidate === undefined)
    throw new UserError(`${proposal.id} has no code: ${dropped?.reason ?? 'it has not been made yet'}.`);
  if (evaluation?.outcome !== 'scored') {
    const why =
      evaluation === undefined ? 'has not been measured yet' : `is ${evaluation.outcome}: ${evaluation.reason}`;
    throw new UserError(`${proposal.id} ${why}. Choose another: evolve leaderboard`);
  }
  return { candidate, score: scoreIn(entry) };
}

type Outcome = Omit<Applied, 'run' | 'candidate' | 'score'>;

async function apply(job: Job, how: How): Promise<Outcome> {
  const { repository, run, candidate } = job;
  if (how.kind === 'patch') return patch(job, how.file);
  if (repository.place.kind === 'folder') {
    if (how.kind === 'branch')
      throw new UserError('There is no git repository here, so there are no branches: leave --branch out.');
    return files(job);
  }
  const head = await headOf(repository.place);
  const { changes, conflicts } = await joinChanges(repository, run.base.tree, candidate.tree, head.tree);
  if (conflicts.length > 0)
    throw new UserError(
      `${candidate.id} can't be joined with your code in ${conflicts.join(', ')} (changed in both, or kept by Git LFS). Nothing was changed: start a new run, or take the patch with --patch <file>.`,
    );
  if (changes.size === 0) return { how: 'none' };
  const message = `evolve: apply winner (${candidate.id}, fitness ${formatScore(job.score)})`;
  if (how.kind === 'branch') {
    const name = how.name ?? winnerBranch(run.id, candidate.id);
    const made = how.name === undefined ? await tipOf(repository.place, name) : undefined;
    if (made !== undefined && (await has(job, made.tree))) return { how: 'branch', commit: made.commit, branch: name };
    await readyToBranch(repository.place, name);
    const measured = await measureMoved(job, head, changes);
    const commit = await landOnBranch(repository, head, changes, message, name);
    return { how: 'branch', commit, branch: name, ...measured };
  }
  await readyToMerge(repository.place, changes);
  const measured = await measureMoved(job, head, changes);
  const commit = await landByMerge(repository, head, changes, message);
  return { how: 'merge', commit, ...(head.branch === undefined ? {} : { branch: head.branch }), ...measured };
}

/** Whether a tree has all that the candidate changed. */
async function has({ repository, run, candidate }: Job, tree: Sha): Promise<boolean> {
  const { changes, conflicts } = await joinChanges(repository, run.base.tree, candidate.tree, tree);
  return changes.size + conflicts.length === 0;
}

async function files(job: Job): Promise<Outcome> {
  const { repository, run, candidate } = job;
  const plan = await planFiles(repository, run.base.tree, candidate.tree);
  if (plan.changes.size === 0) return { how: 'none' };
  const measured = await measureMoved(job, await repository.base({ dirty: true }), plan.changes);
  // Measuring takes its time.
  landFiles(repository.place.root, await planFiles(repository, run.base.tree, candidate.tree));
  return { how: 'files', ...measured };
}

async function patch({ repository, run, candidate, context }: Job, file: string): Promise<Outcome> {
  const bytes = await repository.diff(run.base.commit, candidate.commit);
  if (file === '-') return { how: 'patch', file, patch: bytes };
  const path = resolve(context.cwd, file);
  if (!existsSync(dirname(path)))
    throw new UserError(`There is no folder ${dirname(path)} for the patch: make it first.`);
  const temporary = join(dirname(path), `.${basename(path)}-${randomUUID()}`);
  try {
    await writeFile(temporary, bytes, { flag: 'wx' });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new UserError(`The patch can't be written to ${path} (${error instanceof Error ? error.message : error}).`);
  }
  return { how: 'patch', file: path };
}

/** What was measured on the run's own base says little about another. */
async function measureMoved(
  job: Job,
  now: Pick<Head, 'tree'>,
  changes: ReadonlyMap<string, Wanted>,
): Promise<{ measured?: Measured }> {
  const { repository, run, view, candidate, options, context } = job;
  if (now.tree === run.base.tree || !options.measure) return {};
  const lock = await tryLockFor(applyPath(repository.state.dir, run.id), PATIENCE_MS);
  if (lock === undefined) throw new UserError('Another evolve apply is measuring here: wait for it to end.');
  try {
    context.tell(`your code has changed since run ${run.id} started: measuring it with and without ${candidate.id} …`);
    const harness = await harnessOn(job, now.tree);
    const yours = await repository.commit({ parents: [], onto: now.tree, ...harness, message: 'evolve: yours' });
    const merged = await repository.commit({
      parents: [yours.commit],
      onto: yours.tree,
      ...edits(changes),
      message: `evolve: ${candidate.id} on your code`,
    });
    return { measured: await remeasure(repository, { view, run }, yours, { id: candidate.id, ...merged }, context) };
  } finally {
    lock.release();
  }
}

interface Edits {
  readonly changes: ReadonlyMap<string, Buffer | null>;
  readonly modes: ReadonlyMap<string, Mode>;
}

const edits = (changes: ReadonlyMap<string, Wanted>): Edits => ({
  changes: new Map([...changes].map(([path, wanted]) => [path, wanted?.content ?? null])),
  modes: new Map([...changes].flatMap(([path, wanted]) => (wanted === null ? [] : [[path, wanted.mode] as const]))),
});

/** The harness that the candidate was measured by, for code that has none of it. */
async function harnessOn({ repository, run, harness }: Job, tree: Sha): Promise<Edits> {
  if (harness === undefined) return edits(new Map());
  const { changes, conflicts } = await joinChanges(repository, run.base.tree, harness.tree, tree);
  if (conflicts.length > 0)
    throw new UserError(
      `Your code has changed since, and the harness of run ${run.id} doesn't fit it in ${conflicts.join(', ')}: begin anew with evolve init, or apply it all the same with --no-measure.`,
    );
  return edits(changes);
}
