import type { Role } from '../../domain/agent.ts';
import type { CandidateId } from '../../domain/candidate.ts';
import type { RunConfig } from '../../domain/config.ts';
import type { Recorded } from '../../domain/event.ts';
import { type Remark, STATUSES, type Status } from '../../domain/experiment.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Journal } from '../../domain/journal.ts';
import { CURRENT, isOpening, openingKey } from '../../domain/round.ts';
import type { Entry, View } from '../../domain/view.ts';

/** What a look sees of the journal: plain and bounded. */
export interface Sight {
  /** Attempts that go on. */
  readonly active: readonly Running[];
  /** How long those took that have ended. */
  readonly endedMs: readonly number[];
  /** Longer than this the commands of one attempt can't take by themselves. */
  readonly limitMs: number;
  /** Calls of agents in flight, and how long those took that have ended, by role. */
  readonly calls: readonly CallInFlight[];
  readonly calledMs: Readonly<Partial<Record<Role, readonly number[]>>>;
  readonly round?: { readonly round: number; readonly ms: number };
  /** Of the rounds before. */
  readonly roundsMs: readonly number[];
  /** Experiments, the newest change first. */
  readonly trials: readonly Trial[];
  /** Newest first. */
  readonly annotations: readonly Remark[];
}

export interface Running {
  readonly id: CandidateId;
  readonly attempt: number;
  readonly ms: number;
  /** Somebody else evaluates it, not this driver. */
  readonly hand: boolean;
}

export interface CallInFlight {
  readonly key: string;
  readonly agent: string;
  readonly role: Role;
  readonly ms: number;
}

export interface Trial {
  readonly id: CandidateId;
  readonly hypothesis: string;
  readonly status: Status;
  readonly attempt: number;
  /** What it changes; empty where that isn't known. */
  readonly touched: readonly string[];
  readonly score: number | null;
  /** Of its parent. */
  readonly against: number | null;
  /** It was measured, and is not better. */
  readonly regressed: boolean;
  readonly reason?: string;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** Each is asked for so many at most: whatever the history, a look costs the same. */
const PER_STATUS = 40;
const EVENTS = 2000;
const ROUNDS = 10;
const ANNOTATIONS = 100;

export function sightOf(journal: Journal, now: number): Sight {
  const view = journal.view();
  const run = view.run();
  if (run === undefined) throw new Error(`run ${journal.run} is not open`);
  const since = (at: number): number => now - Math.max(at, run.drivenAt);
  const entries = STATUSES.flatMap((status) => view.experiments(status, PER_STATUS)).filter(
    ({ proposal }) => proposal.operator !== 'seed',
  );
  const attempts = entries.map((entry) => ({ entry, attempts: view.attempts(entry.proposal.id) }));
  const ends = attempts
    .flatMap((one) => one.attempts)
    .flatMap(({ startedAt, end }) => (end ? [end.endedAt - startedAt] : []));
  return {
    active: attempts.flatMap(({ entry, attempts: [...all] }) => {
      const last = all.at(-1);
      if (entry.experiment?.status !== 'active' || last === undefined || last.end !== undefined) return [];
      const hand = entry.proposal.hand === true;
      return [
        { id: entry.proposal.id, attempt: last.attempt, hand, ms: hand ? now - last.startedAt : since(last.startedAt) },
      ];
    }),
    endedMs: ends,
    limitMs: limitOf(run.config, run.noisy === true),
    ...callsIn(journal.tail(EVENTS), run.drivenAt, now),
    ...roundsIn(view, since),
    trials: attempts
      .map(({ entry }) => trialOf(view, entry))
      .sort((a, b) => b.changedAt - a.changedAt || (a.id < b.id ? 1 : -1)),
    annotations: view.remarks({ kind: 'annotation' }, ANNOTATIONS),
  };
}

function trialOf(view: View, entry: Entry): Trial {
  const { proposal, candidate, experiment } = entry;
  const end = view.attempts(proposal.id).findLast((one) => one.end !== undefined)?.end;
  const reason = experiment?.laid?.reason ?? end?.reason;
  return {
    id: proposal.id,
    hypothesis: hypothesisOf(entry),
    status: experiment?.status ?? 'pending',
    attempt: experiment?.attempt ?? 0,
    touched: candidate?.touched ?? [],
    score: end?.score ?? null,
    against: end?.against?.score ?? null,
    regressed: end?.outcome === 'evaluated' && end.score !== null,
    ...(reason === undefined ? {} : { reason }),
    createdAt: experiment?.createdAt ?? 0,
    changedAt: experiment?.changedAt ?? 0,
  };
}

/** All its commands, one after the other; where the score varies it is measured again and again. */
function limitOf({ fixed, adjustable: { timeoutMs } }: RunConfig, noisy: boolean): number {
  const once = [fixed.build, fixed.prepare].filter((one) => one !== undefined).length;
  const perRun = fixed.beforeRun === undefined ? 1 : 2;
  const commands = once + fixed.gates.length + (fixed.cascade?.length ?? 0) + perRun * fixed.repeat;
  return noisy ? Number.POSITIVE_INFINITY : commands * timeoutMs;
}

/** A call that another driver has made is no longer in flight, whatever became of it. */
function callsIn(events: readonly Recorded[], drivenAt: number, now: number): Pick<Sight, 'calls' | 'calledMs'> {
  const open = new Map<string, CallInFlight>();
  const calledMs: Partial<Record<Role, number[]>> = {};
  for (const { event, at } of events) {
    if (event.type === 'calling' && at >= drivenAt) {
      const { key, agent, role } = event.call;
      open.set(key, { key, agent, role, ms: now - at });
    }
    if (event.type !== 'called') continue;
    open.delete(event.call.key);
    const { role, ms } = event.call;
    calledMs[role] = [...(calledMs[role] ?? []), ms];
  }
  return { calls: [...open.values()].filter(({ role }) => role !== 'analyst'), calledMs };
}

function roundsIn(view: View, since: (at: number) => number): Pick<Sight, 'round' | 'roundsMs'> {
  const round = roundOf(view);
  if (round === undefined) return { roundsMs: [] };
  const numbers = Array.from({ length: Math.min(round, ROUNDS + 1) }, (_, index) => round - index).reverse();
  const opened = numbers.map((number) => view.memo(openingKey(number))).filter(isOpening);
  const begun = opened.map(({ openedAt }) => openedAt);
  const roundsMs = begun.slice(1).map((at, index) => at - (begun[index] ?? at));
  const last = begun.at(-1);
  return last === undefined ? { roundsMs } : { roundsMs, round: { round, ms: since(last) } };
}

export function roundOf(view: View): number | undefined {
  const memo = view.memo(CURRENT);
  return typeof memo === 'object' && memo !== null && 'round' in memo && typeof memo.round === 'number'
    ? memo.round
    : undefined;
}
