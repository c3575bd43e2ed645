import { isUtf8 } from 'node:buffer';
import { confine } from '../code/code.ts';
import type { Refused } from '../domain/candidate.ts';
import type { Target } from '../domain/target.ts';

interface Changed<M> {
  readonly changes: ReadonlyMap<string, Buffer | null>;
  readonly modes: ReadonlyMap<string, M>;
  readonly refused: readonly Refused[];
}

/**
 * Changes held to the target: its file is the seed's with what was made of the target. A file in which the target can't be
 * found is kept as it was made, to be told why it is invalid.
 */
export async function withinTarget<M>(
  found: Changed<M>,
  target: Target | undefined,
  seed: (path: string) => Promise<Buffer | undefined>,
): Promise<Changed<M>> {
  const made = target && found.changes.get(target.path);
  const original = target && (await seed(target.path));
  if (target === undefined || made === undefined || made === null || original === undefined) return found;
  // The mode is not the target's.
  const modes = new Map([...found.modes].filter(([path]) => path !== target.path));
  const encoding = isUtf8(original) ? 'utf8' : 'latin1';
  if (encoding === 'utf8' && !isUtf8(made)) {
    const changes = new Map([...found.changes].filter(([path]) => path !== target.path));
    return { changes, modes, refused: [...found.refused, { path: target.path, reason: 'it is no longer UTF-8' }] };
  }
  const kept = await confine(target, original.toString(encoding), made.toString(encoding));
  if (kept.kind === 'lost') return { ...found, modes };
  const changes = new Map(found.changes).set(target.path, Buffer.from(kept.text, encoding));
  const left = kept.left.map((reason) => ({ path: target.path, reason }));
  return { changes, modes, refused: [...found.refused, ...left] };
}
