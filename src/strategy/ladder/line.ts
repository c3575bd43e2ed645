import type { CycleLine, WorkAnswer } from '../../domain/cycle.ts';
import { isoOf } from '../../domain/iso.ts';
import type { Entry } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { byText, clipped, tasksOf } from './course.ts';
import type { Opening, Pinned } from './memos.ts';
import { brokenIn } from './oscillation.ts';

/** What a line is made of. */
export interface LineFacts {
  readonly opening: Opening;
  /** When it is written. */
  readonly at: number;
  readonly base: Entry;
  /** What was measured after the work, where it has landed. */
  readonly after?: Entry | undefined;
  readonly waiting?: WorkAnswer | undefined;
  readonly works: readonly WorkItem[];
  readonly pinned?: Pinned | undefined;
}

/** Of work that lands: the commit is known once it has. */
export function landedLine(facts: LineFacts): CycleLine {
  return {
    ...headOf(facts),
    result: 'improved',
    ...measuredOf(facts),
    ...qualityOf(facts, facts.works),
    ...tailOf(facts),
  };
}

/** Of work that brought something and changed nothing, or that was given up: the base is what there is. */
export function productiveLine(facts: LineFacts, result: 'regressed' | 'harvested', reason: string): CycleLine {
  const canonical = facts.base.candidate === undefined ? {} : { canonicalSha: facts.base.candidate.commit };
  const done = result === 'harvested' ? facts.works : [];
  return {
    ...headOf(facts),
    result,
    ...canonical,
    ...measuredOf(facts),
    ...qualityOf(facts, done),
    ...tailOf(facts),
    ...why(reason),
  };
}

/** Of work that nothing came of: an idle line that says what was attempted. */
export function fruitlessLine(facts: LineFacts, reason: string): CycleLine {
  const { target, ...head } = headOf(facts);
  return { ...head, target: 'idle', result: 'unchanged', attempted: target, ...tailOf(facts), ...why(reason) };
}

export const idleLine = ({ cycle }: Opening, at: number): CycleLine => ({
  cycle,
  target: 'idle',
  result: 'unchanged',
  timestamp: isoOf(at),
});

export const quarantineLine = ({ cycle }: Opening, at: number, goal: string, oscillations: number): CycleLine => ({
  cycle,
  target: goal,
  result: 'quarantined',
  timestamp: isoOf(at),
  oscillations,
  source: 'goal',
});

export const WAVE = 'parallel-wave';

function headOf({ opening, at, works }: LineFacts) {
  const [first] = works;
  return {
    cycle: opening.cycle,
    target: works.length > 1 ? WAVE : (first?.target ?? 'idle'),
    timestamp: isoOf(at),
  };
}

/** Over all goals, whatever the work was about. */
function measuredOf({ base, after }: LineFacts) {
  const tasks = tasksOf(after ?? base);
  const all = Object.keys(tasks);
  const failing = brokenIn(tasks).toSorted(byText);
  const start = base.candidate === undefined ? {} : { cycleStartSha: base.candidate.commit };
  return {
    ...start,
    goalsPassing: all.length - failing.length,
    goalsTotal: all.length,
    ...(failing.length > 0 ? { failing } : {}),
  };
}

/** By what nobody has finished, without what this one has. */
function qualityOf({ waiting }: LineFacts, done: readonly WorkItem[]) {
  if (waiting === undefined) return {};
  const left = (severity: 'high' | 'medium') =>
    Math.max(
      0,
      waiting.open[severity] - done.filter((one) => one.source === 'harvested' && one.severity === severity).length,
    );
  return { qualityScore: qualityScore(left('high'), left('medium')) };
}

export const qualityScore = (high: number, medium: number): number => Math.max(0, 100 - 10 * high - 3 * medium);

function tailOf({ works, pinned }: LineFacts) {
  const [first] = works;
  const wave = works.length > 1 ? { parallel: true as const, goalIds: works.map(({ target }) => target) } : {};
  return {
    ...wave,
    ...(pinned === undefined ? {} : queueOf(pinned)),
    ...(first === undefined ? {} : { source: first.source }),
    ...(first?.hash === undefined ? {} : { directiveHash: first.hash }),
  };
}

const queueOf = ({ item, index, total, unblock }: Pinned) => ({
  mode: 'pinned' as const,
  queueItem: item,
  queueIndex: index,
  queueTotal: total,
  ...(unblock === undefined ? {} : { unblockTarget: unblock.target, unblockDepth: unblock.depth }),
});

const why = (reason: string) => (reason === '' ? {} : { reason: clipped(reason.replace(/\s+/g, ' ').trim(), 300) });
