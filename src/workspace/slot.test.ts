import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { tryLock } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { benchmarkSlots, machineFolder, ownFolder } from './slot.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-slot-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const never = new AbortController().signal;

describe('benchmark slots', () => {
  it.each([1, 2])('let %i run at once, across everyone who uses them', async (count) => {
    const slots = [
      benchmarkSlots(count, [], join(folder, String(count))),
      benchmarkSlots(count, [], join(folder, String(count))),
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

  it('are each told apart, with the cores that are theirs', async () => {
    const slots = benchmarkSlots(3, [[7], [5, 6]], join(folder, 'told'));
    const all = await Promise.all([0, 1, 2].map(() => slots.use(never, async (slot) => slot)));
    expect(all.sort((a, b) => a.index - b.index)).toEqual([
      { index: 0, cores: [7] },
      { index: 1, cores: [5, 6] },
      { index: 2, cores: [] },
    ]);
  });

  it('are free again when the work fails, and waiting can be given up', async () => {
    const slots = benchmarkSlots(1, [], folder);
    await expect(slots.use(never, () => Promise.reject(new Error('work')))).rejects.toThrow('work');
    const held = tryLock(join(folder, 'slot-0.lock'));
    await expect(slots.use(AbortSignal.timeout(30), async () => 1)).rejects.toThrow();
    held?.release();
    expect(await slots.use(never, async () => 2)).toBe(2);
  });
});

describe('the folder of the machine', () => {
  const uid = process.getuid?.() ?? 0;
  const missing = (name: string) => join(folder, name);
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('is the same in every session of a user', () => {
    vi.stubEnv('GALAPAGOS_LOCKS', undefined);
    for (const session of ['/run/user/7', folder, undefined]) {
      vi.stubEnv('XDG_RUNTIME_DIR', session);
      vi.stubEnv('TMPDIR', session);
      expect(machineFolder()).toBe(`/tmp/galapagos-${uid}`);
    }
  });

  it('can be chosen, and must then be one', () => {
    vi.stubEnv('GALAPAGOS_LOCKS', missing('chosen/below'));
    expect(machineFolder()).toBe(missing('chosen/below'));
    expect(lstatSync(missing('chosen/below')).mode & 0o777).toBe(0o700);
    writeFileSync(missing('file'), '');
    vi.stubEnv('GALAPAGOS_LOCKS', missing('file'));
    expect(machineFolder).toThrow(UserError);
  });

  it("is the user's alone", () => {
    expect(ownFolder(missing('own'), uid)).toBe(missing('own'));
    expect(ownFolder(missing('own'), uid)).toBe(missing('own'));
    expect(lstatSync(missing('own')).mode & 0o777).toBe(0o700);
  });

  it('is refused when it is another thing or another one’s', () => {
    mkdirSync(missing('target'));
    symlinkSync(missing('target'), missing('link'));
    symlinkSync(missing('nowhere'), missing('dangling'));
    writeFileSync(missing('plain'), '');
    for (const name of ['link', 'dangling', 'plain', 'no parent/x']) {
      expect(() => ownFolder(missing(name), uid)).toThrow(UserError);
      expect(() => ownFolder(missing(name), uid)).toThrow(missing(name));
    }
    expect(() => ownFolder(missing('target'), uid + 1)).toThrow(/Remove it, or set GALAPAGOS_LOCKS/);
  });
});
