import type { Event } from '../../domain/event.ts';

/** Whether an event is the recorded one. What older versions did not write down is not looked at. */
export function isSame(event: Event, recorded: Event | undefined): boolean {
  return recorded !== undefined && text(like(event, recorded)) === text(recorded);
}

function like(event: Event, recorded: Event): Event {
  if (event.type !== 'applied' || recorded.type !== 'applied' || recorded.candidate.form !== undefined) return event;
  const { form: _unknown, ...candidate } = event.candidate;
  return { ...event, candidate };
}

/** The same text for the same value, whatever the order of its keys. */
function text(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

export interface Place {
  /** `candidate.tree` */
  readonly path: string;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

/** The first place in which two values differ. */
export function differenceIn(recorded: unknown, replayed: unknown, path = ''): Place | undefined {
  if (text(recorded) === text(replayed)) return undefined;
  if (!isObject(recorded) || !isObject(replayed)) return { path, recorded, replayed };
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
    const found = differenceIn(recorded[key], replayed[key], path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return { path, recorded, replayed };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
