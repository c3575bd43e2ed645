import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LADDER } from '../domain/ladder.ts';
import { parseConfig } from './config/file.ts';
import { LADDERING_OPTIONS, LADDERING_PARTS, ladderingOf, ladderingValue } from './laddering.ts';
import { parseOptions } from './option.ts';

describe('settings of cycles over goals', () => {
  it('are nothing where nothing is given, and the given ones over those before', () => {
    expect(ladderingOf({})).toBeUndefined();
    expect(ladderingOf({ maxCycles: 2 })).toEqual({ ...LADDER, maxCycles: 2 });
    const before = ladderingOf({ testFirst: false, land: 'commit' });
    expect(before).toEqual({ ...LADDER, testFirst: false, land: 'commit' });
    expect(ladderingOf({}, before)).toBe(before);
    expect(ladderingOf({ attempts: 1 }, before)).toEqual({ ...before, attempts: 1 });
  });

  it('take nothing from settings of other things', () => {
    const other = { k: 6, parallel: 2, agent: ['claude'], attemptsOf: 3 };
    expect(ladderingOf({ ...other, rebases: 2 })).toEqual({ ...LADDER, rebases: 2 });
  });

  it('have one order of the ladder, which can be taken back', () => {
    expect(ladderingOf({ quality: true })?.mode).toBe('quality');
    const only = ladderingOf({ beadsOnly: true });
    expect(only?.mode).toBe('beads-only');
    expect(ladderingOf({ quality: false }, only)?.mode).toBe('beads-only');
    expect(ladderingOf({ beadsOnly: false }, only)?.mode).toBe('standard');
    expect(ladderingOf({ quality: true }, only)?.mode).toBe('quality');
    expect(() => ladderingOf({ quality: true, beadsOnly: true })).toThrow('choose one of them');
  });

  it('are all there is about cycles, with the default of every number in its help', () => {
    const parts = Object.keys(LADDERING_PARTS);
    for (const [name, value] of Object.entries(LADDER)) {
      const part = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (name === 'mode' || name === 'dryRun') continue;
      expect(parts).toContain(part);
      expect(ladderingValue(LADDER, part)).toBe(value);
      if (typeof value !== 'number') continue;
      const option = LADDERING_OPTIONS[LADDERING_PARTS[part as keyof typeof LADDERING_PARTS]];
      expect(option.text).toContain(`(default: ${value})`);
    }
    expect(new Set<string>([...Object.values(LADDERING_PARTS), 'dryRun'])).toEqual(
      new Set(Object.keys(LADDERING_OPTIONS)),
    );
    expect(ladderingValue({ ...LADDER, mode: 'quality' }, 'quality')).toBe(true);
    expect(ladderingValue(LADDER, 'beads-only')).toBe(false);
  });

  it.each([
    ['maxCycles', 0, '--max-cycles must be at least 1.'],
    ['land', 'main', '--land takes branch or commit, not "main".'],
    ['breakerMinutes', 0, '--breaker-minutes must be more than 0.'],
    ['splitAt', 1, '--split-at must be at least 2.'],
  ])('refuses %s %s', (key, value, message) => {
    expect(() => parseOptions(LADDERING_OPTIONS, { [key]: value })).toThrow(message);
  });

  it('are a map in evolve.yaml, and a mistake names its line', async () => {
    const text = 'goals:\n  max-cycles: 10\n  quality: true\n  test-first: false\n  queue: docs/roadmap.md\n';
    expect(await parseConfig(text, 'evolve.yaml')).toEqual({
      maxCycles: 10,
      quality: true,
      testFirst: false,
      queue: 'docs/roadmap.md',
    });
    await expect(parseConfig('goals:\n  attempts: 0\n', 'evolve.yaml')).rejects.toThrow(
      /evolve\.yaml:2.*goals\.attempts must be at least 1/,
    );
    await expect(parseConfig('max-cycles: 2\n', 'evolve.yaml')).rejects.toThrow(/"goals:" and "max-cycles:"/);
    await expect(parseConfig('dry-run: true\n', 'evolve.yaml')).rejects.toThrow(/command line: --dry-run/);
  });

  it('are all in docs/goals.md (vitest -u writes them)', async () => {
    const path = join(import.meta.dirname, '../../docs/goals.md');
    const rows = Object.entries(LADDERING_PARTS).map(([part, option]) => {
      const { flag, text } = LADDERING_OPTIONS[option];
      return [`\`${part}\``, `\`${flag.replaceAll('|', '\\|')}\``, text.replaceAll('|', '\\|')];
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

  it('the example in docs/goals.md has no mistake', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/goals.md'), 'utf8');
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    expect(await parseConfig(example, 'evolve.yaml')).toMatchObject({ maxCycles: 20, attempts: 2, budgetUsd: 20 });
  });
});
