import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { base, boxAt, env, folder, longSleep, name, run, running, skipped, strong } from './process-tree.fixture.ts';
import { runTree } from './process-tree.ts';

const daemon = (seconds: string) =>
  `env -i PATH="$PATH" setsid sh -c 'echo $$ >pid; sleep ${seconds}; :' & until [ -s pid ]; do sleep 0.01; done; echo up`;

for (const level of strong) {
  describe.skipIf(skipped(level))(`only at the level ${name(level)}`, () => {
    test.each([
      ['the command has ended', '', { kind: 'exited', code: 0 }],
      ['the time is over', '; sleep 1000', { kind: 'timeout' }],
    ])('a daemon with a session of its own is dead when %s', async (_, rest, ended) => {
      const seconds = longSleep();
      const ran = await run(level, daemon(seconds) + rest, { timeoutMs: rest === '' ? 15_000 : 1500 });
      expect(ran).toMatchObject({ ended, stdout: 'up\n' });
      expect(running(seconds)).toEqual([]);
    });

    test('all of many are dead when the call returns', async () => {
      const seconds = longSleep();
      const one = `setsid sleep ${seconds} >/dev/null 2>&1 &`;
      const shell = `i=0; while [ $i -lt 300 ]; do ${one} i=$((i + 1)); done; sleep ${seconds}`;
      const aborter = new AbortController();
      const command = { shell, cwd: base, env, log: '/dev/null', isolation: level, ...boxAt(level) };
      const call = runTree(command, { timeoutMs: 25_000 }, aborter.signal);
      await expect.poll(() => running(seconds).length, { timeout: 20_000 }).toBe(301);
      aborter.abort();
      await expect(call).rejects.toBe(aborter.signal.reason);
      expect(running(seconds)).toEqual([]);
    });

    test('the command sees its own processes only and is not PID 1', async () => {
      const ran = await run(level, 'echo $$; ls -d /proc/[0-9]* | wc -l');
      const [pid, count] = ran.stdout.split('\n').map(Number);
      expect(pid).toBeGreaterThan(1);
      expect(count).toBeLessThan(6);
    });

    test('binds can be read and not written, for the command alone', async () => {
      const cwd = folder();
      const binds = ['a folder', "it's – ü"].map((word) => {
        const [from, to] = [join(base, `${word} ${level} from`), join(cwd, word)];
        mkdirSync(from);
        mkdirSync(to);
        writeFileSync(join(from, 'text'), word);
        return { from, to };
      });
      const shell =
        'for f in */; do cat "$f/text"; (echo x >"$f/text") 2>/dev/null; (: >"$f/new") 2>/dev/null; done; ls *';
      const ran = await run(level, shell, { cwd, binds });
      expect(ran).toMatchObject({ ended: { code: 0 }, stderr: '' });
      expect(ran.stdout).toBe("a folderit's – üa folder:\ntext\n\nit's – ü:\ntext\n");
      expect(readdirSync(join(cwd, 'a folder'))).toEqual([]);
    });

    test('a bind over the working folder holds for relative paths', async () => {
      const cwd = folder();
      const ran = await run(level, '(: >new) 2>/dev/null || echo refused', { cwd, binds: [{ from: cwd, to: cwd }] });
      expect(ran.stdout).toBe('refused\n');
    });

    test('what is bound writable below a read-only folder can be written, and nothing beside it', async () => {
      const cwd = folder();
      const [work, input] = [join(cwd, 'state/work'), join(cwd, 'packages')];
      for (const path of [join(work, 'packages'), input]) mkdirSync(path, { recursive: true });
      writeFileSync(join(input, 'text'), 'input');
      const binds = [
        { from: cwd, to: cwd, deep: true },
        { from: work, to: work, writable: true },
        { from: input, to: join(work, 'packages') },
      ];
      const tries = ['mine', '../beside', '../../above', 'packages/new', `${cwd}/absolute`];
      const shell = `cat packages/text; for f in ${tries.map((path) => `'${path}'`).join(' ')}; do (: >"$f") 2>/dev/null || echo " $f" | sed 's,.*/,,'; done`;
      const ran = await run(level, shell, { cwd: work, binds });
      expect(ran.stdout.split('\n')).toEqual(['inputbeside', 'above', 'new', 'absolute', '']);
      expect(readdirSync(work).sort()).toEqual(['mine', 'packages']);
      expect(readdirSync(cwd).sort()).toEqual(['packages', 'state']);
    });

    test('when a bind fails the command is not run', async () => {
      const cwd = folder();
      const ran = await run(level, 'echo ran', { cwd, binds: [{ from: join(cwd, 'missing'), to: cwd }] });
      expect(ran).toMatchObject({ ended: { kind: 'failed-to-start' }, stdout: '' });
      expect(ran.ended).toMatchObject({ reason: expect.stringContaining('missing') });
    });
  });
}

describe('the level group can not hold a daemon with a session of its own', () => {
  test('but is not held up by it, nor is its output mixed into the next run', async () => {
    const cwd = folder();
    const seconds = longSleep();
    const noisy = `trap "" PIPE; until [ -e go ]; do sleep 0.01; done; echo noise 2>/dev/null; echo >said; exec sleep ${seconds}`;
    const ran = await run(
      'group',
      `setsid sh -c 'echo >up; ${noisy}' & until [ -e up ]; do sleep 0.01; done; echo mine`,
      {
        cwd,
      },
    );
    expect(ran).toMatchObject({ ended: { code: 0 }, stdout: 'mine\n' });
    const next = await run('group', 'echo >go; until [ -e said ]; do sleep 0.01; done; echo next', { cwd });
    expect(next.stdout).toBe('next\n');
    await expect.poll(() => running(seconds).length, { timeout: 20_000 }).toBe(1);
    for (const pid of running(seconds)) process.kill(pid, 'SIGKILL');
  });
});
