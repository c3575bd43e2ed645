import type { Event, Recorded } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import { UserError } from '../lib/user-error.ts';

const PAGE = 1000;

/** All that happened so far. */
export function eventsOf(journal: Journal): readonly Recorded[] {
  const events: Recorded[] = [];
  for (;;) {
    const page = journal.read(events.at(-1)?.seq ?? 0, PAGE);
    if (page.length === 0) return events;
    events.push(...page);
  }
}

/**
 * The events up to a point and including it: a number as the log shows it, a candidate's placement, or a generation as a whole; by default all but
 * the end and what came after it. What was recorded together is not torn apart. Throws `UserError` when there is none such.
 */
export function pointIn(events: readonly Recorded[], at: string | undefined, run: string): readonly Recorded[] {
  const last = at === undefined ? lastBeforeEnd(events) : indexOf(events, at, run);
  return events.slice(0, wholeFrom(events, last) + 1);
}

function lastBeforeEnd(events: readonly Recorded[]): number {
  const end = events.findLastIndex(({ event }) => event.type === 'finished' || event.type === 'stopped');
  const again = events.findLastIndex(({ event }) => event.type === 'driven');
  return end > again ? end - 1 : events.length - 1;
}

function indexOf(events: readonly Recorded[], at: string, run: string): number {
  const batch = /^gen(\d+)$/.exec(at)?.[1];
  if (batch !== undefined) return endOf(events, Number(batch), run);
  const own = events.findIndex(({ event }) => event.type === 'placed' && event.proposal === at);
  if (own >= 0) return own;
  const index = /^\d+$/.test(at) ? events.findIndex(({ seq }) => seq === Number(at)) : -1;
  if (index >= 0) return index;
  const [first, last] = [events[0]?.seq, events.at(-1)?.seq];
  throw new UserError(
    `Run ${run} has no event ${JSON.stringify(at)}. Its events are numbered from ${first} to ${last}: see evolve log --run ${run}`,
  );
}

/** Where the last proposal of a generation was placed. */
function endOf(events: readonly Recorded[], batch: number, run: string): number {
  const open = new Set<string>();
  let end = -1;
  for (const [index, { event }] of events.entries()) {
    if (event.type === 'proposed' && event.proposal.batch === batch) open.add(event.proposal.id);
    if (event.type !== 'placed' || !open.delete(event.proposal)) continue;
    end = index;
  }
  if (end >= 0 && open.size === 0) return end;
  throw new UserError(`Generation ${batch} of run ${run} is not complete. See: evolve log --run ${run}`);
}

/** To the end of what was recorded at once: the opening of a run, the proposals of a generation. */
function wholeFrom(events: readonly Recorded[], index: number): number {
  const isTogether = (one: Event | undefined, next: Event | undefined): boolean => {
    if (next?.type === 'memo') return true;
    return one?.type === 'proposed' && next?.type === 'proposed' && one.proposal.batch === next.proposal.batch;
  };
  const opened = events.findIndex(({ event }) => event.type === 'placed');
  let last = Math.max(index, opened);
  while (isTogether(events[last]?.event, events[last + 1]?.event)) last += 1;
  return last;
}
