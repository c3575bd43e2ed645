import type { Event } from '../../domain/event.ts';

/** Of all that waits, what was most likely meant to be the recorded event comes first. */
export function byLikeness(recorded: Event): (a: readonly Event[], b: readonly Event[]) => number {
  const likeness = ([event]: readonly Event[]): number => {
    if (event?.type !== recorded.type) return 0;
    return subjectOf(event) === subjectOf(recorded) ? 2 : 1;
  };
  return (a, b) => likeness(b) - likeness(a);
}

function subjectOf(event: Event): unknown {
  if (event.type === 'proposed') return event.proposal.id;
  if (event.type === 'applied') return event.candidate.id;
  if ('candidate' in event) return event.candidate;
  if ('proposal' in event) return event.proposal;
  if (event.type === 'asked') return event.question.key;
  return 'key' in event ? event.key : undefined;
}
