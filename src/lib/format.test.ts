import { describe, expect, it } from 'vitest';
import { formatDuration, formatNumber, formatSigned, shellQuote, table } from './format.ts';

describe('format', () => {
  it.each([
    [0, '0'],
    [5.0155711, '5.01557'],
    [1089, '1,089'],
    [123456.789, '123,457'],
    [0.00012345678, '0.000123457'],
    [1e-9, '1.0000e-9'],
    [-2.5, '-2.5'],
    [1e15, '1.0000e+15'],
  ])('%d as %s', (value, expected) => {
    expect(formatNumber(value)).toBe(expected);
  });

  it('signs changes', () => {
    expect([1.5, -1.5, 0].map(formatSigned)).toEqual(['+1.5', '-1.5', '0']);
  });

  it('quotes for a shell only what needs it', () => {
    expect(shellQuote('src/a-b.js')).toBe('src/a-b.js');
    expect(shellQuote("it's here")).toBe("'it'\\''s here'");
    expect(shellQuote('')).toBe("''");
  });

  it('writes durations', () => {
    expect([12, 1500, 61_000, 3_700_000].map(formatDuration)).toEqual(['12 ms', '1.5 s', '1 min 1 s', '1 h 1 min']);
  });

  it('fits tables into the columns there are', () => {
    const text = table(['a', 'b'], [['1', 'a long text that goes on']], ['right', 'left'], 12);
    expect(text.split('\n').every((line) => line.length <= 12)).toBe(true);
    expect(text).toContain('…');
  });
});
