import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLEAN, entriesOf, scripts, type World, worldOf } from '../site.fixture.ts';
import { type Kept, slowdown } from './baseline.ts';
import { readingsIn } from './numbers.ts';

const bench = (text: string) => ({ ...CLEAN, ...scripts({ bench: `echo '${text}'` }) });
const kept = ({ root }: World) => JSON.parse(readFileSync(join(root, '.agents/evolve/bench.json'), 'utf8')).benchmarks;

describe('performance', () => {
  it('keeps the first numbers, is silent while they hold, and finds what has become slower', async () => {
    const world = worldOf(bench('parse: 100 ms'));
    expect(await world.generate('performance')).toMatchObject({ titles: [], skipped: [] });
    const key = 'npm run --silent bench: parse';
    expect(kept(world)[key]).toMatchObject({ samples: [100, 100, 100], unit: 'ms', better: 'lower' });
    world.commit(scripts({ bench: "echo 'parse: 110 ms'" }), 'A little', 1);
    expect((await world.generate('performance', 2)).titles).toEqual([]);
    world.commit(scripts({ bench: "echo 'parse: 150 ms'" }), 'Much', 2);
    expect((await world.generate('performance', 3)).titles).toEqual([`Win back the speed of ${key}`]);
    expect(entriesOf(world)[0]).toMatchObject({ type: 'bug', severity: 'medium' });
    expect(entriesOf(world)[0]?.description).toContain('50 % slower');
    expect(kept(world)[key].samples).toEqual([100, 100, 100]);
    expect((await world.generate('performance', 4)).titles).toEqual([]);
    world.commit(scripts({ bench: "echo 'parse: 50 ms'" }), 'Fast', 3);
    await world.generate('performance', 5);
    expect(kept(world)[key].samples).toEqual([50, 50, 50]);
  });

  it('says why there are no numbers', async () => {
    expect((await worldOf(CLEAN).generate('performance')).skipped).toEqual(['benchmarks: the repository has none']);
    expect((await worldOf(bench('done')).generate('performance')).skipped).toEqual([
      'benchmarks: npm run --silent bench prints no number that says whether more is better',
    ]);
    const failing = worldOf({ ...CLEAN, ...scripts({ bench: 'no-such-tool' }) });
    expect((await failing.generate('performance')).skipped).toEqual([
      expect.stringContaining("benchmarks: npm run --silent bench can't be run here"),
    ]);
  });

  it('reads numbers in the forms that are usual', () => {
    const shown = (output: string) => readingsIn(output).map(({ name, value, better }) => `${name} ${value} ${better}`);
    expect(shown('goos: linux\nBenchmarkParse/big-8   \t 1000 \t 1234.5 ns/op\t 16 B/op\nPASS')).toEqual([
      'BenchmarkParse/big 1234.5 lower',
    ]);
    expect(shown('test parse ... bench:       1,234 ns/iter (+/- 5)')).toEqual(['parse 1234 lower']);
    expect(shown('parse   time:   [1.1 ms 1.2 ms 1.3 ms]')).toEqual(['parse 1.2 lower']);
    expect(shown('parse x 1,234 ops/sec ±1% (90 runs)')).toEqual(['parse 1234 higher']);
    expect(shown('METRIC parse_ms=12.5\nMETRIC score=3')).toEqual(['parse_ms 12.5 lower']);
    expect(shown('{"parse_ms": 3, "ops_per_sec": 7, "count": 2}')).toEqual([
      'parse_ms 3 lower',
      'ops_per_sec 7 higher',
    ]);
    expect(shown('listening on: 8080 port\n12 passing')).toEqual([]);
  });

  it('takes noise for noise', () => {
    const of = (...samples: readonly number[]): Kept => ({ samples, better: 'lower', unit: 'ms', sha: 'x' });
    expect(slowdown(of(100, 101, 99), of(130, 131, 129))).toBeCloseTo(0.3);
    expect(slowdown(of(100, 140, 70), of(130, 100, 180))).toBe(0);
    expect(slowdown(of(100, 101, 99), of(70, 70, 71))).toBeCloseTo(-0.3);
    expect(slowdown({ ...of(100), better: 'higher' }, { ...of(50), better: 'higher' })).toBeCloseTo(1);
  });
});
