import type { Event } from '../domain/event.ts';
import type { Directions } from '../domain/lane.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { View } from '../domain/view.ts';

/** Nobody keeps to more of them at once. */
export const MOST_DIRECTIVES = 20;
/** Of all together; one alone is never longer. */
export const DIRECTIVES_BYTES = 8 * 1024;

/** What the user wants of whoever makes this proposal, the oldest first; where there is too much of it the oldest are left out. */
export function directivesFor(view: View, { id }: Pick<Proposal, 'id'>): Directions | undefined {
  const meant = view.directives(LOOKED_AT).filter(({ experiment }) => experiment === undefined || experiment === id);
  let room = DIRECTIVES_BYTES;
  const told = meant.slice(0, MOST_DIRECTIVES).filter(({ text }) => {
    room -= bytesOf(text);
    return room >= 0;
  });
  if (told.length === 0) return undefined;
  return {
    told: told.map((one) => ({ id: one.id, text: one.text })).reverse(),
    ...(told.length < meant.length ? { cut: true } : {}),
  };
}

/** Those of single experiments among them are not told to others. */
const LOOKED_AT = 200;

/** In UTF-8. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Calls of one proposal, at most: each attempt of an experiment has a few. */
const MOST_CALLS = 200;

/** How often an author was asked to make it. */
export function timesAsked(view: View, id: string): number {
  const calls = view.callsAfter(`${id}/`, MOST_CALLS).filter(({ key }) => key.startsWith(`${id}/`));
  return calls.filter(({ role }) => role === 'author' || role === 'expert').length;
}

/** Whoever was asked has read them. */
export function acknowledgements(view: View, directions: Directions | undefined, by: string): readonly Event[] {
  const told = new Set(directions?.told.map(({ id }) => id));
  return view
    .directives(LOOKED_AT)
    .filter(({ id, acknowledged }) => told.has(id) && acknowledged === undefined)
    .map(({ id }): Event => ({ type: 'acknowledged', directive: id, by }))
    .reverse();
}
