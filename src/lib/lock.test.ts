import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isLocked, lock, pauseMs, tryLock, tryLockFor, tryShared } from './lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos lock ü '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string) => join(folder, name);

const EXCLUSIVE = 'begin exclusive';
const SHARED = 'begin; select 1 from sqlite_master limit 1';
/** Locks a file with SQLite's own words, tells whether it could, and keeps it. */
const SCRIPT = `
  const { DatabaseSync } = process.versions.node.startsWith('20') ? require('@photostructure/sqlite') : require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  try {
    database.exec(process.argv[2]);
    console.log('held');
  } catch {
    console.log('busy');
  }`;

async function holder(file: string, how: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', `${SCRIPT}; setInterval(() => database, 1000);`, file, how], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = await once(child.stdout, 'data');
  expect(String(said)).toBe('held\n');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function inAnother(file: string, how: string): string {
  return spawnSync(process.execPath, ['-e', SCRIPT, file, how], { encoding: 'utf8' }).stdout.trim();
}

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
    const waiting = lock(path('b'));
    expect(await tryLockFor(path('b'), 20)).toBeUndefined();
    held?.release();
    const next = await waiting;
    await expect(lock(path('b'), AbortSignal.timeout(20))).rejects.toThrow();
    next.release();
  });

  it('asks soon at first, and then seldom', () => {
    expect([0, 1, 2, 3, 4, 5, 2000].map(pauseMs)).toEqual([5, 10, 20, 40, 80, 100, 100]);
  });

  it.each([
    ['alone', EXCLUSIVE],
    ['together', SHARED],
  ])('is freed when a process that holds it %s is killed', async (_, how) => {
    const child = await holder(path('c'), how);
    expect(tryLock(path('c'))).toBeUndefined();
    await killed(child);
    const held = await tryLockFor(path('c'), 2000);
    expect(held).toBeDefined();
    held?.release();
  });
});

describe('shared lock', () => {
  it('is held by many, of any process, and excludes one alone', async () => {
    const mine = tryShared(path('d'));
    const again = tryShared(path('d'));
    expect(mine && again).toBeDefined();
    expect(statSync(path('d')).size).toBe(0);
    const child = await holder(path('d'), SHARED);
    mine?.release();
    expect(tryLock(path('d'))).toBeUndefined();
    await killed(child);
    expect(tryLock(path('d'))).toBeUndefined();
    expect(inAnother(path('d'), EXCLUSIVE)).toBe('busy');
    expect(inAnother(path('d'), SHARED)).toBe('held');
    again?.release();
    expect(inAnother(path('d'), EXCLUSIVE)).toBe('held');
  });

  it('is excluded by one alone', async () => {
    const held = tryLock(path('e'));
    expect(tryShared(path('e'))).toBeUndefined();
    expect(inAnother(path('e'), SHARED)).toBe('busy');
    held?.release('remove');
    const child = await holder(path('e'), EXCLUSIVE);
    expect(tryShared(path('e'))).toBeUndefined();
    await killed(child);
    const shared = tryShared(path('e'));
    expect(shared).toBeDefined();
    shared?.release();
  });
});

describe('a look at a lock', () => {
  it('sees no other look, of this process or another', async () => {
    tryLock(path('f'))?.release();
    const child = await holder(path('f'), SHARED);
    const look = tryShared(path('f'));
    for (let n = 0; n < 100; n++) expect(isLocked(path('f'))).toBe(false);
    await killed(child);
    expect(isLocked(path('f'))).toBe(false);
    expect(inAnother(path('f'), EXCLUSIVE)).toBe('busy');
    look?.release();
  });

  it('makes no file', () => {
    expect(isLocked(path('g'))).toBe(false);
    expect(isLocked(path('no folder/g'))).toBe(false);
    expect(existsSync(path('g'))).toBe(false);
  });
});
