import { describe, expect, it } from 'vitest';
import { formatCount, formatDuration, formatNumber, formatSigned, formatUsd, shellQuote, table } from './format.ts';

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

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [1, '$1.00'],
    [0.42, '$0.42'],
    [0.1, '$0.10'],
    [0.099, '$0.099'],
    [0.0123, '$0.012'],
    [0.05, '$0.05'],
    [0.00004567, '$0.000046'],
    [1234.5, '$1,234.50'],
    [1_234_567, '$1,234,567.00'],
  ])('%d is %s', (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });

  it.each([
    [0, '0'],
    [950, '950'],
    [1000, '1k'],
    [12_345, '12.3k'],
    [999_949, '999.9k'],
    [999_999, '1M'],
    [4_510_000, '4.5M'],
  ])('%d tokens are %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });
});
