import type { CandidateId } from './candidate.ts';
import type { Event } from './event.ts';
import { COMMITTED, type Experiment, type ExperimentEvent, FRONTIER, NO_STATUSES, type Status } from './experiment.ts';
import { arrived, departed } from './residence.ts';
import { type EntryRow, need, type RunRow, type Tables } from './tables.ts';
import { count } from './tally.ts';
import type { Counts } from './view.ts';

interface At<E> {
  readonly seq: number;
  readonly at: number;
  readonly event: E;
}

export const newborn = (seed: boolean, at: number): Experiment => ({
  status: seed ? 'committed' : 'pending',
  attempt: 0,
  spent: 0,
  failures: 0,
  tags: [],
  branches: 0,
  createdAt: at,
  changedAt: at,
});

/** Brings the tables up to date with what is said and done about experiments. */
export function foldExperiment(tables: Tables, run: RunRow, { seq, at, event }: At<ExperimentEvent>): RunRow {
  switch (event.type) {
    case 'leased':
    case 'released':
      return leased(tables, run, event);
    case 'concluded':
      return concluded(tables, run, { seq, at, event });
    case 'abort-requested': {
      const { entry, experiment } = experimentOf(tables, event.experiment);
      if (experiment.attempt === event.attempt && experiment.status === 'active')
        tables.putEntry({ ...entry, experiment: { ...experiment, aborting: true } });
      return run;
    }
    case 'discarded':
      return laid(tables, run, seq, at, event.experiment, 'discarded', { reason: event.reason });
    case 'pruned': {
      const after = laid(tables, run, seq, at, event.experiment, 'pruned', { reason: event.reason, kind: event.kind });
      return event.kind === 'invalid' ? invalidated(tables, after, event.experiment, seq) : after;
    }
    case 'restored':
      return restored(tables, run, seq, at, event.experiment);
    case 'tagged': {
      const { entry, experiment } = experimentOf(tables, event.experiment);
      tables.putEntry({ ...entry, experiment: { ...experiment, tags: event.tags } });
      return run;
    }
    case 'gated':
      tables.putGate({ node: event.experiment, gate: event.gate, addedAt: at });
      return run;
    case 'ungated':
      tables.removeGate(event.experiment, event.name);
      return run;
    case 'annotated': {
      const { experiment, task, text } = event;
      tables.putRemark({ seq, at, kind: 'annotation', text, experiment, ...(task === undefined ? {} : { task }) });
      return run;
    }
    case 'noted': {
      const { experiment, text } = event;
      tables.putRemark({ seq, at, kind: 'note', text, ...(experiment === undefined ? {} : { experiment }) });
      return run;
    }
    case 'directed': {
      const { directive: id, text, experiment } = event;
      tables.putDirective({ id, at, text, ...(experiment === undefined ? {} : { experiment }) });
      return run;
    }
    case 'acknowledged': {
      const directive = tables.directive(event.directive);
      if (directive !== undefined && directive.acknowledged === undefined)
        tables.putDirective({ ...directive, acknowledged: { by: event.by, at } });
      return run;
    }
  }
}

/** An attempt begins: what the one before came to is in its own row, and counts no more. */
export function attempted(
  tables: Tables,
  run: RunRow,
  { seq, at, event }: At<Extract<Event, { type: 'applied' }>>,
): RunRow {
  const { candidate, attempt = 1 } = event;
  const { entry, experiment } = experimentOf(tables, candidate.proposal);
  const { evaluation, placement, sameAs: _same, evaluatedSeq: _evaluated, placedSeq: _placed, ...rest } = entry;
  const again = event.rescore === true ? { rescore: true as const } : {};
  tables.putAttempt(candidate.id, {
    attempt,
    commit: candidate.commit,
    tree: candidate.tree,
    refused: candidate.refused ?? [],
    ...again,
    epoch: run.epoch ?? 0,
    startedAt: at,
  });
  const { aborting: _aborting, rescoring: _rescoring, ...known } = experiment;
  const rescoring = event.rescore === true ? { rescoring: true as const } : {};
  const now: EntryRow = {
    ...rest,
    candidate,
    homes: [],
    alive: false,
    experiment: { ...known, ...rescoring, status: 'active', attempt, changedAt: at },
    changedSeq: seq,
  };
  const seed = entry.proposal.operator === 'seed';
  const change: Partial<Counts> = {
    ...(entry.candidate === undefined ? { candidates: 1 } : {}),
    ...(evaluation === undefined ? {} : { [evaluation.outcome]: -1 }),
    ...(placement === undefined ? {} : { open: 1, ...(placement.kind === 'kept' ? { added: -1 } : {}) }),
  };
  return update(tables, { ...run, counts: count(run.counts, seed, change) }, entry, now, seq);
}

