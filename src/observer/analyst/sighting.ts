import { heldBy } from '../../domain/likeness.ts';
import { plain } from '../../lib/width.ts';

/** Something that code has seen. */
export interface Sighting {
  /** `hint`: for whoever plans the next round. `alert`: for the user. */
  readonly kind: 'hint' | 'alert';
  /** Contract: the same whenever the same is seen, and never that of another: by it is known what was said. */
  readonly head: string;
  readonly rest: string;
}

/** What is recorded. */
export interface Said {
  readonly kind: 'hint' | 'alert';
  readonly text: string;
}

/** Of a text; of a head less, so that something follows. */
export const MOST_TEXT = 300;
const MOST_HEAD = 200;

export const saidOf = ({ kind, head, rest }: Sighting): Said => ({ kind, text: clip(`${headOf(head)}: ${rest}`) });

/** Those that were not said before. */
export function unsaid(sightings: readonly Sighting[], before: readonly string[]): readonly Sighting[] {
  const heads = new Set<string>();
  return sightings.filter(({ head }) => {
    const own = `${headOf(head)}:`;
    if (heads.has(own) || before.some((text) => text.startsWith(own))) return false;
    heads.add(own);
    return true;
  });
}

/** A reworded text shares fewer words than a copied one. */
const SHARE = 0.7;

/** Those that nobody has said before in nearly the same words, of the same experiments. */
export function unheard(texts: readonly string[], before: readonly string[]): readonly string[] {
  const known = [...before];
  return texts
    .map((text) => clip(text))
    .filter((text) => {
      if (text === '' || known.some((one) => isRepeated(one, text))) return false;
      known.push(text);
      return true;
    });
}

/** Names such as `exp_0003` and `r2-l0-d1`. */
const ID = /\b(?:exp_\d+|r\d+-l\d+-d\d+)\b/g;

function isRepeated(one: string, other: string): boolean {
  const [ids, others] = [idsIn(one), idsIn(other)];
  const [words, theirs] = [one.replace(ID, ''), other.replace(ID, '')];
  const isSame = ids === others || ids === '' || others === '';
  return isSame && heldBy(words, theirs) >= SHARE && heldBy(theirs, words) >= SHARE;
}

const idsIn = (text: string): string => [...new Set(text.match(ID) ?? [])].sort().join(' ');

const headOf = (head: string): string => clip(head, MOST_HEAD);

export function clip(text: string, most = MOST_TEXT): string {
  const line = plain(text);
  const chars = [...line];
  return chars.length <= most ? line : `${chars.slice(0, most - 1).join('')}…`;
}
