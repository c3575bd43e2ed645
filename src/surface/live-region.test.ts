import { describe, expect, it } from 'vitest';
import { liveRegion } from './live-region.ts';

const ESC = '\u001b';
const TOKEN = new RegExp(String.raw`${ESC}\[\??\d*[A-Za-z]|[\s\S]`, 'gu');

/** A terminal of so many columns: what is on it, and whether its cursor can be seen. */
function terminal(columns: number, rows = 24) {
  const screen: string[] = [''];
  const seen = { cursor: true, writes: 0, columns, rows };
  let [row, column] = [0, 0];
  const write = (text: string) => {
    seen.writes += 1;
    for (const [token] of text.matchAll(TOKEN)) {
      if (token === '\u001b[?25l') seen.cursor = false;
      else if (token === '\u001b[?25h') seen.cursor = true;
      else if (token === '\u001b[2K') screen[row] = '';
      else if (token === '\u001b[J') screen.splice(row, screen.length, (screen[row] ?? '').slice(0, column));
      else if (token.endsWith('A') && token.length > 1) row -= Number(/\d+/.exec(token)?.[0]);
      else if (token === '\r') column = 0;
      else if (token === '\n') {
        row += 1;
        column = 0;
        screen[row] ??= '';
      } else {
        screen[row] = (screen[row] ?? '').slice(0, column) + token;
        column += 1;
      }
    }
  };
  const region = liveRegion({
    get columns() {
      return seen.columns;
    },
    get rows() {
      return seen.rows;
    },
    write,
  });
  return { region, seen, screen: () => screen.join('\n') };
}

describe('live region', () => {
  it('is redrawn in place, below what is printed', () => {
    const { region, screen } = terminal(40);
    region.draw(['one', 'two']);
    region.print('first');
    region.draw(['one', 'two, longer']);
    region.print('second');
    expect(screen()).toBe('first\nsecond\none\ntwo, longer\n');
    region.draw(['1']);
    expect(screen()).toBe('first\nsecond\n1\n');
    region.end();
    expect(screen()).toBe('first\nsecond\n');
  });

  it('writes nothing while nothing changes', () => {
    const { region, seen } = terminal(40);
    region.draw(['one']);
    const { writes } = seen;
    region.draw(['one']);
    expect(seen.writes).toBe(writes);
  });

  it('hides the cursor only while something is drawn', () => {
    const { region, seen } = terminal(40);
    region.end();
    expect(seen.writes).toBe(0);
    region.draw(['one']);
    expect(seen.cursor).toBe(false);
    region.end();
    region.end();
    expect(seen.cursor).toBe(true);
  });

  it('gives the screen away while somebody is asked, and comes back with the newest', () => {
    const { region, seen, screen } = terminal(40);
    region.draw(['one']);
    region.suspend();
    expect(seen.cursor).toBe(true);
    region.draw(['two']);
    region.suspend();
    region.resume();
    expect(screen()).toBe('');
    region.resume();
    expect(screen()).toBe('two\n');
    expect(seen.cursor).toBe(false);
  });

  it('is never taller than the terminal', () => {
    const { region, screen } = terminal(40, 4);
    region.draw(['1', '2', '3', '4', '5']);
    expect(screen()).toBe('1\n2\n3\n');
  });

  it('takes away lines that a narrower terminal has wrapped', () => {
    const { region, seen } = terminal(40);
    const written: string[] = [];
    const narrow = liveRegion({
      get columns() {
        return seen.columns;
      },
      rows: 24,
      write: (text) => written.push(text),
    });
    region.end();
    narrow.draw(['a'.repeat(30), 'b'.repeat(10)]);
    seen.columns = 20;
    narrow.redraw();
    expect(written.at(-1)?.startsWith('\u001b[3A\r')).toBe(true);
  });
});
