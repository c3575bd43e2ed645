import { isAdded } from './archive.ts';
import { batchAfter } from './batch.ts';
import { bestScore, crowned, fresh, leads, promoted, welcomed } from './best.ts';
import type { CandidateId } from './candidate.ts';
import { differ, scoreOf } from './compare.ts';
import { isOfExperiments } from './config.ts';
import type { Evaluation } from './evaluation.ts';
import type { Event, Recorded } from './event.ts';
import { NO_STATUSES } from './experiment.ts';
import { attempted, broke, foldExperiment, newborn, seated } from './experiment-fold.ts';
import { recount } from './experiment-standing.ts';
import type { Checkpoint, Question } from './question.ts';
import { arrived, departed, type Move } from './residence.ts';
import { isOpening } from './round.ts';
import { lostWithDriver, spendingAfter, spendingWith } from './spending.ts';
import { type EntryRow, need, type RunRow, type Tables } from './tables.ts';
import { count, NOTHING, opening, tally } from './tally.ts';
import type { Entry, Kin } from './view.ts';

/** Brings the tables up to date with one event. Contract: pure but for the tables; costs the same at any history. */
export function fold(tables: Tables, id: string, recorded: Recorded): void {
  const { event, at } = recorded;
  if (event.type === 'opened') {
    const times = { openedAt: at, drivenAt: at, spentMs: 0, lastAt: at };
    const facts = { id, config: event.config, base: event.base, ...times, batch: 0, bestBatch: 0, counts: NOTHING };
    tables.putRun(isOfExperiments(event.config) ? { ...facts, epoch: 1, statuses: NO_STATUSES } : facts);
    return;
  }
  const run = tables.run();
  if (run === undefined) throw new Error(`run ${id} has an event before it was opened: ${event.type}`);
  const after = step(tables, run, recorded, event);
  tables.putRun(isByDriver(event, run) ? { ...after, lastAt: at } : after);
}

