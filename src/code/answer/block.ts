import { isDivider, isReplaceMark, outdented, searchMark, signs } from './mark.ts';
import type { BlockPiece, Problem } from './piece.ts';

export interface BlockRead {
  readonly next: number;
  readonly block: Pick<BlockPiece, 'search' | 'replace' | 'indent' | 'divider'>;
}

/** Reads the SEARCH/REPLACE block that starts on a line. Fences inside are content. */
export function readBlock(lines: readonly string[], start: number, name: string): BlockRead | Problem {
  const first = lines[start] ?? '';
  let end = start + 1;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (isReplaceMark(line)) break;
    if (searchMark(line) !== undefined)
      return { problem: `${name}: another SEARCH comes before its ">>>>>>> REPLACE". Close each block.` };
  }
  if (end === lines.length)
    return { problem: `${name} has no ">>>>>>> REPLACE": the answer seems cut off. Send it whole, with fewer lines.` };
  const divider = dividerOf(lines, start, end);
  if (divider === 'none') return { problem: `${name} has no "=======" line between SEARCH and REPLACE.` };
  if (divider === 'several')
    return {
      problem:
        `${name} has several "=======" lines, and it is not clear which one parts SEARCH from REPLACE. ` +
        'Write its three markers with 9 signs each.',
    };
  return {
    next: end + 1,
    block: {
      search: lines.slice(start + 1, divider),
      replace: lines.slice(divider + 1, end),
      indent: searchMark(first)?.indent ?? 0,
      divider: lines[divider] ?? '',
    },
  };
}

/** The only line of `=`, or the only one with as many signs as SEARCH has. */
function dividerOf(lines: readonly string[], start: number, end: number): number | 'none' | 'several' {
  const all: number[] = [];
  for (let index = start + 1; index < end; index++) if (isDivider(lines[index] ?? '')) all.push(index);
  const length = signs(lines[start] ?? '');
  const alike = all.length > 1 ? all.filter((index) => signs(lines[index] ?? '') === length) : all;
  if (all.length === 0) return 'none';
  return alike.length === 1 ? (alike[0] ?? 'none') : 'several';
}

/** A block as it stands, and, where its markers are indented, as it is without that indentation. */
export function readings({ search, replace, indent }: BlockPiece): readonly Pick<BlockPiece, 'search' | 'replace'>[] {
  const stripped = indent === 0 ? undefined : outdented([...search, ...replace], indent);
  if (stripped === undefined) return [{ search, replace }];
  return [
    { search, replace },
    { search: stripped.slice(0, search.length), replace: stripped.slice(search.length) },
  ];
}
