import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isLocked, lock, tryLock, tryLockFor } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos lock ü '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

describe('lock', () => {
  it('is held by one at a time', () => {
    const held = tryLock(path('a'));
    expect(held).toBeDefined();
    expect(tryLock(path('a'))).toBeUndefined();
    expect(isLocked(path('a'))).toBe(true);
    held?.release();
    expect(isLocked(path('a'))).toBe(false);
    const again = tryLock(path('a'));
    expect(again).toBeDefined();
    again?.release('remove');
    again?.release();
    expect(isLocked(path('a'))).toBe(false);
  });

  it('waits for its turn, and gives up when told to', async () => {
    const held = tryLock(path('b'));
    const waiting = lock(path('b'), undefined, 1);
    expect(await tryLockFor(path('b'), 20)).toBeUndefined();
    held?.release();
    const next = await waiting;
    await expect(lock(path('b'), AbortSignal.timeout(20), 1)).rejects.toThrow();
    next.release();
  });

  it('is freed when its holder is killed', async () => {
    const script = `
      const { DatabaseSync } = process.versions.node.startsWith('20') ? require('@photostructure/sqlite') : require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      database.exec('begin exclusive');
      console.log('held');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', script, path('c')], { stdio: ['ignore', 'pipe', 'ignore'] });
    await once(child.stdout, 'data');
    expect(tryLock(path('c'))).toBeUndefined();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const held = await tryLockFor(path('c'), 2000);
    expect(held).toBeDefined();
    held?.release();
  });
});
