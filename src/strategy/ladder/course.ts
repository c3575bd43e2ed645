import type { CandidateId } from '../../domain/candidate.ts';
import { cycleKey, endKey, pickKey, SESSION, type SessionState } from '../../domain/cycle.ts';
import { LADDER, type Ladder } from '../../domain/ladder.ts';
import type { Entry, RunFacts, View } from '../../domain/view.ts';
import type { End, Opening, Pick, Session } from './memos.ts';

export const ladderOf = ({ config }: RunFacts): Ladder => config.adjustable.ladder ?? LADDER;

/** What a memo says, whose key tells what it is. */
export const sessionIn = (view: View): Session | undefined => memoOf(view.memo(SESSION), isSession);
export const openingAt = (view: View, cycle: number): Opening | undefined =>
  memoOf(view.memo(cycleKey(cycle)), isOpening);
export const pickAt = (view: View, cycle: number): Pick | undefined => memoOf(view.memo(pickKey(cycle)), isPick);
export const endAt = (view: View, cycle: number): End | undefined => memoOf(view.memo(endKey(cycle)), isEnd);

/** When the work of a cycle was found good: its line has this time, however often it is landed. */
export const landingKey = (cycle: number): string => `cycle/${cycle}/landing`;
export function landingAt(view: View, cycle: number): number | undefined {
  const memo = view.memo(landingKey(cycle));
  return typeof memo === 'object' && memo !== null && 'at' in memo && typeof memo.at === 'number' ? memo.at : undefined;
}

const memoOf = <T>(memo: unknown, is: (value: unknown) => value is T): T | undefined => (is(memo) ? memo : undefined);
const has = (value: unknown, key: string): boolean => typeof value === 'object' && value !== null && key in value;
const isSession = (value: unknown): value is Session => has(value, 'startedAt');
const isOpening = (value: unknown): value is Opening => has(value, 'memory') && has(value, 'base');
const isPick = (value: unknown): value is Pick => has(value, 'choice');
const isEnd = (value: unknown): value is End => has(value, 'memory') && has(value, 'settled');

/** Ids of what a cycle makes; its base is by `baseId`. */
export const attemptId = (cycle: number, attempt: number): CandidateId => `c${cycle}-${attempt}`;
export const memberId = (cycle: number, lane: number): CandidateId => `c${cycle}-w${lane}-1`;
export const waveId = (cycle: number): CandidateId => `c${cycle}-m`;
/** The branch, measured once more, where it has gone meanwhile or could not be had at first. */
export const laterBaseId = (cycle: number, nth: number): CandidateId => `c${cycle}-b${nth}`;
export const rebaseId = (cycle: number, nth: number): CandidateId => `c${cycle}-r${nth}`;

/** Made or given up: nobody works on it any more. */
export const isSettled = ({ dropped, evaluation }: Entry): boolean =>
  dropped !== undefined || (evaluation !== undefined && evaluation.outcome !== 'broken');

/** Productive cycles of a session: so many are pushed at once; the rest when it ends. */
const PUSHED_EVERY = 5;

/** Whether what has landed is pushed with the so-manyeth productive cycle. */
export const isPushed = ({ push }: Ladder, productive: number): boolean => push && productive % PUSHED_EVERY === 0;

/** Goals by whether they are met. */
export function tasksOf(entry: Entry | undefined): Readonly<Record<string, number>> {
  return entry?.evaluation?.outcome === 'scored' ? (entry.evaluation.tasks ?? {}) : {};
}

/** Those that passed before and do not now: failing, hanging or gone. */
export const lostBetween = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): readonly string[] =>
  Object.keys(before)
    .filter((goal) => before[goal] === 1 && after[goal] !== 1)
    .sort(byText);

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** How a session begins. */
export function firstState(
  cycle: number,
  { mode, testFirst }: Ladder,
  now: number,
  queue: SessionState['queue'],
): SessionState {
  return {
    ...{ cycle, mode, testFirst, emptyStreak: 0, idleStreak: 0, fruitlessStreak: 0, failureStreak: 0, refreshes: 0 },
    ...{ claims: [], unblockDepth: queue?.chain.length ?? 0, unblockFailures: 0, quarantined: {}, oscillations: {} },
    ...{ productive: 0, regressed: 0, idle: 0, cycles: 0, resolved: 0, unblocked: 0, productiveAt: now },
    ...(queue === undefined ? {} : { queue }),
  };
}