function concluded(
  tables: Tables,
  run: RunRow,
  { seq, at, event }: At<Extract<ExperimentEvent, { type: 'concluded' }>>,
): RunRow {
  const { experiment: id, attempt, end } = event;
  const { entry, experiment } = experimentOf(tables, id);
  const row = tables.attempt(id, attempt);
  if (row === undefined) throw new Error(`${id} has no attempt ${attempt}`);
  tables.putAttempt(id, { ...row, end: { ...end, endedAt: at } });
  const { aborting: _aborting, rescoring, ...known } = experiment;
  const spent = experiment.spent + (end.outcome === 'evaluated' && rescoring !== true ? 1 : 0);
  const failures = end.outcome !== 'failed' ? 0 : experiment.failures + (end.cause === 'candidate' ? 1 : 0);
  const after = { ...known, spent, failures, status: end.outcome, changedAt: at };
  return update(tables, run, entry, { ...entry, experiment: after, changedSeq: seq }, seq);
}

/** Who was kept lives among the committed; with the root comes a new epoch into its own. */
export function seated(tables: Tables, run: RunRow, id: CandidateId, seq: number): RunRow {
  const { entry } = experimentOf(tables, id);
  const after = update(tables, run, { ...entry, homes: [] }, entry, seq);
  if (entry.proposal.operator !== 'seed' || !entry.alive) return after;
  const { blocked: _blocked, ...open } = after;
  return open;
}

/** What has been measured before can't be compared with what comes: nobody is left, and nobody is best. */
export function broke(tables: Tables, run: RunRow, seq: number): RunRow {
  for (const { proposal } of tables.top(COMMITTED, Number.MAX_SAFE_INTEGER)) {
    const entry = need(tables, proposal.id);
    update(tables, run, entry, { ...entry, homes: [], alive: false }, seq);
  }
  const { best: _best, ...rest } = run;
  return { ...rest, epoch: (run.epoch ?? 0) + 1, blocked: true };
}

function leased(tables: Tables, run: RunRow, event: Extract<ExperimentEvent, { type: 'leased' | 'released' }>): RunRow {
  const { entry, experiment } = experimentOf(tables, event.experiment);
  const { place: before, ...rest } = experiment;
  const place = event.type === 'leased' ? { place: event.place } : {};
  tables.putEntry({ ...entry, experiment: { ...rest, ...place } });
  const leases = Object.entries(run.leases ?? {}).filter(([, id]) => id !== event.experiment);
  if (event.type === 'leased' && event.place.kind === 'pool') leases.push([event.place.where, event.experiment]);
  else if (before?.kind !== 'pool') return run;
  return { ...run, leases: Object.fromEntries(leases) };
}

function laid(
  tables: Tables,
  run: RunRow,
  seq: number,
  at: number,
  id: CandidateId,
  status: 'discarded' | 'pruned',
  why: { readonly reason: string; readonly kind?: 'exhausted' | 'invalid' },
): RunRow {
  const { entry, experiment } = experimentOf(tables, id);
  const after: Experiment = { ...experiment, status, laid: { ...why, was: experiment.status }, changedAt: at };
  return update(tables, run, entry, { ...entry, experiment: after, changedSeq: seq }, seq);
}

/** Brings back what was, never more. */
function restored(tables: Tables, run: RunRow, seq: number, at: number, id: CandidateId): RunRow {
  const { entry, experiment } = experimentOf(tables, id);
  const { laid: why, ...known } = experiment;
  if (why === undefined) return run;
  const { placement, placedSeq: _seq, ...unplaced } = entry;
  const reopened = placement?.kind === 'refused' && placement.reason === DISCARDED;
  const back = reopened ? unplaced : entry;
  const now: EntryRow = {
    ...back,
    experiment: { ...known, status: why.was, changedAt: at },
    changedSeq: seq,
  };
  const counts = reopened ? count(run.counts, false, { open: 1 }) : run.counts;
  const after = update(tables, { ...run, counts }, entry, now, seq);
  return why.kind === 'invalid' ? revalidated(tables, after, id, seq) : after;
}

