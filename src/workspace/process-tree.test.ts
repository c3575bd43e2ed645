import { getEventListeners } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { children } from './memory-watch.ts';
import {
  base,
  boxAt,
  env,
  folder,
  levels,
  longSleep,
  name,
  node,
  run,
  running,
  skipped,
} from './process-tree.fixture.ts';
import { runTree } from './process-tree.ts';

for (const level of levels) {
  describe.skipIf(skipped(level))(`at the level ${name(level)}`, () => {
    test.each([
      ['exit 0', { kind: 'exited', code: 0 }],
      ['exit 1', { kind: 'exited', code: 1 }],
      ['exit 125', { kind: 'exited', code: 125 }],
      ['exit 255', { kind: 'exited', code: 255 }],
      ['/no/such/program 2>/dev/null', { kind: 'exited', code: 127 }],
      ['kill -SEGV $$', { kind: 'signalled', signal: 'SIGSEGV' }],
      ['kill -ABRT $$', { kind: 'signalled', signal: 'SIGABRT' }],
      ['kill -TERM $$', { kind: 'signalled', signal: 'SIGTERM' }],
      ['sh -c "kill -KILL \\$\\$" 2>/dev/null; exit $?', { kind: 'signalled', signal: 'SIGKILL' }],
    ])('tells how `%s` ended, without a word of its own', async (shell, ended) => {
      expect(await run(level, shell)).toEqual({
        ended,
        ms: expect.any(Number),
        stdout: '',
        stderr: '',
        outputBytes: 0,
        truncated: false,
      });
    });

    test('keeps stdout and stderr apart in memory and together in the log', async () => {
      const log = join(folder(), 'both.log');
      const ran = await run(level, 'printf out; sleep 0.05; printf "är" >&2; sleep 0.05; printf end', { log });
      expect(ran).toMatchObject({ stdout: 'outend', stderr: 'är', outputBytes: 9 });
      expect(readFileSync(log, 'utf8')).toBe('outärend');
    });

    test('an earlier log is replaced, even by silence', async () => {
      const log = join(folder(), 'old.log');
      writeFileSync(log, 'old');
      await run(level, 'true', { log });
      expect(readFileSync(log, 'utf8')).toBe('');
    });

    test('the output streams can be opened by name, and stdin is empty', async () => {
      const ran = await run(level, 'echo a >/dev/stderr; echo b >/dev/stdout; cat; read -r line || echo nothing');
      expect(ran).toMatchObject({ ended: { code: 0 }, stdout: 'b\nnothing\n', stderr: 'a\n' });
    });

    test('ends at any moment of the start', async () => {
      const seconds = longSleep();
      for (const timeoutMs of [0, 1, 2, 3, 4, 5, 7, 9]) {
        const ran = await run(level, `sleep ${seconds}`, { timeoutMs });
        expect(ran.ended).toEqual({ kind: 'timeout' });
      }
      expect(running(seconds)).toEqual([]);
    });

    test('what the command leaves in the background ends with it', async () => {
      const seconds = longSleep();
      const ran = await run(level, `sleep ${seconds} & sleep ${seconds} >/dev/null 2>&1 & echo done`);
      expect(ran).toMatchObject({ ended: { code: 0 }, stdout: 'done\n' });
      expect(running(seconds)).toEqual([]);
    });

    test('an abort rejects with its reason, when the tree is dead', async () => {
      const seconds = longSleep();
      const aborter = new AbortController();
      const cwd = folder();
      const command = {
        shell: `echo >up; sleep ${seconds}`,
        cwd,
        env,
        log: join(cwd, 'log'),
        isolation: level,
        ...boxAt(level),
      };
      const running1 = runTree(command, { timeoutMs: 15_000 }, aborter.signal);
      await expect.poll(() => existsSync(join(cwd, 'up')), { timeout: 20_000, interval: 5 }).toBe(true);
      const reason = new Error('enough');
      aborter.abort(reason);
      await expect(running1).rejects.toBe(reason);
      expect(running(seconds)).toEqual([]);
      await expect(runTree(command, { timeoutMs: 15_000 }, aborter.signal)).rejects.toBe(reason);
      expect(getEventListeners(aborter.signal, 'abort')).toEqual([]);
    });

    test('100 MB of output cost neither memory nor log', async () => {
      const log = join(folder(), 'big.log');
      const limits = { logBytes: 100_000, tailBytes: 5000 };
      const ran = await run(level, "echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo last", {
        log,
        ...limits,
      });
      expect(ran).toMatchObject({ ended: { code: 0 }, outputBytes: 100_000_011, truncated: true });
      expect(ran.stdout).toHaveLength(5000);
      expect(ran.stdout.endsWith('xxlast\n')).toBe(true);
      expect(statSync(log).size).toBeLessThan(106_000);
      const written = readFileSync(log, 'utf8');
      expect(written.startsWith('first\nxx')).toBe(true);
      expect(written).toContain('\n… output cut at 100000 bytes\n');
      expect(written.endsWith('xxlast\n')).toBe(true);
    });

    test('a full disk under the log is told and nothing more', async () => {
      const ran = await run(level, 'echo hello', { log: '/dev/full' });
      expect(ran).toMatchObject({
        ended: { code: 0 },
        stdout: 'hello\n',
        logFailed: expect.stringContaining('ENOSPC'),
      });
    });

    test.concurrent('ends what hangs and ignores SIGTERM', async () => {
      const seconds = longSleep();
      const ran = await run(level, `trap '' TERM INT HUP; echo up; sleep ${seconds} & sleep ${seconds}`, {
        timeoutMs: 1500,
      });
      expect(ran).toMatchObject({ ended: { kind: 'timeout' }, stdout: 'up\n' });
      expect(ran.ms).toBeLessThan(20_000);
      expect(running(seconds)).toEqual([]);
    });

    test.concurrent('a kill adds nothing to what the command said', async () => {
      const log = join(folder(), 'killed.log');
      const said = `${'x'.repeat(1000)}\nunshare: mine\nno end of line`;
      const ran = await run(level, `printf '${said}' >&2; sleep ${longSleep()}`, { log, timeoutMs: 1500 });
      expect(ran).toMatchObject({ ended: { kind: 'timeout' }, stderr: said, outputBytes: said.length });
      expect(readFileSync(log, 'utf8')).toBe(said);
    });

    test.concurrent('the memory of the whole tree is limited', async () => {
      const seconds = longSleep();
      const hoard = `${node} -e 'kept = Buffer.alloc(4e8, 1); setTimeout(() => {}, 60000)'`;
      const ran = await run(level, `sleep ${seconds} & sh -c "${hoard}; :"; sleep ${seconds}`, { memoryMb: 300 });
      expect(ran.ended).toEqual({ kind: 'memory' });
      expect(running(seconds)).toEqual([]);
    });

    test.concurrent('below the memory limit nothing happens', async () => {
      const ran = await run(level, `${node} -e 'setTimeout(() => console.log("ok"), 300)'`, { memoryMb: 1000 });
      expect(ran).toMatchObject({ ended: { code: 0 }, stdout: 'ok\n' });
    });

    test.concurrent('the processor time is limited', async () => {
      const ran = await run(level, 'while :; do :; done', { cpuSeconds: 1 });
      expect(ran.ended).toEqual({ kind: 'signalled', signal: 'SIGXCPU' });
    });

    test('the environment is what was given', async () => {
      const given = { A: "it's a b ä€", line: 'x', OLDPWD: '/x y' };
      const binds = [{ from: base, to: base }];
      const ran = await run(level, '/usr/bin/env', { env: given, binds });
      const own = /^(PWD|SHLVL|_)=/;
      const seen = ran.stdout.split('\n').filter((line) => line !== '' && !own.test(line));
      expect(seen.sort()).toEqual(
        Object.entries(given)
          .map(([key, value]) => `${key}=${value}`)
          .sort(),
      );
    });

    test('a missing folder is a plain reason', async () => {
      const ran = await run(level, 'true', { cwd: join(base, 'missing') });
      expect(ran.ended).toEqual({ kind: 'failed-to-start', reason: `no such folder: ${join(base, 'missing')}` });
    });

    test('what the system refuses to start is told', async () => {
      const ran = await run(level, `: ${'x'.repeat(200_000)}`);
      expect(ran.ended).toEqual({ kind: 'failed-to-start', reason: expect.stringContaining('E2BIG') });
    });

    test('runs at the same time do not mix', async () => {
      const all = await Promise.all([...'abcdefgh'].map((word) => run(level, `yes ${word} | head -n 20000`)));
      for (const [at, ran] of all.entries()) expect(ran.stdout).toBe(`${'abcdefgh'[at]}\n`.repeat(20_000));
    });

    test('leaves no descriptor and no child behind', async () => {
      const open = () => readdirSync('/proc/self/fd').length;
      await run(level, 'true');
      const before = { open: open(), children: children(process.pid) };
      for (let i = 0; i < 5; i += 1) {
        await run(level, 'echo x');
        await run(level, 'sleep 5', { timeoutMs: 5 });
        await run(level, 'true', { cwd: '/missing' });
      }
      await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(before.open);
      expect(children(process.pid)).toEqual(before.children);
    });
  });
}
