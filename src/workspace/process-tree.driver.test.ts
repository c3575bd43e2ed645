import { execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { compiled } from './compiled.fixture.ts';
import { base, boxAt, env, folder, longSleep, name, running, skipped, strong } from './process-tree.fixture.ts';

const runner = compiled('workspace/process-tree.ts', join(base, 'driver'));
const driver = join(base, 'driver', 'driver.js');
writeFileSync(
  driver,
  `import { runTree } from '${runner}';
const [command, limits] = process.argv.slice(2).map((text) => JSON.parse(text));
console.log(JSON.stringify(await runTree(command, limits)));
`,
);
chmodSync(base, 0o755);

for (const level of strong) {
  describe.skipIf(skipped(level))(`${name(level)}`, () => {
    test('a driver that is killed takes the tree with it', async () => {
      const cwd = folder();
      const seconds = longSleep();
      const shell = `trap '' TERM HUP; env -i setsid sh -c 'echo >up; sleep ${seconds}; :' & sleep ${seconds}`;
      const command = { shell, cwd, env, log: join(cwd, 'log'), isolation: level, ...boxAt(level) };
      const child = spawn(process.execPath, [driver, JSON.stringify(command), '{"timeoutMs":60000}'], {
        stdio: 'inherit',
      });
      await expect.poll(() => existsSync(join(cwd, 'up')) && running(seconds).length, { timeout: 20_000 }).toBe(2);
      child.kill('SIGKILL');
      await expect.poll(() => running(seconds), { timeout: 20_000 }).toEqual([]);
    });
  });
}

const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath];
const isRoot = process.getuid?.() === 0;
/** Not when Node is installed in root's home. */
const canBeNobody = isRoot && spawnSync('setpriv', [...nobody, '--version']).status === 0;
const skip = skipped('user-namespace') || (!canBeNobody && process.env.GALAPAGOS_REQUIRE !== 'all');

// For an ordinary user all tests of the level 'user-namespace' are this one.
if (isRoot) {
  describe.skipIf(skip)('an ordinary user (needs PID namespaces)', () => {
    test('has isolation and read-only binds, and stays who it is', async () => {
      const cwd = folder();
      chmodSync(cwd, 0o777);
      const seconds = longSleep();
      const shell = `id -u; (: >new) 2>/dev/null || echo refused; grep CapEff /proc/self/status; umount . 2>/dev/null || echo kept
      env -i setsid sleep ${seconds} & [ $$ -lt 50 ] && echo inside`;
      const command = { shell, cwd, env, log: '/dev/null', binds: [{ from: cwd, to: cwd }] };
      const { stdout } = await promisify(execFile)('setpriv', [
        ...[...nobody, driver, JSON.stringify(command)],
        '{"timeoutMs":10000}',
      ]);
      expect(JSON.parse(stdout)).toMatchObject({
        ended: { kind: 'exited', code: 0 },
        stdout: '65534\nrefused\nCapEff:\t0000000000000000\nkept\ninside\n',
      });
      expect(running(seconds)).toEqual([]);
    });

    test.each(['bubblewrap', 'user-namespace'] as const)('is shut in as root is, by %s', async (level) => {
      const cwd = folder();
      const home = join(cwd, 'home');
      const own = join(cwd, 'own');
      for (const path of [cwd, home, own]) {
        mkdirSync(path, { recursive: true });
        chmodSync(path, 0o777);
      }
      const seconds = longSleep();
      const shell = `id -u; : >mine; (: >../new) 2>/dev/null || echo refused; ls -A ..; grep CapEff /proc/self/status
      env -i setsid sleep ${seconds} & tail -n +3 /proc/net/dev | cut -d: -f1`;
      const box = { own: [own], home, hidden: [cwd], reach: { network: false, read: [], write: [], env: [] } };
      const command = { shell, cwd: own, env, log: '/dev/null', box, isolation: level };
      const limits = '{"timeoutMs":20000,"memoryMb":300}';
      const { stdout } = await promisify(execFile)('setpriv', [...nobody, driver, JSON.stringify(command), limits]);
      const ran = JSON.parse(stdout);
      expect(ran.ended).toEqual({ kind: 'exited', code: 0 });
      expect(ran.stdout).toMatch(/^65534\n(refused\n)?(new\n)?own\nCapEff:\t0{16}\n +lo\n$/);
      expect(existsSync(join(cwd, 'new'))).toBe(false);
      expect(running(seconds)).toEqual([]);
    });
  });
}
