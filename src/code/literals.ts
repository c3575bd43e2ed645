import type { Tree } from 'web-tree-sitter';
import type { Target } from '../domain/target.ts';
import { within } from './confine/room.ts';
import { errorLine } from './error-line.ts';
import { type Language, languageOf, parserOf, unsupported } from './languages.ts';
import { type Block, markers } from './markers.ts';
import { structureOf } from './number-structure.ts';
import type { Reading } from './numbers.ts';
import { type Place, placesOf } from './place.ts';

/**
 * A number in the code, with the minus directly before it. Its `least` and `most`, where the code tells the type, are
 * what a search may ask for: values beyond them are written as these.
 */
export interface Literal extends Reading {
  /** Offsets in the text as JavaScript counts them, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export type Literals =
  | { readonly kind: 'found'; readonly literals: readonly Literal[] }
  | { readonly kind: 'unsupported'; readonly reason: string }
  | { readonly kind: 'unparsable'; readonly reason: string }
  | { readonly kind: 'crowded'; readonly reason: string };

/** More is a table of data: no search gets anywhere in so many dimensions. */
const MOST = 2_000;

/**
 * The numbers that a search may change, in source order: where the file has markers, only those between them, and with a
 * target only those inside of it.
 * Left out is what mostly breaks the program when touched; each language says what that is.
 */
export async function literals(path: string, text: string, target?: Target): Promise<Literals> {
  const language = languageOf(path);
  if (language === undefined) return { kind: 'unsupported', reason: unsupported(path) };
  const marked = markers(path, text);
  if (marked.kind === 'bad') return { kind: 'unparsable', reason: `${path}:${marked.line}: ${marked.reason}` };
  const whole = marked.kind === 'blocks' ? marked.blocks : [{ start: 0, end: text.length }];
  const blocks = await within(whole, path, text, target);
  const parser = await parserOf(language);
  const tree = parser.parse(text);
  if (tree === null) throw new Error(`the ${language.name} parser gave up`);
  try {
    const line = errorLine(tree);
    if (line !== undefined) return { kind: 'unparsable', reason: `${path}:${line}: not valid ${language.name}` };
    const all = found(language, tree, text, blocks);
    if (all.length <= MOST) return { kind: 'found', literals: all };
    const advice = 'mark a part with EVOLVE-BLOCK-START/END';
    return { kind: 'crowded', reason: `${path}: too many numbers (${all.length}) to search: ${advice}` };
  } finally {
    tree.delete();
  }
}

function found(
  language: Language,
  tree: Tree,
  text: string,
  blocks: readonly Pick<Block, 'start' | 'end'>[],
): readonly Literal[] {
  const { numbers, structure } = language;
  const places = [...placesOf(tree.rootNode, [...numbers, ...Object.keys(structure.counters)])];
  const isStructural = structureOf(structure)(places);
  return places.flatMap((place): Literal[] => {
    if (!numbers.includes(place.type)) return [];
    const signed = isNegated(place, language) ? (place.parent ?? place) : place;
    const number = language.readNumber(signed === place ? place.node.text : `-${place.node.text}`);
    if (number === undefined) return [];
    const { startIndex: start, endIndex: end, startPosition } = signed.node;
    if (!blocks.some((block) => block.start <= start && end <= block.end)) return [];
    if (isStructural(signed, number.integer)) return [];
    const least = isSignless(language, text, start, end) ? { least: 0 } : {};
    return [{ ...number, ...least, start, end, text: text.slice(start, end), line: startPosition.row + 1 }];
  });
}

/** How far the text around a number can say whether it takes a sign. */
const NEAR = 1_000;

function isSignless({ signless }: Language, text: string, start: number, end: number): boolean {
  if (signless === undefined || text[start] === '-') return false;
  const [left, right] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  return signless.some(({ before, after }) => before.test(left) && after?.test(right) !== false);
}

/**
 * Two children: a comment between the sign and the number would be lost, so such a number goes without its sign.
 * Some grammars have the sign in the number itself.
 */
function isNegated({ node, parent }: Place, language: Language): boolean {
  if (parent?.type !== language.sign || /^[-+]/.test(node.text)) return false;
  return parent.node.childCount === 2 && parent.node.firstChild?.type === '-';
}
