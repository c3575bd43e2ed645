import { languageOf } from './languages.ts';

/** What may change of a file that has markers: whole lines, strictly between a start and an end. */
export interface Block {
  /** Offsets in UTF-16 units; the end is the first that may not change. */
  readonly start: number;
  readonly end: number;
  /** Lines from 1, of the two markers: what lies between may change. */
  readonly startLine: number;
  readonly endLine: number;
}

type Markers =
  | { readonly kind: 'none' }
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }
  | { readonly kind: 'bad'; readonly line: number; readonly reason: string };

const START = 'EVOLVE-BLOCK-START';
const END = 'EVOLVE-BLOCK-END';

// For files whose language we don't know.
const anyLeaders: readonly string[] = ['//', '/*', '#', '--', ';', '%', '<!--'];

/**
 * A marker is a comment that starts with its name. Code before it on the line is as protected as the marker's own line.
 */
export function markers(path: string, text: string): Markers {
  if (!text.includes('EVOLVE-BLOCK-')) return { kind: 'none' };
  const leaders = (languageOf(path)?.comments ?? anyLeaders).map((leader) => leader.replace(/[*]/g, '\\$&')).join('|');
  const marker = new RegExp(`(?:^|[\\s;,(){}\\uFEFF])(?:${leaders})\\s*(${START}|${END})\\b`);
  const blocks: Block[] = [];
  let open: { start: number; line: number } | undefined;
  let line = 0;
  for (const match of text.matchAll(/[^\r\n]*(?:\r\n|\n|\r|$)/g)) {
    line++;
    const name = marker.exec(match[0])?.[1];
    if (name === START) {
      if (open !== undefined) return bad(line, `${START} inside the block of line ${open.line}`);
      open = { start: match.index + match[0].length, line };
    } else if (name === END) {
      if (open === undefined) return bad(line, `${END} without an ${START} before it`);
      blocks.push({ start: open.start, end: match.index, startLine: open.line, endLine: line });
      open = undefined;
    }
  }
  if (open !== undefined) return bad(open.line, `${START} without an ${END} after it`);
  return blocks.length === 0 ? { kind: 'none' } : { kind: 'blocks', blocks };
}

const bad = (line: number, reason: string): Markers => ({ kind: 'bad', line, reason });
