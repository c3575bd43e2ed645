import type { Target } from '../../domain/target.ts';
import type { Span } from '../symbol/definition.ts';
import { located } from '../symbol/locate.ts';

/** Which parts of these may be edited where there is a target: those in it, without what it is called by. */
export async function within(
  spans: readonly Span[],
  path: string,
  text: string,
  target: Target | undefined,
): Promise<readonly Span[]> {
  if (target === undefined) return spans;
  const room = await roomOf(path, text, target);
  return room === undefined ? [] : spans.map((span) => shared(span, room)).filter(({ start, end }) => start < end);
}

async function roomOf(path: string, text: string, target: Target): Promise<Span | undefined> {
  const found = path === target.path ? await located(path, text, target) : undefined;
  if (found === undefined) return undefined;
  const { start, end, body } = found;
  if (target.loose === true || body === undefined) return { start, end };
  const brace = /\{\s*$/.exec(text.slice(start, body.start))?.[0].length ?? 0;
  return { start: body.start - brace, end };
}

const shared = (a: Span, b: Span): Span => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });
