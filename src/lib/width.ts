/** How wide text is on a terminal. Counts rather too much than too little, so that a fitted line never wraps. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const char of text.replace(STYLE, '')) width += widthOfChar(char);
  return width;
}

/** A line of at most so many columns; an ellipsis says where it was cut. */
export function cut(line: string, columns: number): string {
  if (columns === Number.POSITIVE_INFINITY || widthOf(line) <= columns) return line;
  const room = Math.max(1, columns) - 1;
  let [kept, width, styled] = ['', 0, false];
  for (const [token] of line.matchAll(TOKEN)) {
    if (token.length > 2) {
      styled = true;
      kept += token;
      continue;
    }
    width += widthOfChar(token);
    if (width > room) break;
    kept += token;
  }
  return `${kept}…${styled ? RESET : ''}`;
}

/** A paragraph in lines of at most so many columns, those after the first indented; words are cut only when too long. */
export function wrap(text: string, columns: number, indent: number): readonly string[] {
  if (widthOf(text) <= columns) return [text];
  const lines = [''];
  const room = Math.max(indent + 8, columns);
  for (const word of text.split(/(?<= )/)) {
    const line = lines.at(-1) ?? '';
    if (line.trim() === '' || widthOf(line + word.trimEnd()) <= room) lines[lines.length - 1] = line + word;
    else lines.push(' '.repeat(indent) + word);
  }
  return lines.map((line) => cut(line.trimEnd(), columns));
}

export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** Text by others on one line: nothing in it moves the cursor, changes colours or turns the direction of reading. */
export function plain(text: string): string {
  return withoutControls(text.replace(ESCAPE, '').replace(/\s+/g, ' ')).trim();
}

/** Lines as they may go to a terminal: of all control characters only line breaks, tabs and our own colours. */
export function harmless(text: string): string {
  return text
    .split(STYLE_APART)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .split(/([\n\t])/)
            .map(keepBreaks)
            .join(''),
    )
    .join('');
}

const keepBreaks = (part: string): string =>
  part === '\n' || part === '\t' ? part : withoutControls(part.replace(ESCAPE, ''));

const ESC = '\u001b';
const BELL = '\u0007';
const RESET = `${ESC}[0m`;
const STYLED = String.raw`${ESC}\[[0-9;]*m`;
const ASCII = /^[ -~]*$/;
const STYLE = new RegExp(STYLED, 'g');
const STYLE_APART = new RegExp(`(${STYLED})`);
const TOKEN = new RegExp(String.raw`${STYLED}|[\s\S]`, 'gu');
/** Sequences that terminals obey: cursor and colours, titles and links, device strings. */
const ESCAPE = new RegExp(
  String.raw`${ESC}(?:\[[0-?]*[ -/]*[@-~]|\][^${BELL}${ESC}]*(?:${BELL}|${ESC}\\)?|[PX^_][^${ESC}]*(?:${ESC}\\)?)`,
  'g',
);
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
/** East Asian wide and fullwidth forms, and what is shown as a picture. A selector that makes one adds a column. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;
const PICTURE_SELECTOR = '\ufe0f';

function widthOfChar(char: string): number {
  if (char >= ' ' && char <= '~') return 1;
  if (char === PICTURE_SELECTOR) return 1;
  if (NOTHING.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}

const CONTROLS = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const withoutControls = (text: string): string => text.replace(CONTROLS, '');
