import { spawnSync } from 'node:child_process';
import { array, assert, integer, property, uniqueArray } from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { coresIn, ownCores, planCores, shareCores } from './cores.ts';
import { levels, name, run, skipped } from './process-tree.fixture.ts';

describe('which cores are whose', () => {
  it.each([
    [[0], 1, 1, [[]], [0]],
    [[0, 1], 1, 1, [[1]], [0]],
    [[0, 1], 0, 1, [[]], [0, 1]],
    [[0, 1], 1, 2, [[1], [0]], [0, 1]],
    [[0, 1], 2, 1, [[0, 1]], [0, 1]],
    [[0, 1], 3, 1, [[]], [0, 1]],
    [[2, 5, 9, 11], 2, 1, [[9, 11]], [2, 5]],
    [[0, 1, 2, 3], 1, 3, [[3], [2], [1]], [0]],
    [[0, 1, 2, 3], 2, 3, [[2, 3], [0, 1], []], [0, 1, 2, 3]],
    [[], 1, 1, [[]], []],
  ])('of %j, %i for each of %i slots', (allowed, each, count, slots, rest) => {
    expect(planCores(allowed, each, count)).toEqual({ slots, rest });
  });

  it('the rest keeps off the other half of a slot’s core, while another is left', () => {
    const siblings = (core: number) => [core % 2, (core % 2) + 2];
    expect(planCores([0, 1, 2, 3], 1, 1, siblings)).toEqual({ slots: [[3]], rest: [0, 2] });
    expect(planCores([1, 3], 1, 1, siblings)).toEqual({ slots: [[3]], rest: [1] });
  });

  it('never gives a core twice, nor one that is not allowed', () => {
    const machine = uniqueArray(integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 40 });
    assert(
      property(machine, integer({ min: 0, max: 8 }), integer({ min: 1, max: 8 }), (allowed, each, count) => {
        const { slots, rest } = planCores(allowed, each, count);
        const taken = slots.flat();
        expect(slots).toHaveLength(count);
        expect(new Set(taken).size).toBe(taken.length);
        expect([...taken, ...rest].filter((core) => !allowed.includes(core))).toEqual([]);
        expect(rest.length).toBeGreaterThan(0);
        if (taken.length < allowed.length) expect(rest.filter((core) => taken.includes(core))).toEqual([]);
      }),
    );
  });

  it('reads what the kernel writes', () => {
    expect(coresIn(' 0-2,7\n')).toEqual([0, 1, 2, 7]);
    expect(coresIn('')).toEqual([]);
    assert(
      property(array(integer({ min: 0, max: 99 })), (cores) => {
        expect(coresIn(cores.join())).toEqual(cores);
      }),
    );
  });
});

const before = ownCores();
const several = before.length > 1 && spawnSync('taskset', ['--version']).status === 0;
const SEEN = "sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/self/status";

describe.skipIf(!several && process.env.GALAPAGOS_REQUIRE !== 'all')('pinning (needs two cores and taskset)', () => {
  afterAll(async () => {
    await shareCores(1, 0);
    expect(ownCores()).toEqual(before);
  });

  it.each(levels.filter((level) => !skipped(level)).map((level) => [name(level), level] as const))(
    'a command has the slot’s cores, all others the rest: %s',
    async (_name, level) => {
      const [cores = []] = await shareCores(1, 1);
      expect(cores).toEqual([Math.max(...before)]);
      expect(ownCores().filter((core) => cores.includes(core))).toEqual([]);
      const pinned = await run(level, SEEN, { cores });
      const other = await run(level, SEEN);
      expect(coresIn(pinned.stdout)).toEqual(cores);
      expect(coresIn(other.stdout)).toEqual(ownCores());
      // With another number of slots the cores are shared out anew.
      expect(await shareCores(1, before.length)).toEqual([before]);
      expect(ownCores()).toEqual(before);
    },
  );
});
