import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleOf } from './style.ts';
import { cut, harmless, padEnd, padStart, plain, widthOf } from './width.ts';

describe('width', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['🚀', 2],
    ['a\u200bb', 2],
    [styleOf(true).good('ok'), 2],
  ])('of %j is %d', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it('cuts by columns, not by characters, and ends the colour it cut', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abcdef', 4)).toBe('abc…');
    expect(cut('漢字漢字', 5)).toBe('漢字…');
    expect(cut('漢字漢字', 4)).toBe('漢…');
    expect(cut(styleOf(true).bad('abcdef'), 3)).toBe('\u001b[31mab…\u001b[0m');
    expect(cut('abc', Number.POSITIVE_INFINITY)).toBe('abc');
  });

  it('never exceeds the columns there are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '漢', '🚀', 'e\u0301', '\u001b[1m', '\u001b[22m', '–') });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (line, columns) => {
        expect(widthOf(cut(line, columns))).toBeLessThanOrEqual(columns);
        expect(widthOf(padEnd(line, columns))).toBeGreaterThanOrEqual(columns);
        expect(widthOf(padStart(line, columns))).toBe(Math.max(columns, widthOf(line)));
      }),
    );
  });
});

describe('text by others', () => {
  it('is one line without anything that a terminal obeys', () => {
    expect(plain('  a\n\tb\r\nc ')).toBe('a b c');
    expect(plain('\u001b[2J\u001b[Hgone \u001b]0;title\u0007\u001b[31mred\u001b[0m')).toBe('gone red');
    expect(plain('\u202egnp.exe\u0008\u009b')).toBe('gnp.exe');
  });

  it('keeps lines and our colours where it is shown as it is', () => {
    const good = styleOf(true).good('yes');
    expect(harmless(`a\n\tb ${good}\u001b[2J\u001b[5A\u0007`)).toBe(`a\n\tb ${good}`);
  });
});
