import { describe, expect, it } from 'vitest';
import { CLEAN, entriesOf, scripts, worldOf } from '../site.fixture.ts';

const without = (...paths: readonly string[]) =>
  Object.fromEntries(Object.entries(CLEAN).filter(([path]) => !paths.includes(path)));
const goals = (...rows: readonly string[]) => ({
  'GOALS.md': [
    '# Goals',
    '',
    'Adds.',
    '',
    '## Gates',
    '',
    '| ID | Check | Weight | Description |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
});

describe('validation', () => {
  it('asks for CI, and for goals', async () => {
    expect((await worldOf(without('.github/workflows/check.yml')).generate('validation')).titles).toEqual([
      'Add a CI workflow that runs the checks',
    ]);
    expect((await worldOf(without('GOALS.md')).generate('validation')).titles).toEqual([
      'Write GOALS.md with a gate for each check',
    ]);
  });

  it('finds tools that are set up and that no goal runs, through scripts and targets', async () => {
    const some = worldOf({ ...CLEAN, ...goals('| lint | `npm run lint` | 3 | x |'), 'tsconfig.json': '{}' });
    expect((await some.generate('validation')).titles).toEqual([
      'Add a gate for the tests to GOALS.md',
      'Add a gate for the type checker to GOALS.md',
    ]);
    const all = worldOf({
      ...CLEAN,
      ...scripts({ all: 'npm test && make types' }),
      ...goals('| all | `npm run all && npm run lint` | 3 | x |'),
      'tsconfig.json': '{}',
      Makefile: 'types:\n\tnpx tsc --noEmit\n',
    });
    expect((await all.generate('validation')).titles).toEqual([]);
  });

  it('runs a linter that no goal runs', async () => {
    const gates = goals('| tests | `npm test` | 3 | x |');
    const failing = worldOf({ ...CLEAN, ...gates, ...scripts({ lint: 'echo 3 problems; exit 1' }) });
    expect((await failing.generate('validation')).titles).toEqual([
      'Add a gate for the linter to GOALS.md',
      'Make the linter pass',
    ]);
    expect(entriesOf(failing)[1]?.description).toBe('npm run lint does not pass: it ended with 1: 3 problems');
    const missing = worldOf({ ...CLEAN, ...gates, ...scripts({ lint: 'no-such-linter .' }) });
    const { titles, skipped } = await missing.generate('validation');
    expect(titles).toEqual(['Add a gate for the linter to GOALS.md']);
    expect(skipped).toEqual([expect.stringContaining("lint: npm run lint can't be run here (it ended with 127")]);
  });

  it('finds checks that pass whatever they find', async () => {
    const world = worldOf({
      ...CLEAN,
      ...scripts({ 'test:slow': 'node --test slow || true', clean: 'rm -rf x || true' }),
      ...goals('| tests | `npm test \\|\\| true` | 3 | x |', '| lint | `npm run lint` | 3 | x |'),
      '.github/workflows/check.yml':
        'on: push\njobs:\n  a:\n    steps:\n      - run: npm test || true\n      - run: rm x || true\n        continue-on-error: true\n',
    });
    expect((await world.generate('validation')).titles).toEqual([
      'Let the goal tests fail',
      'Let npm run test:slow fail',
      'Let the checks in .github/workflows/check.yml fail',
    ]);
    expect(entriesOf(world)[2]?.description).toContain('.github/workflows/check.yml:5, .github/workflows/check.yml:7');
  });

  it('finds files that are kept from being checked', async () => {
    const world = worldOf({
      ...CLEAN,
      'src/a.js': '/* eslint-disable */\nexport const a = 1;\n',
      'src/b.js': '/* eslint-disable no-console */\n// eslint-disable-next-line\nexport const b = 1;\n',
      'src/c.ts': '// @ts-nocheck\nexport const c = 1;\n',
      'src/d.py': '# ruff: noqa\n',
      'src/e.py': 'import os  # noqa\n',
    });
    expect((await world.generate('validation')).titles).toEqual([
      'Let the linter see all of src/a.js',
      'Let the linter see all of src/c.ts',
      'Let the linter see all of src/d.py',
    ]);
  });

  it('finds contracts that nothing checks', async () => {
    const world = worldOf({
      ...CLEAN,
      'schema/order.schema.json': '{}',
      'schema/item.schema.json': '{}',
      'test/item.test.js': "readFileSync('schema/item.schema.json');\n",
    });
    expect((await world.generate('validation')).titles).toEqual([
      'Check schema/order.schema.json, which nothing checks',
    ]);
  });
});
