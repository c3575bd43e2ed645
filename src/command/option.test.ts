import { describe, expect, it } from 'vitest';
import { choice, duration, integer, list, megabytes, number, on, parseOptions, text } from './option.ts';

describe('options', () => {
  it.each([
    ['90', 90_000],
    ['90s', 90_000],
    ['1.5m', 90_000],
    ['1h', 3_600_000],
    ['250ms', 250],
  ])('reads the time %s', (raw, ms) => {
    expect(duration('--timeout <time>', '').parse(raw)).toBe(ms);
  });

  it.each([
    ['512', 512],
    ['512M', 512],
    ['2g', 2048],
    ['1.5GB', 1536],
  ])('reads the size %s', (raw, size) => {
    expect(megabytes('--memory <size>', '').parse(raw)).toBe(size);
  });

  it.each([
    ['a time', () => duration('--timeout <t>', '').parse('soon')],
    ['no time at all', () => duration('--timeout <t>', '').parse('0')],
    ['a size', () => megabytes('--memory <s>', '').parse('-1')],
    ['a number', () => number('--stop-at <n>', '').parse('1e999')],
    ['an empty number', () => number('--stop-at <n>', '').parse(' ')],
    ['a positive number', () => number('--budget-minutes <n>', '', 0).parse('0')],
    ['a whole number', () => integer('-k, --k <n>', '', 2).parse('2.5')],
    ['a large enough number', () => integer('-k, --k <n>', '', 2).parse('1')],
    ['a choice', () => choice('--direction <d>', '', ['max', 'min']).parse('up')],
    ['a text', () => text('--goal <text>', '').parse('  ')],
  ])('refuses what is not %s, by the name of the flag', (_what, parse) => {
    expect(parse).toThrow(/^-[a-z-]+ (takes|must|is)/);
  });

  it('gives a command only what was said, under its keys', () => {
    const options = { files: list('--files <f...>', ''), yes: on('-y, --yes', ''), k: integer('-k, --k <n>', '', 2) };
    expect(parseOptions(options, { files: ['a', 'b'], json: true })).toEqual({ files: ['a', 'b'] });
    expect(parseOptions(options, { files: 'a', yes: true, k: 3 })).toEqual({ files: ['a'], yes: true, k: 3 });
  });
});
