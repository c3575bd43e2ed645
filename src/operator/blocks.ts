import { isUtf8 } from 'node:buffer';
import { type Block, markers } from '../code/code.ts';
import type { Refused } from '../domain/candidate.ts';

type Kept =
  | { readonly kind: 'as-is' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

const NONE = Buffer.alloc(0);

type Contents = ReadonlyMap<string, Buffer | null>;

/**
 * Changes made by someone who edits whole files, held to the EVOLVE-BLOCK markers of the parent: what lies outside the
 * blocks is put back, and a file that lost its markers stays as it was.
 */
export async function withinBlocks(
  changes: Contents,
  parent: (path: string) => Promise<Buffer | undefined>,
): Promise<{ readonly changes: Contents; readonly refused: readonly Refused[] }> {
  const kept = new Map<string, Buffer | null>();
  const refused: Refused[] = [];
  for (const [path, content] of changes) {
    const old = await parent(path);
    // Bytes that are no UTF-8 must come out as they went in.
    const encoding = isUtf8(old ?? NONE) && isUtf8(content ?? NONE) ? 'utf8' : 'latin1';
    const [before, after] = [old?.toString(encoding), content?.toString(encoding)];
    const found = before === undefined ? { kind: 'as-is' as const } : held(path, before, after ?? '');
    if (found.kind === 'as-is') kept.set(path, content);
    if (found.kind === 'refused') refused.push({ path, reason: found.reason });
    if (found.kind === 'text') {
      if (found.text !== before) kept.set(path, Buffer.from(found.text, encoding));
      if (found.text !== after) refused.push({ path, reason: 'text outside its EVOLVE-BLOCK markers' });
    }
  }
  return { changes: kept, refused };
}

function held(path: string, before: string, after: string): Kept {
  const own = markers(path, before);
  if (own.kind === 'none') return { kind: 'as-is' };
  if (own.kind === 'bad')
    return { kind: 'refused', reason: `its EVOLVE-BLOCK markers don't match: line ${own.line}: ${own.reason}` };
  const made = markers(path, after);
  if (made.kind !== 'blocks' || made.blocks.length !== own.blocks.length)
    return { kind: 'refused', reason: 'the EVOLVE-BLOCK markers were changed' };
  return { kind: 'text', text: spliced(before, own.blocks, after, made.blocks) };
}

/** The outside of one text with the blocks of another. */
function spliced(outer: string, holes: readonly Block[], inner: string, fillings: readonly Block[]): string {
  let at = 0;
  let text = '';
  for (const [index, hole] of holes.entries()) {
    const filling = fillings[index];
    text += outer.slice(at, hole.start) + (filling === undefined ? '' : inner.slice(filling.start, filling.end));
    at = hole.end;
  }
  return text + outer.slice(at);
}
