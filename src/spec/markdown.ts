/** One line of a text, and where it lies: from `start` to `end`, its line break included. */
export interface Line {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** A heading with the lines below it, up to the next heading of any level. What is before the first has level 0. */
export interface Part {
  readonly level: number;
  readonly title: string;
  /** Of the heading; of the beginning 1. */
  readonly number: number;
  readonly heading?: Line;
  readonly lines: readonly Line[];
}

export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found + 1;
    const words = text.slice(start, end).replace(/^\uFEFF|\r?\n$/g, '');
    lines.push({ text: words, number: lines.length + 1, start, end });
    start = end;
  }
  return lines;
}

const HEADING = /^ {0,3}(#{1,6})(?![^ \t])(.*)$/;
const FENCE = /^ {0,3}(```+|~~~+)/;

/** The parts of a Markdown text, in order. What is in fenced blocks is no heading. */
export function partsOf(text: string): readonly Part[] {
  const parts: (Part & { lines: Line[] })[] = [{ level: 0, title: '', number: 1, lines: [] }];
  let fence: string | undefined;
  for (const line of linesOf(text)) {
    const mark = FENCE.exec(line.text)?.[1];
    const heading = fence === undefined ? HEADING.exec(line.text) : null;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.text.trim() === mark) fence = undefined;
    if (heading === null) parts.at(-1)?.lines.push(line);
    else {
      const [, marks = '', title = ''] = heading;
      parts.push({ level: marks.length, title: titleIn(title), number: line.number, heading: line, lines: [] });
    }
  }
  return parts;
}

/** A heading may end with marks, too. */
function titleIn(words: string): string {
  const title = words.trim();
  const bare = title.replace(/#+$/, '');
  return bare === '' || /\s$/.test(bare) ? bare.trim() : title;
}

/** The first section of this title, whatever its case: its own part, and those below it. */
export function sectionOf(parts: readonly Part[], title: string): readonly Part[] | undefined {
  const from = parts.findIndex((part) => part.level === 2 && sameTitle(part.title, title));
  if (from === -1) return undefined;
  const next = parts.findIndex((part, index) => index > from && part.level <= 2);
  return parts.slice(from, next === -1 ? undefined : next);
}

export const sameTitle = (a: string, b: string): boolean =>
  a.trim().replace(/\s+/g, ' ').toLowerCase() === b.toLowerCase();

/** One item of a list, with the lines that go on with it. */
export interface Item {
  readonly text: string;
  readonly number: number;
}

const BULLET = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/;

/** The items of the lists among these lines; what is indented below an item goes on with it. */
export function itemsOf(lines: readonly Line[]): readonly Item[] {
  const items: { text: string; number: number }[] = [];
  let open = false;
  for (const { text, number } of lines) {
    const bullet = BULLET.exec(text)?.[1];
    const last = items.at(-1);
    if (bullet !== undefined) items.push({ text: bullet.trim(), number });
    else if (open && last !== undefined && /^\s+\S/.test(text)) last.text = `${last.text} ${text.trim()}`.trim();
    open = bullet !== undefined || (open && text.trim() !== '');
  }
  return items.filter(({ text }) => text !== '');
}

/** A text without the back-ticks around it, as far as both sides have them. */
export function unticked(text: string): string {
  const plain = text.trim();
  if (/^`+$/.test(plain)) return '';
  const before = /^`*/.exec(plain)?.[0].length ?? 0;
  const after = /`*$/.exec(plain)?.[0].length ?? 0;
  const ticks = Math.min(before, after);
  return ticks === 0 ? plain : plain.slice(ticks, plain.length - ticks).trim();
}

/** The command of an item: what is in back-ticks where it begins with them, without what is said of it after. */
export function commandIn(text: string): string {
  const quoted = /^`([^`]+)`\s*(?:$|[—–:(]|-\s)/.exec(text.trim())?.[1];
  return quoted === undefined ? unticked(text) : quoted.trim();
}

/** A text in back-ticks, from which `unticked` gives it again. */
export function ticked(text: string): string {
  const plain = text.trim();
  if (!plain.includes('`')) return `\`${plain}\``;
  const longest = Math.max(...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${plain} ${fence}`;
}
