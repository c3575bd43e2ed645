/** Lines that give an answer its structure. All of them tolerate indentation and trailing space. */

/** `<<<<<<< SEARCH`, with what follows on the line: a path, or nothing. */
export function searchMark(line: string): { readonly indent: number; readonly rest: string } | undefined {
  const found = /^[ \t]*<{5,9}[ \t]*SEARCH\b:?/i.exec(line);
  return found === null ? undefined : { indent: leading(line), rest: line.slice(found[0].length).trim() };
}

export const isReplaceMark = (line: string): boolean => /^>{5,9}[ \t]*REPLACE$/i.test(line.trim());

export const isDivider = (line: string): boolean => /^={5,9}$/.test(line.trim());

/** Half of a block, or a block of another dialect: git's conflicts, ORIGINAL and UPDATED. */
export const isStrayMark = (line: string): boolean => /^(?:<{5,9}|>{5,9})(?:\s|$|SEARCH|REPLACE)/i.test(line.trim());

/** How many signs a marker has. */
export const signs = (line: string): number => /^(?:<+|=+|>+)/.exec(line.trim())?.[0].length ?? 0;

export interface Fence {
  /** Columns before the fence, a list's bullet among them. */
  readonly indent: number;
  readonly sign: string;
  readonly length: number;
  readonly info: string;
}

/** What opens a fenced block. */
export function fenceOf(line: string): Fence | undefined {
  const found = /^([ \t]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(`{3,}|~{3,})/.exec(line);
  const run = found?.[2];
  if (found === null || run === undefined) return undefined;
  const info = line.slice(found[0].length).trim();
  const sign = run.slice(0, 1);
  return sign === '`' && info.includes('`')
    ? undefined
    : { indent: found[1]?.length ?? 0, sign, length: run.length, info };
}

/**
 * What a line is to an open fence. As in Markdown, a fence that is indented by four columns more is content; one
 * that is indented by less, or names a language, could be an end, a start or content.
 */
export function within(fence: Fence, line: string): 'content' | 'end' | 'unclear' {
  const inner = fenceOf(line);
  if (inner === undefined || inner.sign !== fence.sign || inner.length < fence.length) return 'content';
  if (inner.indent > fence.indent + 3) return 'content';
  return inner.info === '' && inner.indent <= fence.indent && inner.indent === leading(line) ? 'end' : 'unclear';
}

/** Columns of white space at the start. */
export function leading(line: string): number {
  let columns = 0;
  while (line[columns] === ' ' || line[columns] === '\t') columns++;
  return columns;
}

export const isBlank = (line: string): boolean => line.trim() === '';

/** The lines moved to the left by so many columns; undefined where a line has fewer. */
export function outdented(lines: readonly string[], columns: number): readonly string[] | undefined {
  if (lines.some((line) => !isBlank(line) && leading(line) < columns)) return undefined;
  return lines.map((line) => line.slice(Math.min(columns, leading(line))));
}
