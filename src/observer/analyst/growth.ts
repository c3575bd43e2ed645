import type { Event } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';

/** Of more than these some are another's. */
const LOOKED_AT = 500;

/** Whether somebody else has recorded anything after this place. */
export function hasGrown(journal: Journal, after: number): boolean {
  const events = journal.read(after, LOOKED_AT);
  return events.length === LOOKED_AT || events.some(({ event }) => !isOwn(event));
}

const isOwn = (event: Event): boolean =>
  event.type === 'observed' || ((event.type === 'calling' || event.type === 'called') && event.call.role === 'analyst');
