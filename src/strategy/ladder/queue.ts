import type { Escalated, SessionState } from '../../domain/cycle.ts';
import type { Ladder } from '../../domain/ladder.ts';
import type { QueueItem, WorkItem } from '../../domain/work-item.ts';
import { queueWork, unblockWork } from './items.ts';
import type { Pinned } from './memos.ts';
import type { Scoped } from './scope.ts';

export type Queue = NonNullable<SessionState['queue']>;

type Limits = Pick<Ladder, 'unblockDepth' | 'unblockFailures'>;

/** What is to be done next of the queue, and the queue after what had to be escalated on the way. */
export interface PinnedNext {
  readonly queue: Queue;
  readonly next?: { readonly pinned: Pinned; readonly scoped: Exclude<Scoped, { kind: 'defer' | 'park' }> };
}

/** Where the first item stands that is neither done nor escalated. */
function nextIndex(items: readonly QueueItem[], { index, completed, escalated }: Queue): number {
  const isDone = ({ id }: QueueItem): boolean => completed.includes(id) || escalated.some((one) => one.id === id);
  // A state of somebody else's may know how far it got and not by what.
  const from = completed.length + escalated.length < index ? index : 0;
  const at = items.findIndex((item, nth) => nth >= from && !isDone(item));
  return at < 0 ? items.length : at;
}

/** How many items are still to be done. */
export const queueLeft = (queue: Queue | undefined): number =>
  queue === undefined ? 0 : Math.max(0, queue.total - queue.index);

/**
 * Blockers come first, as deep as they may go; what needs too many, a circle of them or one that was given up is given up itself,
 * and so is what can't be done within the scope.
 */
export function pinnedNext(
  items: readonly QueueItem[],
  given: Queue,
  beads: readonly WorkItem[],
  cycle: number,
  limits: Limits,
  scope: (work: WorkItem) => Scoped,
): PinnedNext {
  let queue = given;
  for (;;) {
    const index = nextIndex(items, queue);
    const item = items[index];
    queue = { ...queue, index, total: items.length };
    if (item === undefined) return { queue: { ...queue, chain: [] } };
    const chain = chainOf(items, item, queue);
    const giveUp = (reason: string): Queue => escalate(items, queue, { id: item.id, reason, cycle, chain });
    const gone = chain.find((id) => queue.escalated.some((one) => one.id === id));
    const isCircle = new Set([item.id, ...chain]).size <= chain.length;
    if (gone !== undefined || isCircle || chain.length > limits.unblockDepth) {
      const tooDeep = `more than ${limits.unblockDepth} levels of blockers`;
      queue = giveUp(
        gone !== undefined ? `its blocker ${gone} was escalated` : isCircle ? 'its blockers form a circle' : tooDeep,
      );
      continue;
    }
    const target = chain.at(-1);
    const work = target === undefined ? queueWork(item, beads) : unblockWork(target, item, items, beads);
    const scoped = scope(work);
    if (scoped.kind === 'defer' || scoped.kind === 'park') {
      queue = giveUp(scoped.reason);
      continue;
    }
    const unblock = target === undefined ? {} : { unblock: { target, depth: chain.length } };
    const pinned = { item: item.id, index, total: items.length, ...unblock };
    return { queue: { ...queue, chain }, next: { pinned, scoped } };
  }
}

/** What must be done before an item, the nearest first: what was found to be missing, then what is declared. */
function chainOf(items: readonly QueueItem[], item: QueueItem, { chain, completed }: Queue): readonly string[] {
  const found = chain.filter((id) => !completed.includes(id) && id !== item.id);
  for (let id = found.at(-1) ?? item.id; ; ) {
    const blocker = items.find((one) => one.id === id)?.blocker;
    if (blocker === undefined || completed.includes(blocker)) return found;
    const isKnown = blocker === item.id || found.includes(blocker);
    found.push(blocker);
    if (isKnown) return found;
    id = blocker;
  }
}

/** Gives an item up, and all later ones that wait for it. */
function escalate(items: readonly QueueItem[], queue: Queue, first: Escalated): Queue {
  const escalated = [...queue.escalated, first];
  const isGone = (id: string | undefined): boolean => escalated.some((one) => one.id === id);
  for (const { id, blocker } of items) {
    if (blocker === undefined || isGone(id) || !isGone(blocker) || queue.completed.includes(id)) continue;
    escalated.push({ id, reason: `its blocker ${blocker} was escalated`, cycle: first.cycle, chain: [blocker] });
  }
  const after = { ...queue, escalated, chain: [] };
  return { ...after, index: nextIndex(items, after) };
}

/** How a cycle about the queue went. */
export interface PinnedCourse {
  readonly cycle: number;
  readonly pinned: Pinned;
  readonly succeeded: boolean;
  readonly reason: string;
  /** What must be done first, as the failure tells it. */
  readonly blockers: readonly string[];
  /** Of the session. */
  readonly failures: number;
  readonly retried: boolean;
}

export interface QueueAfter {
  readonly queue: Queue;
  readonly failures: number;
  readonly retried: boolean;
  readonly unblocked: boolean;
}

/** Only an item that was done, or given up, is left behind. */
export function queueAfter(
  items: readonly QueueItem[],
  queue: Queue,
  course: PinnedCourse,
  limits: Limits,
): QueueAfter {
  const { pinned, succeeded, reason, cycle, blockers } = course;
  const calm = { failures: 0, retried: false };
  const { unblock } = pinned;
  if (succeeded) {
    const done = unblock?.target ?? pinned.item;
    const chain = unblock === undefined ? [] : queue.chain.filter((id) => id !== done);
    const after = { ...queue, completed: [...queue.completed, done], chain };
    return { queue: { ...after, index: nextIndex(items, after) }, ...calm, unblocked: unblock !== undefined };
  }
  const failures = course.failures + 1;
  const { chain } = queue;
  const deeper = blockers.find((id) => id !== pinned.item && !chain.includes(id) && !queue.completed.includes(id));
  if (failures < limits.unblockFailures) {
    if (deeper !== undefined && chain.length < limits.unblockDepth)
      return { queue: { ...queue, chain: [...chain, deeper] }, failures, retried: false, unblocked: false };
    if (!course.retried) return { queue, failures, retried: true, unblocked: false };
  }
  const given = { id: pinned.item, reason: reason === '' ? 'it failed' : reason, cycle, chain };
  return { queue: escalate(items, queue, given), ...calm, unblocked: false };
}
