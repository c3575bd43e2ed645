import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tryLock } from '../lib/lock.ts';
import { benchmarkSlots } from './slot.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-slot-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const never = new AbortController().signal;

describe('benchmark slots', () => {
  it.each([1, 2])('let %i run at once, across everyone who uses them', async (count) => {
    const slots = [
      benchmarkSlots(count, join(folder, String(count))),
      benchmarkSlots(count, join(folder, String(count))),
    ];
    let now = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setImmediate(resolve));
      now--;
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => slots[index % 2]?.use(never, work)));
    expect(most).toBe(count);
  });

  it('are free again when the work fails, and waiting can be given up', async () => {
    const slots = benchmarkSlots(1, folder);
    await expect(slots.use(never, () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    const held = tryLock(join(folder, 'slot-0.lock'));
    await expect(slots.use(AbortSignal.timeout(30), async () => 1)).rejects.toThrow();
    held?.release();
    expect(await slots.use(never, async () => 2)).toBe(2);
  });
});
