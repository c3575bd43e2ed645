import type { Live } from '../command/command.ts';
import { widthOf } from '../lib/width.ts';

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_LINE = '\u001b[2K';
const CLEAR_BELOW = '\u001b[J';
const up = (rows: number): string => (rows > 0 ? `\u001b[${rows}A\r` : '\r');

/** What a region needs of a terminal. */
export interface Screen {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
}

export interface LiveRegion extends Live {
  /** A line that scrolls away above the region. */
  print(line: string): void;
  /** Gives the screen away, with its cursor, until it is resumed. */
  suspend(): void;
  resume(): void;
  /** Draws again what was drawn, for a terminal that has another size now. */
  redraw(): void;
}

/**
 * The bottom of a terminal, redrawn in place.
 * Contract: writes nothing while nothing changes; while anything is drawn the cursor is hidden, afterwards never.
 */
export function liveRegion(screen: Screen): LiveRegion {
  let wanted: readonly string[] = [];
  let drawn: readonly string[] = [];
  let suspended = 0;

  /** A terminal that has become narrower has wrapped what was drawn. */
  const rowsOf = (lines: readonly string[]): number =>
    lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(widthOf(line) / Math.max(1, screen.columns))), 0);

  const replace = (lines: readonly string[], above: readonly string[] = []): void => {
    const before = drawn;
    drawn = lines;
    const cursor = before.length === 0 && lines.length > 0 ? HIDE_CURSOR : '';
    const after = before.length > 0 && lines.length === 0 ? SHOW_CURSOR : '';
    const start = before.length === 0 ? '' : up(rowsOf(before));
    // Cleared before it is written: behind a line that fills the row there is nothing left to clear.
    const clear = before.length === 0 ? '' : CLEAR_LINE;
    const body = [...above, ...lines].map((line) => `${clear}${line}\n`).join('');
    screen.write(`${cursor}${start}${body}${before.length === 0 ? '' : CLEAR_BELOW}${after}`);
  };

  const fits = (lines: readonly string[]): readonly string[] => lines.slice(0, Math.max(0, screen.rows - 1));

  return {
    draw(lines) {
      wanted = fits(lines);
      if (suspended > 0 || same(wanted, drawn)) return;
      replace(wanted);
    },
    print(line) {
      if (drawn.length === 0) screen.write(`${line}\n`);
      else replace(drawn, [line]);
    },
    suspend() {
      suspended += 1;
      if (drawn.length > 0) replace([]);
    },
    resume() {
      suspended -= 1;
      if (suspended === 0 && wanted.length > 0) replace(wanted);
    },
    redraw() {
      if (drawn.length > 0) replace(drawn);
    },
    end() {
      wanted = [];
      if (drawn.length > 0) replace([]);
    },
  };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);
