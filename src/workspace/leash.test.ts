import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled } from './compiled.fixture.ts';
import { startMark, wrap } from './isolation.ts';
import { LEASH, leashOf } from './leash.ts';
import {
  base,
  boxAt,
  env,
  folder,
  levels,
  longSleep,
  name,
  run,
  running,
  skipped,
  strong,
} from './process-tree.fixture.ts';
import { findTool } from './sandbox/tool.ts';

const mark = String.fromCharCode(startMark);
const runner = compiled('workspace/process-tree.ts', join(base, 'leash'));
const driver = join(base, 'leash', 'driver.js');
writeFileSync(
  driver,
  `import { runTree } from '${runner}';
await runTree(JSON.parse(process.argv[2]), { timeoutMs: 60000 });
`,
);

for (const level of strong) {
  describe.skipIf(skipped(level))(`${name(level)}`, () => {
    test.each([
      ['loose', 'ran', 0],
      ['drop', '', 125],
    ] as const)('a command with its start marked, and then: %s', async (act, said, code) => {
      const cwd = folder();
      const [file = '', ...args] = wrap(level, { shell: 'printf ran', cwd, env, binds: [], leashed: true });
      const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
      const leash = leashOf(child);
      const exit = new Promise((resolve) => child.once('exit', resolve));
      let heard = '';
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        if (heard === '') leash?.[act]();
        heard += chunk;
      });
      expect(await exit).toBe(code);
      await expect.poll(() => heard).toBe(mark + said);
    });

    test('a driver that dies before anything is tied to it leaves nothing, though somebody still takes the mark', async () => {
      const cwd = folder();
      const tool = level === 'bubblewrap' ? 'bwrap' : 'setpriv';
      // Stands for the threads of a dead driver, which hold its pipes a little longer.
      const late = [
        '#!/bin/sh',
        `exec 9</proc/self/fd/1; : >'${cwd}/up'`,
        `while [ -e '${cwd}/up' ] && [ ! -e '${cwd}/go' ]; do sleep 0.01; done`,
        `exec '${findTool(tool)}' "$@"`,
      ];
      writeFileSync(join(cwd, tool), late.join('\n'), { mode: 0o755 });
      const shell = `: >began; sleep 20; : ${longSleep()}`;
      const command = { shell, cwd, env, log: join(cwd, 'log'), isolation: level, ...boxAt(level) };
      const child = spawn(process.execPath, [driver, JSON.stringify(command)], {
        env: { ...env, PATH: `${cwd}:${env.PATH}` },
        stdio: 'inherit',
      });
      const exit = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
      await expect.poll(() => existsSync(join(cwd, 'up')), { timeout: 10_000 }).toBe(true);
      // For a moment a child that is about to become another program is called the same.
      expect(running(shell).length).toBeGreaterThan(0);
      child.kill('SIGKILL');
      expect(await exit).toBe('SIGKILL');
      writeFileSync(join(cwd, 'go'), '');
      await expect.poll(() => running(shell), { timeout: 5000 }).toEqual([]);
      expect(existsSync(join(cwd, 'began'))).toBe(false);
    });
  });
}

for (const level of levels) {
  test.skipIf(skipped(level))(`a command has nothing of it: ${name(level)}`, async () => {
    const given = { ...env, leash: 'mine', leash_: 'mine, too' };
    const ran = await run(level, `echo "$leash, $leash_, $leash__"; [ -e /proc/$$/fd/${LEASH} ] || echo closed`, {
      env: given,
    });
    expect(ran).toMatchObject({ ended: { kind: 'exited', code: 0 }, stdout: 'mine, mine, too, \nclosed\n' });
  });
}
