import { describe, expect, it } from 'vitest';
import { scriptedCalibration } from '../../test/fake/calibration.ts';
import { driftWatch } from './drift.ts';
import type { Staged } from './evaluation.ts';

const SLOT = { index: 0, cores: [7] };

const passed = (value: number): Staged<number> => ({
  ok: true,
  value,
  result: { verdict: 'pass', stage: 'benchmark', ms: 5 },
});

/** Takes so many samples, numbered as they are taken, and gives those that were kept, with their notes. */
async function kept(readings: readonly number[], samples = 1): Promise<readonly (readonly [number, string?])[]> {
  await using watch = driftWatch(() => scriptedCalibration(readings));
  let taken = 0;
  const all: (readonly [number, string?])[] = [];
  for (let nth = 0; nth < samples; nth++) {
    const staged = await watch.around(SLOT, async () => passed(++taken));
    if (!staged.ok || staged.result.verdict !== 'pass') throw new Error('it passed');
    all.push(staged.result.note === undefined ? [staged.value] : [staged.value, staged.result.note]);
  }
  return all;
}

describe('a watch on the machine', () => {
  it('leaves samples of a quiet machine as they are', async () => {
    expect(await kept([3, 3.1, 2.9, 3.05, 3, 2.95], 3)).toEqual([[1], [2], [3]]);
  });

  it('takes a sample again when the machine was slower, or faster, after it', async () => {
    expect(await kept([3, 3, 3, 4, 3])).toEqual([[2, 'taken again once: the machine drifted']]);
    expect(await kept([3, 3, 3, 2.5, 3])).toEqual([[2, 'taken again once: the machine drifted']]);
  });

  it('waits for what passes before it takes one', async () => {
    // The first sample sees four readings; the second two that are off before it is quiet.
    expect(await kept([3, 3, 3, 3, 5, 5, 3], 2)).toEqual([[1], [2]]);
  });

  it('keeps the third and says so when the machine stays restless', async () => {
    const restless = [3, 3, 3, 4, 3, 4, 3, 4.2, 3];
    expect(await kept(restless)).toEqual([
      [3, 'taken again 2 times: the machine drifted; kept although it was still 40 % off'],
    ]);
  });

  it('gets used to a machine that has changed for good', async () => {
    const samples = await kept([3, 3, 3, 3, ...Array.from({ length: 99 }, () => 6)], 6);
    expect(samples.at(-1)).toHaveLength(1);
  });

  it('tells slots apart, and makes no workload before one is watched', async () => {
    const made: (readonly number[])[] = [];
    const watch = driftWatch((cores) => {
      made.push(cores);
      return scriptedCalibration([3]);
    });
    expect(made).toEqual([]);
    await watch.around(SLOT, async () => passed(1));
    await watch.around({ index: 1, cores: [6] }, async () => passed(1));
    await watch.around(SLOT, async () => passed(1));
    expect(made).toEqual([[7], [6]]);
    await watch[Symbol.asyncDispose]();
  });

  it('neither repeats what failed nor stands in the way where it sees nothing', async () => {
    await using watch = driftWatch(() => scriptedCalibration([3, 3, 3, 9]));
    const failed: Staged<number> = { ok: false, result: { verdict: 'fail', stage: 'benchmark', ms: 1, reason: 'x' } };
    let taken = 0;
    const take = async () => {
      taken++;
      return failed;
    };
    expect(await watch.around(SLOT, take)).toBe(failed);
    expect(taken).toBe(1);
    await using blind = driftWatch(() => scriptedCalibration([]));
    expect(await blind.around(SLOT, async () => passed(1))).toEqual(passed(1));
  });
});
