import type { Span } from './definition.ts';

interface Documented {
  readonly text: string;
  /** In source order. */
  readonly comments: readonly Span[];
  /** Where the definition starts with its marks, and where without them. */
  readonly start: number;
  readonly from: number;
  readonly body: Span | undefined;
  /** A string at the start of the body is the documentation. */
  readonly python: boolean;
}

/** What is said of a definition: its docstring, or the comments directly before it. */
export function docOf({ text, comments, start, from, body, python }: Documented): string | undefined {
  const said =
    (python && body !== undefined ? docstring(text.slice(body.start, body.end)) : undefined) ??
    block(text, comments, start) ??
    (from > start ? block(text, comments, from) : undefined);
  return said === undefined || said === '' ? undefined : said;
}

const DOCSTRING = /^\s*(?:[rRuU]{0,2})("""|'''|"|')([\s\S]*?)(?<!\\)\1/;

function docstring(body: string): string | undefined {
  const said = DOCSTRING.exec(body)?.[2];
  if (said === undefined) return undefined;
  const [first = '', ...rest] = lines(said);
  return trimmed([first.trim(), ...dedented(rest)]);
}

function block(text: string, comments: readonly Span[], before: number): string | undefined {
  const found: Span[] = [];
  let end = before;
  for (let i = lastBefore(comments, before); i >= 0; i--) {
    const comment = comments[i];
    if (comment === undefined || comment.end > end) break;
    const gap = text.slice(comment.start, end).slice(text.slice(comment.start, comment.end).trimEnd().length);
    const alone = /(?:^|\n)[^\S\n]*\uFEFF?$/.test(text.slice(Math.max(0, comment.start - 400), comment.start));
    if (!/^[^\S\n]*\n?[^\S\n]*$/.test(gap) || !alone) break;
    found.unshift(comment);
    end = comment.start;
    if (text.startsWith('/*', comment.start)) break;
  }
  return found.length === 0
    ? undefined
    : trimmed(dedented(found.flatMap((one) => plain(text.slice(one.start, one.end)))));
}

/** The index of the last that ends by then, or -1: files have many comments and many definitions. */
function lastBefore(comments: readonly Span[], offset: number): number {
  let [low, high] = [0, comments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Words for tools, not for people. */
const DIRECTIVE =
  /^\s*(?:go:\w|nolint|eslint|@ts-|prettier-|biome-|istanbul|c8 |v8 |noqa|pylint:|type:|mypy:|clang-format|NOLINT|#(?:end)?region|!\/)/;

function plain(comment: string): readonly string[] {
  const said = comment.startsWith('/*')
    ? lines(comment.replace(/^\/\*+!?/, '').replace(/\*+\/\s*$/, '')).map((line) => line.replace(/^\s*\*(?!\*) ?/, ''))
    : [comment.trimEnd().replace(/^(?:\/\/[/!]?<?|#+)/, '')];
  return said.filter((line) => !DIRECTIVE.test(line));
}

const lines = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.trimEnd());

/** Without the indentation that all have; the first line of a block comment has its own. */
function dedented(all: readonly string[]): readonly string[] {
  const depths = all.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return all.map((line) => line.slice(depth));
}

const trimmed = (all: readonly string[]): string =>
  all
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
