import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROUNDS } from '../domain/rounds.ts';
import { parseConfig } from './config/file.ts';
import { parseOptions } from './option.ts';
import { ROUNDING_OPTIONS, ROUNDING_PARTS, roundingDefault, roundingOf, roundingValue } from './rounding.ts';

describe('settings of rounds', () => {
  it('are nothing where nothing is given, and the given ones over those before', () => {
    expect(roundingOf({})).toBeUndefined();
    expect(roundingOf({ stall: 2 })).toEqual({ ...ROUNDS, stall: 2 });
    const before = roundingOf({ subagents: 3, ceiling: 1, plateauOf: 4 });
    expect(before).toEqual({ ...ROUNDS, subagents: 3, ceiling: 1, plateau: 4 });
    expect(roundingOf({}, before)).toBe(before);
    expect(roundingOf({ depth: 1 }, before)).toEqual({ ...before, depth: 1 });
  });

  it('take nothing from settings of other things', () => {
    const other = { k: 6, parallel: 2, agent: ['claude'] };
    expect(roundingOf({ ...other, depth: 2 })).toEqual({ ...ROUNDS, depth: 2 });
  });

  it('has a setting for every number of the rounds, with the default in its help', () => {
    const parts = Object.keys(ROUNDING_PARTS);
    for (const [name, value] of Object.entries(ROUNDS)) {
      const part = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(parts).toContain(part);
      expect(roundingValue(ROUNDS, part)).toBe(value);
      const option = ROUNDING_OPTIONS[ROUNDING_PARTS[part as keyof typeof ROUNDING_PARTS]];
      expect(option.text).toContain(`(default: ${value})`);
    }
    expect(new Set(Object.values(ROUNDING_PARTS))).toEqual(new Set(Object.keys(ROUNDING_OPTIONS)));
  });

  it.each([
    ['subagents', 0, '--subagents must be at least 1.'],
    ['depth', 'many', '--depth takes a whole number, not "many".'],
    ['stall', 0, '--stall must be at least 1.'],
    ['overlap', 1.5, '--overlap takes a share from 0 to less than 1'],
    ['ceiling', 'high', '--ceiling takes a number, not "high".'],
    ['analystSeconds', -1, '--analyst-seconds must be at least 0.'],
  ])('refuses %s %s', (key, value, message) => {
    expect(() => parseOptions(ROUNDING_OPTIONS, { [key]: value })).toThrow(message);
  });

  it('are a map in evolve.yaml, and a mistake names its line', async () => {
    const read = await parseConfig(
      'rounds:\n  subagents: 3\n  plateau: 4\n  overlap: 70%\n  scan-kb: 32\n',
      'evolve.yaml',
    );
    expect(read).toEqual({ subagents: 3, plateauOf: 4, overlap: 0.7, scanKb: 32 });
    await expect(parseConfig('rounds:\n  depth: 0\n', 'evolve.yaml')).rejects.toThrow(
      /evolve\.yaml:2.*rounds\.depth must be at least 1/,
    );
    await expect(parseConfig('rounds:\n  dept: 1\n', 'evolve.yaml')).rejects.toThrow(/depth/);
    await expect(parseConfig('stall: 2\n', 'evolve.yaml')).rejects.toThrow(/"rounds:" and "stall:"/);
  });

  it('get their defaults back', () => {
    const before = roundingOf({ stall: 2, ceiling: 1, depth: 9 });
    expect(roundingOf(roundingDefault('stall'), before)).toEqual({ ...ROUNDS, ceiling: 1, depth: 9 });
    expect(roundingOf(roundingDefault('ceiling'), before)).toEqual({ ...ROUNDS, stall: 2, depth: 9 });
    expect(roundingDefault('goal')).toEqual({});
  });

  it('are all in docs/rounds.md (vitest -u writes them)', async () => {
    const path = join(import.meta.dirname, '../../docs/rounds.md');
    const rows = Object.entries(ROUNDING_PARTS).map(([part, option]) => {
      const { flag, text } = ROUNDING_OPTIONS[option];
      return [`\`${part}\``, `\`${flag}\``, text.replaceAll('|', '\\|')];
    });
    const all = [['key', 'flag', 'meaning'], ...rows];
    const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
    const [head = '', ...lines] = all.map(
      (row) => `| ${row.map((one, column) => one.padEnd(widths[column] ?? 0)).join(' | ')} |`,
    );
    const table = [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines].join('\n');
    const whole = readFileSync(path, 'utf8');
    const section = /(?<=<!-- settings: [^\n]* -->\n)[\s\S]*(?=<!-- \/settings -->)/;
    expect(whole).toMatch(section);
    await expect(whole.replace(section, () => `\n${table}\n\n`)).toMatchFileSnapshot(path);
  });

  it('the example in docs/rounds.md has no mistake', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/rounds.md'), 'utf8');
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    expect(await parseConfig(example, 'evolve.yaml')).toMatchObject({ subagents: 3, stall: 4, budgetUsd: 20 });
  });
});
