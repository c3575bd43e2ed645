import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { NO_REACH, type Reach } from '../../domain/sandbox.ts';
import type { Isolation } from '../isolation.ts';
import { base, longSleep, name, run, running, skipped, strong } from '../process-tree.fixture.ts';

/** A repository in a home, with the folder of a run in it, beside what else a user has. */
function place() {
  const home = mkdtempSync(join(base, 'user '));
  const repository = join(home, 'my repo');
  const state = join(repository, '.evolve');
  const [tree, temp, other] = [join(state, 'r1/tree'), join(state, 'r1/temp'), join(state, 'r1/other')];
  for (const folder of [tree, join(temp, 'home'), other, join(home, '.ssh')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, '.ssh/key'), 'secret');
  writeFileSync(join(repository, 'data'), 'of the user');
  const box = (reach: Partial<Reach> = {}) => ({
    ...{ own: [tree, temp], home: join(temp, 'home'), hidden: [repository, state] },
    reach: { ...NO_REACH, ...reach },
  });
  return { home, repository, state, tree, temp, box };
}

type Place = ReturnType<typeof place>;

function shut(level: Isolation, at: Place, shell: string, reach: Partial<Reach> = {}, more = {}) {
  const env = { PATH: process.env.PATH ?? '', HOME: at.home };
  return run(level, shell, { cwd: at.tree, env, box: at.box(reach), ...more });
}

// Each of them starts dozens of processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

for (const level of strong) {
  describe.skipIf(skipped(level))(`a box at the level ${name(level)}`, () => {
    test('only its own folders are seen and written', async () => {
      const at = place();
      const shell = `ls -A ~ '${at.repository}' '${at.state}' '${at.state}/r1'; cat ~/.ssh/key '${at.repository}/data'
        for f in made ../temp/made ~/made /tmp/made /dev/shm/made ../other /usr/made '${at.repository}/made'; do (: >"$f") || echo "refused $f"; done`;
      const { stdout, stderr } = await shut(level, at, shell);
      expect(stdout).not.toMatch(/\.ssh|secret|of the user|other\n(?!refused)/);
      expect(stderr.match(/No such file/g)?.length).toBeGreaterThanOrEqual(2);
      expect(readdirSync(at.tree)).toEqual(['made']);
      expect(readdirSync(at.temp).sort()).toEqual(['home', 'made']);
      expect(readdirSync(join(at.temp, 'home'))).toContain('made');
      expect(readdirSync(at.repository).sort()).toEqual(['.evolve', 'data']);
      expect(readdirSync(join(at.state, 'r1')).sort()).toEqual(['other', 'temp', 'tree']);
      expect(stdout).toContain('refused /usr/made');
    });

    test('what is allowed is read or written, and the runs stay hidden in it', async () => {
      const at = place();
      const extra = mkdtempSync(join(base, 'extra '));
      const shell = `cat '${at.repository}/data'; ls -A '${at.state}/r1'; : >'${extra}/made'; : >'${at.repository}/made'`;
      const { stdout } = await shut(level, at, shell, { read: [at.repository], write: [extra] });
      expect(stdout).toBe('of the usertemp\ntree\n');
      expect(readdirSync(extra)).toEqual(['made']);
      expect(readdirSync(at.repository).sort()).toEqual(['.evolve', 'data']);
    });

    test('it has no rights, and can get none', async () => {
      const at = place();
      const shell = `grep -E 'CapEff|CapBnd|NoNewPrivs' /proc/self/status; umount ~ 2>/dev/null || echo kept
        unshare -Um sh -c 'umount -l "$1"; ls -A ~' sh "$HOME" 2>/dev/null | grep ssh; cat /etc/shadow 2>/dev/null | head -c 9`;
      const { stdout } = await shut(level, at, shell);
      expect(stdout).toBe('CapEff:\t0000000000000000\nCapBnd:\t0000000000000000\nNoNewPrivs:\t1\nkept\n');
    });

    test('switches of the kernel are read-only', async () => {
      const at = place();
      const shell = `for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger; do (: >>$f) 2>/dev/null && echo "open $f"; done
        cat /proc/sys/kernel/ostype; (echo me >/proc/self/comm) && cat /proc/self/comm | head -c 0; echo done`;
      const { stdout } = await shut(level, at, shell);
      expect(stdout).toBe('Linux\ndone\n');
    });

    test('there is no network but its own', async () => {
      const at = place();
      const { stdout } = await shut(level, at, "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '");
      expect(stdout).toBe('lo\n');
      const shared = await shut(level, at, 'readlink /proc/self/ns/net', { network: true });
      const own = await shut(level, at, 'readlink /proc/self/ns/net');
      expect(own.stdout).not.toBe(shared.stdout);
    });

    test('inputs are at their places, and at their own', async () => {
      const at = place();
      const venv = join(at.repository, '.venv');
      for (const folder of [venv, join(at.tree, '.venv')]) mkdirSync(folder);
      writeFileSync(join(venv, 'text'), 'input ');
      const binds = [{ from: venv, to: join(at.tree, '.venv') }];
      const shell = `cat .venv/text '${venv}/text'; (: >.venv/new) 2>/dev/null || echo refused`;
      const { stdout } = await shut(level, at, shell, {}, { binds });
      expect(stdout).toBe('input input refused\n');
    });

    test('nothing is alive afterwards', async () => {
      const at = place();
      const seconds = longSleep();
      await shut(level, at, `setsid sleep ${seconds} >/dev/null 2>&1 & echo up`);
      expect(running(seconds)).toEqual([]);
      const ran = await shut(level, at, `setsid sleep ${seconds} & sleep ${seconds}`, {}, { timeoutMs: 300 });
      expect(ran.ended).toEqual({ kind: 'timeout' });
      expect(running(seconds)).toEqual([]);
    });
  });
}