function step(tables: Tables, run: RunRow, { seq, at }: Recorded, event: Exclude<Event, { type: 'opened' }>): RunRow {
  switch (event.type) {
    case 'configured': {
      const { unaffordable: _before, ...rest } = run;
      return { ...rest, config: { ...run.config, adjustable: event.adjustable } };
    }
    case 'driven': {
      const { end, stopRequested, checkpoint, ...others } = run;
      // What was asked at an end is moot once the run goes on.
      const rest = end === undefined && checkpoint !== undefined ? { ...others, checkpoint } : others;
      // A request that nobody has carried out yet is meant for this driver.
      const request = end === undefined && stopRequested !== undefined ? { stopRequested } : {};
      const spending = run.spending === undefined ? {} : { spending: lostWithDriver(run.spending) };
      return { ...rest, ...request, ...spending, spentMs: run.spentMs + (run.lastAt - run.drivenAt), drivenAt: at };
    }
    case 'proposed': {
      const { proposal } = event;
      const seed = proposal.operator === 'seed';
      const experiment = isOfExperiments(run.config)
        ? { experiment: newborn(at, seed ? undefined : need(tables, proposal.parents[0])), changedSeq: seq }
        : {};
      tables.putEntry({
        proposal,
        alive: false,
        kin: seed ? ROOT : childOf(tables, proposal.parents[0]),
        ...experiment,
      });
      // What free operators make of a candidate says nothing about what an author would.
      if (!seed && proposal.arm !== 'idle') tables.raise(proposal.parents[0]);
      const counts = count(run.counts, seed, opening(proposal, 1));
      const born = experiment.experiment === undefined || seed ? run : recount(run, undefined, 'pending');
      return { ...born, counts, batch: Math.max(run.batch, proposal.batch) };
    }
    case 'applied': {
      const entry = need(tables, event.candidate.proposal);
      if (event.attempt !== undefined) return attempted(tables, run, { seq, at, event });
      tables.putEntry({ ...entry, candidate: event.candidate });
      return { ...run, counts: count(run.counts, isSeed(entry), { candidates: 1 }) };
    }
    case 'dropped': {
      const entry = need(tables, event.proposal);
      tables.putEntry({ ...entry, dropped: { kind: event.kind, reason: event.reason } });
      const refused = event.spent === true ? { unaffordable: event.reason } : {};
      const broken = entry.evaluation?.outcome === 'broken' ? { broken: -1 } : {};
      return { ...run, ...refused, counts: count(run.counts, isSeed(entry), { [event.kind]: 1, ...broken }) };
    }
    case 'evaluated': {
      const entry = need(tables, event.candidate);
      const { evaluation, sameAs } = event;
      const change = tally(entry, evaluation, sameAs !== undefined);
      tables.putEntry({ ...entry, evaluation, ...(sameAs === undefined ? {} : { sameAs }), evaluatedSeq: seq });
      return { ...heard(run, evaluation), counts: count(run.counts, isSeed(entry), change) };
    }
    case 'sampled': {
      const evaluation = amend(tables, event.candidate, (scored) => resampled(scored, event.samples));
      return heard(event.candidate === run.best ? fresh(run) : run, evaluation);
    }
    case 'compared': {
      const { candidate, against, pairs } = event;
      const isNew = compared(tables, event);
      amend(tables, candidate, (scored) =>
        resampled(
          scored,
          pairs.map(([one]) => one),
        ),
      );
      amend(tables, against, (scored) =>
        resampled(
          scored,
          pairs.map(([, other]) => other),
        ),
      );
      const begun = isNew ? { comparisons: (run.comparisons ?? 0) + 1, comparedBatch: run.batch } : {};
      return promoted(tables, { ...fresh(run), noisy: true, ...begun }, candidate);
    }
    case 'held-out':
      amend(tables, event.candidate, (scored) => ({ ...scored, heldOut: event.samples }));
      return promoted(tables, run, event.candidate);
    case 'placed':
      return place(tables, run, seq, event);
    case 'memo':
      tables.putMemo(event.key, event.value);
      // A round has its batch to itself, also before its first proposal.
      return isOpening(event.value) ? { ...run, batch: Math.max(run.batch, event.value.batch) } : run;
    case 'asked':
      tables.putAsked(event.question.key);
      return isCheckpoint(event.question) ? { ...run, checkpoint: event.question } : run;
    case 'answered': {
      tables.putAnswer(event.key, event.answer);
      const { checkpoint, ...rest } = run;
      return checkpoint?.key === event.key ? rest : run;
    }
    case 'calling':
      return { ...run, spending: spendingWith(run.spending, event.call) };
    case 'called':
      tables.putCall(event.call);
      return { ...run, spending: spendingAfter(run.spending, event.call) };
    case 'infra': {
      if (event.spent === true) return { ...run, unaffordable: event.reason };
      const breaking = event.breaking === true ? { breaking: true as const } : {};
      const noted = event.noted === true ? { noted: true as const } : {};
      tables.putRemark({ seq, at, kind: 'infra', text: event.reason, ...breaking, ...noted });
      return event.breaking === true ? broke(tables, run, seq) : run;
    }
    case 'based':
      tables.putRemark({ seq, at, kind: 'infra', text: event.reason, breaking: true, noted: true });
      return broke(tables, { ...run, base: event.base }, seq);
    case 'landed': {
      const { candidate, how, where } = event;
      return { ...run, applied: { candidate, how, where } };
    }
    case 'stop-requested':
      return { ...run, stopRequested: event.reason };
    case 'stopped':
      return { ...run, end: { kind: 'stopped', cause: event.cause, reason: event.reason } };
    case 'finished':
      return { ...run, end: { kind: 'finished', cause: event.cause, reason: event.reason } };
    default:
      return foldExperiment(tables, run, { seq, at, event });
  }
}

const ROOT: Kin = { kids: 0, depth: 0 };

/** The jump goes as far again as the parent's two jumps, if these are of one length: so any ancestor is a few jumps away. */
function childOf(tables: Tables, parent: string): Kin {
  const above = kinOf(tables, parent);
  const far = above.jump === undefined ? undefined : kinOf(tables, above.jump);
  const farther = far?.jump === undefined ? undefined : kinOf(tables, far.jump);
  const even = far !== undefined && farther !== undefined && above.depth - far.depth === far.depth - farther.depth;
  return { kids: 0, depth: above.depth + 1, parent, jump: even && far.jump !== undefined ? far.jump : parent };
}

function kinOf(tables: Tables, id: string): Kin {
  const kin = tables.kin(id);
  if (kin === undefined) throw new Error(`no proposal ${id}`);
  return kin;
}

