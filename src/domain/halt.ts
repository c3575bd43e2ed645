import type { CycleResult, HaltAnswer } from './cycle.ts';
import type { Ladder } from './ladder.ts';

/** What is known before a cycle begins, and again when a pass has found nothing. */
export interface HaltFacts {
  /** What a kill switch says. */
  readonly said: HaltAnswer['halt'];
  /** Passes in a row without a finding, and idle cycles in a row. */
  readonly emptyStreak: number;
  readonly idleStreak: number;
  /** Whether anything waits to be done; absent where nobody has looked. */
  readonly ready?: boolean;
  /** Items of the user's queue that are still to be done. */
  readonly queueLeft: number;
  /** Of the queue: regressed or failed in a row. */
  readonly failureStreak: number;
  /** Since the session began or the last productive cycle closed, whichever was later; absent where that is not known. */
  readonly quietMinutes?: number;
  /** Goals that passed when they were last measured and do not now. */
  readonly regressed: readonly string[];
  readonly lastResult?: CycleResult;
  readonly limits: Pick<Ladder, 'dormantAfter' | 'pinnedFailures' | 'breakerMinutes'>;
}

/** The first thing that holds, in this order. The last two end nothing: what regressed is restored first, what failed is put back. */
export type HaltCause = 'kill' | 'stop' | 'dormant' | 'error_budget' | 'goal_regression' | 'prior_cycle_fail';

export interface HaltVerdict {
  readonly halt: boolean;
  readonly cause: HaltCause | null;
  readonly reason: string;
  /** Of an error budget: what was used up. */
  readonly breaker?: 'minutes' | 'failures';
  /** Goals that are to be restored before anything else. */
  readonly restore: readonly string[];
}

/** Whether the next cycle may begin. Contract: pure; the same facts, the same verdict. */
export function haltVerdict(facts: HaltFacts): HaltVerdict {
  const { said, regressed, lastResult } = facts;
  if (said !== null) return ended(said.cause, switchText(said));
  if (isDormant(facts)) return ended('dormant', `nothing to do was found ${facts.limits.dormantAfter} times in a row`);
  const breaker = breakerOf(facts);
  if (breaker !== undefined) return breaker;
  if (regressed.length > 0)
    return { ...GO, cause: 'goal_regression', reason: `no longer met: ${regressed.join(', ')}`, restore: regressed };
  if (lastResult === 'regressed')
    return { ...GO, cause: 'prior_cycle_fail', reason: 'the cycle before was given up; nothing of it has landed' };
  return GO;
}

const GO: HaltVerdict = { halt: false, cause: null, reason: '', restore: [] };

const ended = (cause: HaltCause, reason: string): HaltVerdict => ({ halt: true, cause, reason, restore: [] });

/** Never while something waits, or while nobody has looked. */
function isDormant({ ready, queueLeft, emptyStreak, idleStreak, limits }: HaltFacts): boolean {
  const before = limits.dormantAfter - 1;
  return ready === false && queueLeft === 0 && emptyStreak >= before && idleStreak >= before;
}

function breakerOf({ failureStreak, quietMinutes, queueLeft, limits }: HaltFacts): HaltVerdict | undefined {
  const { pinnedFailures, breakerMinutes } = limits;
  if (failureStreak >= pinnedFailures) {
    const reason = `${failureStreak} cycles of the queue failed one after the other`;
    return { ...ended('error_budget', reason), breaker: 'failures' };
  }
  if (queueLeft > 0 || quietMinutes === undefined || quietMinutes < breakerMinutes) return undefined;
  return { ...ended('error_budget', `no productive cycle for ${breakerMinutes} minutes`), breaker: 'minutes' };
}

function switchText({ file, text, old }: NonNullable<HaltAnswer['halt']>): string {
  const said = text.trim() === '' ? '' : `: ${text.trim()}`;
  const aged = old === true ? ` (it is older than a week; to go on, remove it: rm ${file})` : '';
  return `${file} says stop${said}${aged}`;
}
