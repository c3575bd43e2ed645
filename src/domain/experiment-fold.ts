import { uncounted } from './batch.ts';
import { settled } from './best.ts';
import type { CandidateId } from './candidate.ts';
import type { Event } from './event.ts';
import {
  type Acknowledgement,
  COMMITTED,
  type Directive,
  type Experiment,
  type ExperimentEvent,
} from './experiment.ts';
import { experimentOf, marked, update } from './experiment-standing.ts';
import { type EntryRow, need, type RunRow, type Tables } from './tables.ts';
import { count } from './tally.ts';
import type { Counts } from './view.ts';

interface At<E> {
  readonly seq: number;
  readonly at: number;
  readonly event: E;
}

/** What comes of something invalid is invalid, too. */
export function newborn(at: number, parent: EntryRow | undefined): Experiment {
  const invalid = parent?.experiment?.invalid;
  return {
    status: parent === undefined ? 'committed' : 'pending',
    attempt: 0,
    spent: 0,
    failures: 0,
    tags: [],
    branches: 0,
    ...(invalid === undefined ? {} : { invalid }),
    createdAt: at,
    changedAt: at,
  };
}

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
    case 'retried':
      return retried(tables, run, { seq, at, event });
    case 'discarded': {
      const { experiment, reason, spent } = event;
      const poor = spent === true ? { ...run, unaffordable: reason } : run;
      return laid(tables, poor, seq, at, experiment, 'discarded', { reason });
    }
    case 'pruned': {
      const { experiment, reason, kind } = event;
      return marked(tables, laid(tables, run, seq, at, experiment, 'pruned', { reason, kind }), experiment, seq);
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
    case 'observed':
      tables.putRemark({ seq, at, kind: event.kind, text: event.text });
      return run;
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
      if (directive !== undefined && !isHeard(directive, event.experiment))
        tables.putDirective(heardBy(directive, { by: event.by, at }, event.experiment));
      return run;
    }
  }
}

/** Whether nobody need tell it again: to whoever works on the experiment named, else to anybody. */
export const isHeard = ({ acknowledged, heard = [] }: Directive, experiment?: CandidateId): boolean =>
  acknowledged !== undefined || (experiment !== undefined && heard.some((one) => one.experiment === experiment));

/** Of more than these the oldest hear it again: the row is read with every answer. */
const MOST_HEARD = 500;

function heardBy(directive: Directive, one: Acknowledgement, experiment: CandidateId | undefined): Directive {
  if (experiment === undefined) return { ...directive, acknowledged: one };
  return { ...directive, heard: [...(directive.heard ?? []), { ...one, experiment }].slice(-MOST_HEARD) };
}

/** An attempt begins: what the one before came to is in its own row, and counts no more. */
export function attempted(
  tables: Tables,
  run: RunRow,
  { seq, at, event }: At<Extract<Event, { type: 'applied' }>>,
): RunRow {
  const { candidate, attempt = 1 } = event;
  const { entry, experiment } = experimentOf(tables, candidate.proposal);
  const isAgain = event.rescore === true;
  tables.putAttempt(candidate.id, {
    attempt,
    commit: candidate.commit,
    tree: candidate.tree,
    refused: candidate.refused ?? [],
    ...(isAgain ? { rescore: true } : {}),
    epoch: run.epoch ?? 0,
    startedAt: at,
  });
  const { aborting: _aborting, rescoring: _rescoring, again: _again, ...known } = experiment;
  const rescoring = isAgain ? { rescoring: true as const } : {};
  const now: EntryRow = {
    ...unmeasured(entry),
    candidate,
    experiment: { ...known, ...rescoring, status: 'active', attempt, changedAt: at },
    changedSeq: seq,
  };
  return reopened(tables, run, entry, now, seq, entry.candidate === undefined ? { candidates: 1 } : {});
}

/** How much of what was printed goes to whoever mends it. */
const TAIL = 4000;

function retried(
  tables: Tables,
  run: RunRow,
  { seq, at, event }: At<Extract<ExperimentEvent, { type: 'retried' }>>,
): RunRow {
  const { entry, experiment } = experimentOf(tables, event.experiment);
  const { evaluation } = entry;
  const tail = evaluation?.outcome === 'invalid' ? evaluation.tail : undefined;
  const again = { reason: event.reason, ...(tail === undefined ? {} : { tail: tail.slice(-TAIL) }) };
  const now = { ...experiment, again, status: 'pending' as const, changedAt: at };
  return reopened(tables, run, entry, { ...unmeasured(entry), experiment: now, changedSeq: seq }, seq, {});
}

const unmeasured = ({
  evaluation: _1,
  placement: _2,
  sameAs: _3,
  evaluatedSeq: _4,
  placedSeq: _5,
  ...rest
}: EntryRow) => rest;

/** What it came to before counts no more. */
function reopened(
  tables: Tables,
  run: RunRow,
  { evaluation, placement, sameAs, ...entry }: EntryRow,
  now: EntryRow,
  seq: number,
  more: Partial<Counts>,
): RunRow {
  const seed = now.proposal.operator === 'seed';
  if (placement !== undefined) uncounted(tables, entry.proposal.batch, evaluation);
  const change: Partial<Counts> = {
    ...more,
    ...(evaluation === undefined ? {} : { [evaluation.outcome]: -1 }),
    ...(sameAs === undefined ? {} : { cached: -1 }),
    ...(placement === undefined ? {} : { open: 1, ...(placement.kind === 'kept' ? { added: -1 } : {}) }),
  };
  return settled(tables, update(tables, { ...run, counts: count(run.counts, seed, change) }, entry, now, seq));
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

/** Who was kept lives among the committed, where it counts; with the root comes a new epoch into its own. */
export function seated(tables: Tables, run: RunRow, id: CandidateId, seq: number): RunRow {
  const { entry } = experimentOf(tables, id);
  const after = update(tables, run, { ...entry, homes: [] }, entry, seq);
  const { entry: now, experiment } = experimentOf(tables, id);
  if (!now.alive) return after;
  tables.putEntry({ ...now, experiment: { ...experiment, chargedAt: run.counts.charged } });
  if (entry.proposal.operator !== 'seed') return after;
  const { blocked: _blocked, ...open } = after;
  return open;
}

/** What has been measured before can't be compared with what comes: nobody is left, and nobody is best. */
export function broke(tables: Tables, run: RunRow, seq: number): RunRow {
  const { best: _best, ...rest } = run;
  const after: RunRow = { ...rest, epoch: (run.epoch ?? 0) + 1, blocked: true };
  for (const { proposal } of tables.top(COMMITTED, Number.MAX_SAFE_INTEGER)) {
    const entry = need(tables, proposal.id);
    update(tables, after, entry, entry, seq);
  }
  return after;
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
  const was = experiment.laid?.was ?? experiment.status;
  const after: Experiment = { ...experiment, status, laid: { ...why, was }, changedAt: at };
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
  if (reopened) uncounted(tables, entry.proposal.batch, entry.evaluation);
  const counts = reopened ? count(run.counts, false, { open: 1 }) : run.counts;
  return marked(tables, update(tables, { ...run, counts }, entry, now, seq), id, seq);
}

/** Why a proposal is refused that was discarded before it came to anything. */
export const DISCARDED = 'discarded';
