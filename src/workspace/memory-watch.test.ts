import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { children, groupLives, watchMemory } from './memory-watch.ts';

let started: ChildProcess | undefined;
afterEach(() => {
  if (started?.pid !== undefined) process.kill(-started.pid, 'SIGKILL');
});

async function shell(line: string): Promise<number> {
  started = spawn('sh', ['-c', line], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const { pid, stdout } = started;
  if (pid === undefined || stdout === null) throw new Error('no shell');
  await new Promise((resolve) => stdout.once('data', resolve));
  return pid;
}

function resident(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Resolves with what came first: the watch, or twice the time it needs to look. */
async function verdict(pid: number, inGroup: boolean, limitMb: number): Promise<'over' | 'quiet'> {
  return await new Promise((resolve) => {
    const quiet = setTimeout(() => end('quiet'), 400);
    const stop = watchMemory(pid, inGroup, limitMb, () => end('over'));
    const end = (what: 'over' | 'quiet') => {
      stop();
      clearTimeout(quiet);
      resolve(what);
    };
  });
}

const big = (mb: number) => `x=$(head -c ${mb}000000 /dev/zero | tr '\\0' x)`;

describe.skipIf(!existsSync('/proc/self/status'))('needs /proc', () => {
  test('children are found, of a process and of its threads', async () => {
    const pid = await shell('sleep 100 & sleep 100 & echo; wait');
    expect(children(pid)).toHaveLength(2);
    expect(children(process.pid)).toContain(pid);
  });

  test('grandchildren count', async () => {
    const pid = await shell(`( (${big(30)}; echo; sleep 100; :); : ); :`);
    expect(resident(pid)).toBeLessThan(15);
    expect(await verdict(pid, false, 15)).toBe('over');
    expect(await verdict(pid, false, 300)).toBe('quiet');
  });

  test('what left the tree counts in its group', async () => {
    const pid = await shell(`( (${big(30)}; echo; sleep 100; :) & ); exec sleep 100`);
    expect(await verdict(pid, false, 15)).toBe('quiet');
    expect(await verdict(pid, true, 15)).toBe('over');
  });

  test('memory that forks share counts once', async () => {
    const forks = 'for i in 1 2 3 4 5 6 7 8 9; do (sleep 100; :) & done; echo; wait';
    const pid = await shell(`${big(20)}; ${forks}`);
    await expect.poll(() => children(pid).length).toBe(9);
    const sum = [pid, ...children(pid)].reduce((total, each) => total + resident(each), 0);
    expect(sum).toBeGreaterThan(150);
    expect(await verdict(pid, false, 100)).toBe('quiet');
    expect(await verdict(pid, false, 15)).toBe('over');
  });

  test('a stopped watch is silent', async () => {
    const pid = await shell('echo; sleep 100; :');
    let calls = 0;
    watchMemory(pid, false, 0, () => {
      calls += 1;
    })();
    expect(await verdict(pid, false, 0)).toBe('over');
    expect(calls).toBe(0);
  });

  test('a group lives as long as one of it', async () => {
    const pid = await shell('sleep 100 & echo; exec sleep 100');
    expect(groupLives(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect(groupLives(pid)).toBe(true);
    process.kill(-pid, 'SIGKILL');
    await expect.poll(() => groupLives(pid)).toBe(false);
    started = undefined;
  });
});