/** Why a proposal is refused that was discarded before it came to anything. */
export const DISCARDED = 'discarded';

/** Costs what comes of it. */
function invalidated(tables: Tables, run: RunRow, from: CandidateId, seq: number): RunRow {
  return below(tables, run, from, (after, entry, experiment) => {
    if (experiment.invalid !== undefined) return undefined;
    const gone = { ...entry, homes: [], alive: false, experiment: { ...experiment, invalid: from } };
    return update(tables, after, entry, gone, seq);
  });
}

function revalidated(tables: Tables, run: RunRow, from: CandidateId, seq: number): RunRow {
  return below(tables, run, from, (after, entry, experiment) => {
    if (experiment.invalid !== from) return undefined;
    const { invalid: _invalid, ...known } = experiment;
    const counts = entry.placement?.kind === 'kept' && entry.evaluation?.outcome === 'scored';
    const current = counts && entry.evaluation?.outcome === 'scored' && entry.evaluation.epoch === (run.epoch ?? 0);
    const homes = current ? arrived([], { name: COMMITTED, since: seq, nth: 0 }) : [];
    return update(tables, after, entry, { ...entry, homes, alive: current, experiment: known }, seq);
  });
}

/** Goes down from one, parents first, as far as `visit` says something. */
function below(
  tables: Tables,
  run: RunRow,
  from: CandidateId,
  visit: (run: RunRow, entry: EntryRow, experiment: Experiment) => RunRow | undefined,
): RunRow {
  let after = run;
  const open = [from];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    const { entry, experiment } = experimentOf(tables, id);
    const next = visit(after, entry, experiment);
    if (next === undefined) continue;
    after = next;
    const children = tables.offspring(id, Number.MAX_SAFE_INTEGER);
    open.push(...children.filter(({ proposal }) => proposal.operator !== 'seed').map(({ proposal }) => proposal.id));
  }
  return after;
}

/**
 * Replaces an experiment's row, and keeps true what follows from it: the frontier is all that are committed, live and have no
 * such child; the counts by status; and who is best once the best has left.
 */
function update(tables: Tables, run: RunRow, before: EntryRow, after: EntryRow, seq: number): RunRow {
  tables.putEntry(onFrontier(after, seq));
  const parent = after.kin.parent;
  const change = Number(branches(after)) - Number(branches(before));
  if (parent !== undefined && change !== 0) {
    const { entry, experiment } = experimentOf(tables, parent);
    const now = { ...entry, experiment: { ...experiment, branches: experiment.branches + change } };
    tables.putEntry(onFrontier(now, seq));
  }
  const seed = after.proposal.operator === 'seed';
  const counted = seed ? run : recount(run, before.experiment?.status, after.experiment?.status);
  return run.best === after.proposal.id && !lives(after) ? dethroned(tables, counted) : counted;
}

const lives = ({ homes = [] }: EntryRow): boolean => homes.some(({ name }) => name === COMMITTED);

const branches = (row: EntryRow): boolean => lives(row) && row.experiment?.status === 'committed';

function onFrontier(row: EntryRow, seq: number): EntryRow {
  const homes = row.homes ?? [];
  const isFree = branches(row) && row.experiment?.branches === 0;
  const now = isFree ? arrived(homes, { name: FRONTIER, since: seq, nth: 0 }) : departed(homes, FRONTIER);
  return row.homes === undefined && now.length === 0 ? row : { ...row, homes: now, alive: now.length > 0 };
}

/** Each of them was found better than its parent, so the best that is left needs no further proof. */
function dethroned(tables: Tables, run: RunRow): RunRow {
  const { best: _best, ...rest } = run;
  const [next] = tables.top(COMMITTED, 1);
  return next === undefined ? rest : { ...rest, best: next.proposal.id, bestBatch: next.proposal.batch };
}

/** One more of a status, one less of another. */
export function recount(run: RunRow, from: Status | undefined, to: Status | undefined): RunRow {
  if (from === to) return run;
  const counts = { ...(run.statuses ?? NO_STATUSES) };
  if (from !== undefined) counts[from]--;
  if (to !== undefined) counts[to]++;
  return { ...run, statuses: counts };
}

function experimentOf(tables: Tables, id: CandidateId): { readonly entry: EntryRow; readonly experiment: Experiment } {
  const entry = need(tables, id);
  if (entry.experiment === undefined) throw new Error(`${id} is no experiment`);
  return { entry, experiment: entry.experiment };
}
