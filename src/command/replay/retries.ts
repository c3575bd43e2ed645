import type { Event, Recorded } from '../../domain/event.ts';

/**
 * How often a driver tried again before it gave up, told from what was recorded of it: the machine that replays need not
 * be as patient as the one that recorded.
 */
export function retriesIn(rest: Iterable<Recorded>): number {
  const failures = new Map<string, number>();
  // Of the work that succeeded in the end.
  let most = 0;
  let all = 0;
  for (const { event } of rest) {
    for (const what of doneBy(event)) {
      most = Math.max(most, failures.get(what) ?? 0);
      failures.delete(what);
    }
    if (event.type === 'infra') {
      const what = whatOf(event.reason);
      failures.set(what, (failures.get(what) ?? 0) + 1);
      all += 1;
    }
    const given = givenUp(event);
    if (given !== undefined && failures.has(whatOf(given)))
      return Math.max(most, ...[...failures.values()].map((count) => count - 1));
  }
  return all;
}

/** `making gen1-2: no space left` → `making gen1-2` */
const whatOf = (reason: string): string => reason.split(': ', 1)[0] ?? reason;

/** Why a driver gave up, if that is what an event tells. */
function givenUp(event: Event): string | undefined {
  if (event.type === 'evaluated' && event.evaluation.outcome === 'broken') return event.evaluation.reason;
  return event.type === 'stopped' && event.cause === 'broken' ? event.reason : undefined;
}

/** The work that an event is the result of, by the names under which it may have failed before. */
function doneBy(event: Event): readonly string[] {
  switch (event.type) {
    case 'applied':
      return [`making ${event.candidate.id}`];
    case 'dropped':
      return [`making ${event.proposal}`];
    case 'evaluated':
      return event.evaluation.outcome === 'broken' ? [] : [`measuring ${event.candidate}`, `again/${event.candidate}`];
    case 'sampled':
      return [`again/${event.candidate}`];
    case 'compared':
      return [`compare/${event.candidate}`];
    case 'held-out':
      return [`holdout/${event.candidate}`];
    case 'answered':
      return [event.key];
    default:
      return [];
  }
}
