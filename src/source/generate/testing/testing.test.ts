import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLEAN, entriesOf, manifest, scripts, worldOf } from '../site.fixture.ts';

const body = (name: string, count = 20) =>
  `export function ${name}(value) {\n${'  value += 1;\n'.repeat(count)}  return value;\n}\n`;

describe('testing', () => {
  it('finds thin coverage in reports of the four forms, and nothing else', async () => {
    const lines = (hit: number) => Array.from({ length: 30 }, (_, i) => [i + 1, i < hit ? 1 : 0] as const);
    const reports: Readonly<Record<string, string>> = {
      'coverage/lcov.info': `TN:\nSF:/somewhere/else/src/sum.js\n${lines(3)
        .map(([n, h]) => `DA:${n},${h}`)
        .join('\n')}\nend_of_record\n`,
      'coverage/coverage-summary.json': JSON.stringify({
        total: {},
        '/x/src/sum.js': { lines: { total: 30, covered: 3 } },
        '/x/bin/sums.js': { lines: { total: 30, covered: 29 } },
      }),
      'coverage.xml': `<coverage><class name="s" filename="src/sum.js"><lines>${lines(3)
        .map(([n, h]) => `<line number="${n}" hits="${h}"/>`)
        .join('')}</lines></class></coverage>`,
      'cover.out': 'mode: set\nexample.org/m/src/sum.go:1.1,2.2 3 1\nexample.org/m/src/sum.go:9.1,12.2 27 0\n',
    };
    for (const [name, report] of Object.entries(reports)) {
      const go = {
        'src/sum.go': 'package m\n\nfunc Sum() int { return 1 }\n',
        'src/sum_test.go': 'package m\n// Sum\n',
      };
      const world = worldOf({ ...CLEAN, ...(name.endsWith('.out') ? go : {}) });
      mkdirSync(join(world.root, 'coverage'));
      writeFileSync(join(world.root, '.git/info/exclude'), '.agents/\n.evolve/\ncoverage*\ncover.out\n');
      writeFileSync(join(world.root, name), report);
      const { titles } = await world.generate('testing');
      expect(titles, name).toEqual([`Cover src/sum.${name.endsWith('.out') ? 'go' : 'js'} by tests`]);
      expect(entriesOf(world)[0]?.description).toContain('The tests run 10 % of the 30 lines');
    }
  });

  it("measures with the repository's own coverage script", async () => {
    const report = `SF:src/sum.js\\n${Array.from({ length: 25 }, (_, i) => `DA:${i + 1},0`).join('\\n')}\\nend_of_record\\n`;
    const world = worldOf({
      ...CLEAN,
      ...scripts({ coverage: `mkdir coverage && printf '${report}' > coverage/lcov.info` }),
    });
    expect((await world.generate('testing')).titles).toEqual(['Cover src/sum.js by tests']);
    expect(entriesOf(world)[0]).toMatchObject({
      type: 'improvement',
      severity: 'medium',
      source: 'evolve-generator',
      evidence: 'src/sum.js:1',
    });
  });

  it('says so where coverage is not known', async () => {
    const { skipped } = await worldOf(CLEAN).generate('testing');
    expect(skipped).toEqual(['coverage: there is no report and no script named coverage']);
    const failing = worldOf({ ...CLEAN, ...scripts({ coverage: 'echo no tool >&2; exit 3' }) });
    expect((await failing.generate('testing')).skipped).toEqual([
      'coverage: npm run --silent coverage left no report (it ended with 3: no tool)',
    ]);
  });

  it('finds code that no test names, by name of the file or of what is in it', async () => {
    const world = worldOf({
      ...CLEAN,
      'src/lonely.js': body('lonesome'),
      'src/small.js': body('tiny', 2),
      'src/by-name.js': body('otherwise'),
      'test/by-name.test.js': '// nothing of it\n',
      'src/by-symbol.js': body('welcome'),
      'test/all.test.js': 'welcome();\n',
    });
    expect((await world.generate('testing')).titles).toEqual(['Cover src/lonely.js by tests']);
  });

  it('asks for a first test where there is none', async () => {
    const { 'test/sum.test.js': _, ...rest } = CLEAN;
    expect((await worldOf(rest).generate('testing')).titles).toEqual(['Begin a test suite']);
  });

  it('finds fixes that came without a test and got none since', async () => {
    const world = worldOf(CLEAN);
    const sum = CLEAN['src/sum.js'] ?? '';
    world.commit({ 'src/other.js': body('mean') }, 'Add other', 1);
    world.commit({ 'src/other.js': body('mean', 21) }, 'fix: off by one', 2);
    world.commit({ 'src/sum.js': `${sum}\n` }, 'Fixes the crash on nothing', 3);
    world.commit({ 'test/sum.test.js': `${CLEAN['test/sum.test.js']}// sum of nothing\n` }, 'Test it', 4);
    world.commit({ 'src/other.js': `${body('mean', 21)}// spelled\n` }, 'fix typo', 5);
    world.commit(
      { 'src/other.js': body('mean', 22), 'test/mean.test.js': '// a test of the mean\n' },
      'fix: mean again',
      6,
    );
    const { titles } = await world.generate('testing');
    expect(titles).toEqual([expect.stringMatching(/^Add a regression test for [0-9a-f]{10}: fix: off by one$/)]);
    expect(entriesOf(world)[0]).toMatchObject({ type: 'bug', evidence: 'src/other.js' });
  });

  it('finds tests that are skipped, alone or retried', async () => {
    const world = worldOf({
      ...CLEAN,
      'test/a.test.js': "it('one', f);\n  it.skip('two', f);\nxdescribe('three', f);\n",
      'test/b.test.js': "test.only('sum', f);\n",
      'test/c.test.js': 'jest.retryTimes(3);\n',
      'test/d.test.js': "const text = 'it.skip(';\n// it.skip('x')\nit.skipIf(linux)('y', f);\n",
      'test/test_e.py':
        '@pytest.mark.skip(reason="later")\ndef test_e():\n    pass\n\n@pytest.mark.skipif(win)\ndef test_f():\n    pass\n',
      'x_test.go':
        'package x\n\nfunc TestX(t *testing.T) {\n\tt.Skip("later")\n}\n\nfunc TestY(t *testing.T) {\n\tif testing.Short() {\n\t\tt.Skip()\n\t}\n}\n',
    });
    const { titles } = await world.generate('testing');
    expect(titles).toEqual([
      'Run all tests in test/b.test.js, not just those marked only',
      'Make the retried tests in test/c.test.js reliable',
      'Bring back the skipped tests in test/a.test.js',
      'Bring back the skipped tests in test/test_e.py',
      'Bring back the skipped tests in x_test.go',
    ]);
    expect(entriesOf(world)[2]?.description).toContain('test/a.test.js:2, test/a.test.js:3');
  });

  it('finds commands that no test starts', async () => {
    const test = (CLEAN['test/sum.test.js'] ?? '')
      .split('\n')
      .filter((line) => !line.includes('sums'))
      .join('\n');
    const world = worldOf({ ...CLEAN, 'test/sum.test.js': test });
    expect((await world.generate('testing')).titles).toEqual(['Add a smoke test of the command sums']);
    expect(entriesOf(world)[0]).toMatchObject({ evidence: 'bin/sums.js:1', severity: 'medium' });
  });

  it('finds entry points that no test loads', async () => {
    const entry = { 'src/api.js': "export { sum } from './sum.js';\n" };
    const world = worldOf({
      ...CLEAN,
      ...manifest({ exports: { '.': './src/api.js', './x': './dist/x.js' } }),
      ...entry,
    });
    expect((await world.generate('testing')).titles).toEqual(['Add a smoke test of the entry point src/api.js']);
    const loaded = { 'test/api.test.js': "import '../src/api.js';\n" };
    const fine = worldOf({ ...CLEAN, ...manifest({ main: 'src/api.js' }), ...entry, ...loaded });
    expect((await fine.generate('testing')).titles).toEqual([]);
  });
});
