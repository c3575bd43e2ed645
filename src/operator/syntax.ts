import { cross, editable, mutate } from '../code/code.ts';
import type { Change, Draft, Operator, Source } from '../domain/operator.ts';
import { type Rng, rng } from '../domain/rng.ts';

interface Part {
  readonly path: string;
  readonly text: string;
  /** How many places of it can be edited. */
  readonly places: number;
}

// Where nothing comes of one file, another is drawn.
const ATTEMPTS = 6;
// Reasons that are shown when nothing can be edited.
const SHOWN = 3;

/** Edits the syntax tree without a model: mutate is one edit, fresh several, cross takes from the second parent. */
export const syntax: Operator = {
  async apply({ proposal, seed, attempt: nth }, draft, signal) {
    const { parts, skipped } = await partsOf(draft);
    if (parts.length === 0) {
      const reasons = skipped.length === 0 ? 'no files' : skipped.slice(0, SHOWN).join('; ');
      // Nobody failed: edits may well leave a program in which there is nothing more to edit.
      return { kind: 'unchanged', reason: `no syntax to edit: ${reasons}` };
    }
    const isCross = proposal.operator === 'cross';
    const streams = Array.from({ length: ATTEMPTS }, (_, attempt) => rng(seed, proposal.id, 'syntax', nth, attempt));
    const crossed = isCross
      ? await crossover(draft, parts, rng(seed, proposal.id, 'syntax', nth, 'cross'), signal)
      : undefined;
    if (crossed !== undefined) return crossed;
    for (const random of streams) {
      signal.throwIfAborted();
      const { path, text } = drawn(parts, random);
      const result = await mutate(path, text, random, proposal.operator === 'fresh' ? 'large' : 'small', draft.target);
      if (result.kind !== 'edited') continue;
      draft.write(path, result.text);
      const summary = prefixed(parts, path, result.summary);
      return { kind: 'changed', summary: isCross ? `nothing to exchange, instead ${summary}` : summary, drawn: true };
    }
    return { kind: 'unchanged', reason: `no edit was found in ${parts.map(({ path }) => path).join(', ')}` };
  },
};

/** Which files in scope have syntax to edit, and why the others have none. */
export async function treesIn(
  source: Source,
): Promise<{ readonly editable: readonly string[]; readonly skipped: readonly string[] }> {
  const { parts, skipped } = await partsOf(source);
  return { editable: parts.map(({ path }) => path), skipped };
}

async function partsOf(
  source: Source,
): Promise<{ readonly parts: readonly Part[]; readonly skipped: readonly string[] }> {
  const parts: Part[] = [];
  const skipped: string[] = [];
  for (const path of [...source.files()].sort()) {
    const text = await source.read(path);
    if (text === undefined) {
      skipped.push(`${path}: not UTF-8`);
      continue;
    }
    const found = await editable(path, text, source.target);
    if (found.kind !== 'found') skipped.push(found.reason);
    else if (found.places > 0) parts.push({ path, text, places: found.places });
    else skipped.push(`${path}: nothing that may be edited`);
  }
  return { parts, skipped };
}

/** Undefined when no file has anything to exchange. */
async function crossover(
  draft: Draft,
  parts: readonly Part[],
  random: Rng,
  signal: AbortSignal,
): Promise<Change | undefined> {
  const other = draft.others[0];
  if (other === undefined) return undefined;
  const known = new Set(other.files());
  const differing: (Part & { readonly theirs: string })[] = [];
  for (const part of parts) {
    const theirs = known.has(part.path) ? await other.read(part.path) : undefined;
    if (theirs !== undefined && theirs !== part.text) differing.push({ ...part, theirs });
  }
  for (let left = differing; left.length > 0; ) {
    signal.throwIfAborted();
    const part = drawn(left, random);
    const result = await cross(part.path, part.text, part.theirs, random, draft.target);
    // The only file that differs, taken as a whole, would be the other parent again.
    if (result.kind === 'edited' && (differing.length > 1 || result.text !== part.theirs)) {
      draft.write(part.path, result.text);
      return { kind: 'changed', summary: prefixed(parts, part.path, result.summary), drawn: true };
    }
    left = left.filter((one) => one !== part);
  }
  return undefined;
}

/** Large files are drawn more often. */
function drawn<One extends Part>(parts: readonly One[], random: Rng): One {
  let at = random.int(parts.reduce((sum, { places }) => sum + places, 0));
  const found = parts.find(({ places }) => {
    at -= places;
    return at < 0;
  });
  if (found === undefined) throw new Error('no file to draw from');
  return found;
}

const prefixed = (parts: readonly Part[], path: string, summary: string): string =>
  parts.length > 1 ? `${path} ${summary}` : summary;
