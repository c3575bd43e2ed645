import { dirname, join, resolve } from 'node:path';
import { EXPERIMENTING } from '../../domain/config.ts';
import { type Attempt, COMMITTED, type Experiment, FRONTIER, type Status } from '../../domain/experiment.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Entry, View } from '../../domain/view.ts';
import { isLocked } from '../../lib/lock.ts';
import { UserError } from '../../lib/user-error.ts';
import { difference, scoreIn } from '../document.ts';
import { isUnverified } from '../optimize/progress.ts';
import { claimsFolder } from '../place.ts';
import type { Lab } from './lab.ts';

/** `interrupted`: an attempt was begun that nobody works on any more. `unverified`: better, and its audit has not come yet. */
export type StatusNow = Status | 'interrupted' | 'unverified';

/** An experiment as every `--json` has it. */
export interface ExperimentDocument {
  readonly id: string;
  /** null of the root. */
  readonly parent: string | null;
  readonly status: StatusNow;
  readonly hypothesis: string;
  /** Of the newest attempt. */
  readonly score: number | null;
  /** null where it can't be compared: nothing was measured, or in another epoch. */
  readonly parent_score: number | null;
  readonly delta: number | null;
  /** In which it was measured; null before. */
  readonly epoch: number | null;
  /** The newest; 0 before the first. */
  readonly attempt: number;
  readonly spent: number;
  readonly attempts_left: number;
  /** Attempts in a row without a score, by its own fault. */
  readonly failures: number;
  readonly tags: readonly string[];
  readonly commit: string | null;
  readonly created_at: string;
  readonly changed_at: string;
  /** Why it was discarded or pruned. */
  readonly reason: string | null;
  readonly prune_kind: 'exhausted' | 'invalid' | null;
  /** The ancestor, or itself, that was pruned as invalid. */
  readonly invalid_because: string | null;
  /** Committed, and it counts. */
  readonly alive: boolean;
  readonly on_frontier: boolean;
  /** Where it is worked on; null where nobody does. */
  readonly worktree: string | null;
}

/** Whether somebody works on an experiment's attempt now. */
export type Held = (id: string) => boolean;

/** Contract: without `held` an attempt that was begun counts as worked on. */
export function experimentDocument(view: View, entry: Entry, held: Held = () => true): ExperimentDocument {
  const { proposal, candidate, homes = [] } = entry;
  const experiment = ofExperiment(entry);
  const newest = view.attempts(proposal.id).at(-1);
  const score = scoreFrom(entry, newest);
  const against = proposal.operator === 'seed' ? null : parentScore(view, entry, newest);
  const at = (home: string): boolean => homes.some(({ name }) => name === home);
  const attempts = (view.run()?.config.adjustable.experiments ?? EXPERIMENTING).attempts;
  return {
    id: proposal.id,
    parent: proposal.operator === 'seed' ? null : proposal.parents[0],
    status: statusNow(view, entry, held),
    hypothesis: hypothesisOf(entry),
    score,
    parent_score: against,
    delta: difference(score, against),
    epoch: epochOf(entry, newest),
    attempt: experiment.attempt,
    spent: experiment.spent,
    attempts_left: Math.max(0, attempts - experiment.spent),
    failures: experiment.failures,
    tags: experiment.tags,
    commit: candidate?.commit ?? null,
    created_at: new Date(experiment.createdAt).toISOString(),
    changed_at: new Date(experiment.changedAt).toISOString(),
    reason: experiment.laid?.reason ?? null,
    prune_kind: experiment.laid?.kind ?? null,
    invalid_because: experiment.invalid ?? null,
    alive: at(COMMITTED),
    on_frontier: at(FRONTIER),
    worktree: experiment.place?.where ?? null,
  };
}

/** The same with what the locks say of who works, and whole paths. */
export function documentIn(lab: Pick<Lab, 'view' | 'stateDir' | 'run'>, entry: Entry): ExperimentDocument {
  const document = experimentDocument(lab.view, entry, heldIn(lab));
  const { worktree } = document;
  return worktree === null
    ? document
    : { ...document, worktree: resolve(dirname(lab.stateDir), worktree, lab.run.config.identity.folder) };
}

export const heldIn =
  ({ stateDir, run }: Pick<Lab, 'stateDir' | 'run'>): Held =>
  (id) =>
    isLocked(join(claimsFolder(stateDir, run.id), `${id}.claim`));

/** What has become of it, as people are told. */
export function statusNow(view: View, entry: Entry, held: Held): StatusNow {
  const { status } = ofExperiment(entry);
  if (isUnverified(view, entry)) return 'unverified';
  return status === 'active' && !held(entry.proposal.id) ? 'interrupted' : status;
}

/** What is known of an entry as an experiment. Throws where it is none. */
export function ofExperiment({ proposal, experiment }: Entry): Experiment {
  if (experiment === undefined) throw new Error(`${proposal.id} is no experiment`);
  return experiment;
}

const NEWEST = 3;

/** The experiment that a person means: by id, `best` or `root`. */
export function experimentOf({ view }: Pick<Lab, 'view'>, id: string | undefined): Entry {
  const entry = id === 'best' ? view.best() : id === undefined ? undefined : view.entry(id);
  if (entry !== undefined) return entry;
  const { batch } = view.run() ?? { batch: 0 };
  const newest = view.entriesAfter(Math.max(0, batch - NEWEST), Number.MAX_SAFE_INTEGER, NEWEST);
  const known = newest.map(({ proposal }) => proposal.id).reverse();
  const hint = known.length === 0 ? 'There is only root so far' : `Newest: ${known.join(', ')}`;
  const wrong = id === undefined ? 'Which experiment?' : `There is no experiment ${id}.`;
  throw new UserError(`${wrong} ${hint}; see evolve exp tree`);
}

/** What stopped at a gate has a score, too, but only in its attempt. */
function scoreFrom(entry: Entry, newest: Attempt | undefined): number | null {
  return scoreIn(entry) ?? newest?.end?.score ?? null;
}

function parentScore(view: View, entry: Entry, newest: Attempt | undefined): number | null {
  const against = newest?.end?.against;
  if (against !== undefined) return against.score;
  const parent = view.entry(entry.proposal.parents[0]);
  if (parent === undefined) return null;
  const before = view.attempts(parent.proposal.id).at(-1);
  const epoch = newest?.epoch ?? view.run()?.epoch;
  return epochOf(parent, before) === epoch ? scoreFrom(parent, before) : null;
}

function epochOf({ evaluation }: Entry, newest: Attempt | undefined): number | null {
  if (evaluation !== undefined && 'epoch' in evaluation) return evaluation.epoch;
  return newest?.epoch ?? null;
}
