import { isBlank, leading } from './mark.ts';

/** How the same line is indented in the answer and in the file. */
interface Pair {
  readonly said: string;
  readonly is: string;
}

type Rule = (said: string) => string | undefined;

export const indentOf = (line: string): string => line.slice(0, leading(line));

/**
 * New lines with the indentation of the file, learned from lines that are in both the answer and the file; undefined where these don't
 * say what it would be.
 */
export function reindented(pairs: readonly Pair[], lines: readonly string[]): readonly string[] | undefined {
  const seen = new Map<string, string>();
  for (const { said, is } of pairs) {
    if ((seen.get(said) ?? is) !== is) return undefined;
    seen.set(said, is);
  }
  const distinct = [...seen].map(([said, is]): Pair => ({ said, is }));
  const rule = shift(distinct) ?? scale(distinct);
  const mixed = distinct.some(({ is }) => isMixed(is));
  const result: string[] = [];
  for (const line of lines) {
    if (isBlank(line)) {
      result.push(line);
      continue;
    }
    const said = indentOf(line);
    const is = seen.get(said) ?? rule?.(said);
    if (is === undefined || (isMixed(is) && !mixed)) return undefined;
    result.push(is + line.slice(said.length));
  }
  return result;
}

/** The answer's lines stand so much further left, or right, than the file's. */
function shift(pairs: readonly Pair[]): Rule | undefined {
  const first = pairs[0];
  if (first === undefined) return undefined;
  const more = first.is.slice(0, Math.max(0, first.is.length - first.said.length));
  if (pairs.every(({ said, is }) => is === more + said)) return (said) => more + said;
  const less = first.said.slice(0, Math.max(0, first.said.length - first.is.length));
  if (!pairs.every(({ said, is }) => said === less + is)) return undefined;
  return (said) => (said.startsWith(less) ? said.slice(less.length) : undefined);
}

/** The answer's levels have another width: four spaces for a tab, two for four. */
function scale(pairs: readonly Pair[]): Rule | undefined {
  const from = signOf(pairs.map(({ said }) => said));
  const to = signOf(pairs.map(({ is }) => is));
  const deepest = [...pairs].sort((a, b) => b.said.length - a.said.length)[0];
  const highest = [...pairs].sort((a, b) => a.said.length - b.said.length)[0];
  if (from === undefined || to === undefined || deepest === undefined || highest === undefined) return undefined;
  const base = deepest === highest ? { said: '', is: '' } : highest;
  const ratio = (deepest.is.length - base.is.length) / (deepest.said.length - base.said.length);
  const widthOf = (said: string): number => base.is.length + (said.length - base.said.length) * ratio;
  if (!(ratio > 0) || pairs.some(({ said, is }) => widthOf(said) !== is.length)) return undefined;
  return (said) => {
    const width = widthOf(said);
    const plain = said === '' || signOf([said]) === from;
    return plain && Number.isInteger(width) && width >= 0 ? to.repeat(width) : undefined;
  };
}

/** The one sign that all of this white space is made of. */
function signOf(indents: readonly string[]): string | undefined {
  const all = new Set(indents.join(''));
  return all.size === 1 ? [...all][0] : undefined;
}

const isMixed = (indent: string): boolean => indent.includes(' ') && indent.includes('\t');
