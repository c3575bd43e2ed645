/** A file's text in parts that put together give the text again. */
export interface Text {
  readonly mark: '' | '\uFEFF';
  readonly lines: readonly Line[];
}

interface Line {
  readonly text: string;
  readonly end: '' | '\n' | '\r\n';
}

/** Lines from `start` to before `end`, counted from 0, and what stands there afterwards. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

export function textOf(text: string): Text {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const parts = text.slice(mark.length).split('\n');
  const last = parts.pop() ?? '';
  const lines = parts.map(
    (part): Line => (part.endsWith('\r') ? { text: part.slice(0, -1), end: '\r\n' } : { text: part, end: '\n' }),
  );
  return { mark, lines: last === '' ? lines : [...lines, { text: last, end: '' }] };
}

/**
 * The text after replacements that don't overlap. An answer can't show line ends, so they are the file's: each line that stays
 * keeps its own, new ones get the usual one, and the last line has an end if the file's last line had one.
 */
export function replaced(text: Text, replacements: readonly Replacement[]): string {
  const usual = usualEnd(text);
  const lines: Line[] = [];
  let from = 0;
  for (const { start, end, lines: after } of [...replacements].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const before = text.lines.slice(start, end);
    const head = sharedHead(before, after);
    const tail = sharedHead([...before].reverse(), [...after].reverse(), Math.min(before.length, after.length) - head);
    lines.push(...text.lines.slice(from, start + head));
    for (const line of after.slice(head, after.length - tail)) lines.push({ text: line, end: usual });
    from = end - tail;
  }
  lines.push(...text.lines.slice(from));
  const open = text.lines.at(-1)?.end === '';
  const last = lines.length - 1;
  const ended = lines.map((line, index) => `${line.text}${index === last && open ? '' : line.end || usual}`);
  return text.mark + ended.join('');
}

function sharedHead(before: readonly Line[], after: readonly string[], most = Math.min(before.length, after.length)) {
  let shared = 0;
  while (shared < most && before[shared]?.text === after[shared]) shared++;
  return shared;
}

function usualEnd({ lines }: Text): '\n' | '\r\n' {
  const windows = lines.filter(({ end }) => end === '\r\n').length;
  return windows * 2 > lines.filter(({ end }) => end !== '').length ? '\r\n' : '\n';
}