function place(tables: Tables, run: RunRow, seq: number, event: Extract<Event, { type: 'placed' }>): RunRow {
  const entry = need(tables, event.proposal);
  const { placement } = event;
  const placed = { ...entry, placement, placedSeq: seq };
  // Where an experiment lives follows from more than its placement.
  if (placement.kind === 'refused' || entry.experiment !== undefined) tables.putEntry(placed);
  else {
    const { home, evicted } = placement;
    const { batch, ord } = entry.proposal;
    const [since, nth] = entry.experiment === undefined ? [seq, 0] : [batch, ord];
    settle(tables, placed, { candidate: event.proposal, home, evicted }, since, nth);
  }
  for (const [at, copy] of (placement.copies ?? []).entries())
    settle(tables, need(tables, copy.candidate), copy, seq, at + 1);
  const { batch } = entry.proposal;
  const added = isAdded(placement) ? { added: 1 } : {};
  const counts = count(run.counts, isSeed(entry), { ...opening(entry.proposal, -1), ...added });
  const score = entry.evaluation === undefined ? null : scoreOf(entry.evaluation);
  const after = best(tables, { ...run, counts }, entry, seq);
  tables.putBatch(batchAfter(tables.batch(batch), batch, score, bestScore(tables, after)));
  return after;
}

function best(tables: Tables, run: RunRow, entry: EntryRow, seq: number): RunRow {
  const { id, batch } = entry.proposal;
  if (entry.experiment !== undefined) return welcomed(tables, seated(tables, run, id, seq), id);
  return leads(tables, run, entry) ? crowned(tables, run, id, batch) : run;
}

function settle(tables: Tables, row: EntryRow, { home, evicted }: Move, since: number, nth: number): void {
  for (const id of evicted) {
    const gone = need(tables, id);
    const homes = departed(gone.homes ?? [], home);
    tables.putEntry({ ...gone, homes, alive: homes.length > 0 });
  }
  tables.putEntry({ ...row, homes: arrived(row.homes ?? [], { name: home, since, nth }), alive: true });
}

type Scored = Extract<Evaluation, { outcome: 'scored' }>;

/** So many samples are kept of a candidate, the newest: whatever the history, an entry stays small. */
const SAMPLES = 50;

const resampled = (scored: Scored, samples: readonly number[]): Scored => ({
  ...scored,
  samples: [...scored.samples, ...samples].slice(-SAMPLES),
});

/** Changes what is known of a scored candidate. */
function amend(tables: Tables, id: CandidateId, change: (scored: Scored) => Scored): Evaluation {
  const entry = need(tables, id);
  if (entry.evaluation?.outcome !== 'scored') throw new Error(`${id} has no score`);
  const evaluation = change(entry.evaluation);
  tables.putEntry({ ...entry, evaluation });
  return evaluation;
}

/** Adds a block to the comparison with another; whether it is the first. */
function compared(tables: Tables, event: Extract<Event, { type: 'compared' }>) {
  const { candidate, against, pairs, alpha, spread, verdict } = event;
  let isNew = false;
  amend(tables, candidate, (scored) => {
    const before = scored.comparisons.find((one) => one.against === against);
    isNew = before === undefined;
    const now = { against, pairs: [...(before?.pairs ?? []), ...pairs], alpha, spread, verdict };
    return { ...scored, comparisons: [...scored.comparisons.filter((one) => one !== before), now] };
  });
  return isNew;
}

const heard = (run: RunRow, evaluation: Evaluation): RunRow =>
  evaluation.outcome === 'scored' && differ(evaluation.samples) ? { ...run, noisy: true } : run;

const BY_PEOPLE: readonly Event['type'][] = [
  ...(['configured', 'landed', 'stop-requested', 'stopped', 'annotated', 'noted', 'tagged', 'directed'] as const),
  ...(['acknowledged', 'discarded', 'pruned', 'restored', 'gated', 'ungated', 'leased', 'released'] as const),
];

/** What people do to a run that nobody drives takes none of its time. */
function isByDriver(event: Event, run: RunRow): boolean {
  if (event.type === 'answered') return event.key !== run.checkpoint?.key;
  return !BY_PEOPLE.includes(event.type);
}

const isSeed = (entry: Entry): boolean => entry.proposal.operator === 'seed';

const isCheckpoint = (question: Question | Checkpoint): question is Checkpoint => question.of === 'human';
