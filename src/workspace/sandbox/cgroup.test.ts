import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../process-tree.fixture.ts';
import { makeIn, openCgroup, usable } from './cgroup.ts';

const root = mkdtempSync(join(tmpdir(), 'galapagos-cgroup-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function hierarchy(name: string, controllers: string): string {
  const folder = join(root, name, 'app.slice/me.scope');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(root, name, 'app.slice/cgroup.subtree_control'), controllers);
  return `36 35 0:30 / ${join(root, name)} rw - cgroup2 cgroup2 rw\n`;
}

describe('of the second version', () => {
  test('groups are made beside our own, where memory is given to them', () => {
    const mounts = hierarchy('given', 'cpu memory pids');
    const [found, ...others] = usable('0::/app.slice/me.scope\n', mounts);
    expect(others).toEqual([]);
    expect(found).toEqual({
      folder: join(root, 'given/app.slice'),
      version: 2,
      controllers: ['memory', 'pids', 'cpu'],
    });
    const group = makeIn(found === undefined ? [] : [found], 100, 50);
    const [procs = ''] = group?.joins ?? [];
    const own = join(procs, '..');
    expect(readFileSync(join(own, 'memory.max'), 'utf8')).toBe('104857600');
    expect(readFileSync(join(own, 'pids.max'), 'utf8')).toBe('50');
    expect(group?.spent()).toBe(false);
    writeFileSync(join(own, 'memory.events'), 'low 0\noom 1\noom_kill 1\n');
    expect(group?.spent()).toBe(true);
  });

  test('there are none where memory is not given', () => {
    expect(usable('0::/app.slice/me.scope\n', hierarchy('kept', 'cpu pids'))).toEqual([]);
  });

  test('what a killed driver left is removed, and what a living one has is not', () => {
    const mounts = hierarchy('left', 'memory');
    const [dead, mine] = ['galapagos-999999999-1', `galapagos-${process.pid}-7`].map((name) =>
      join(root, 'left/app.slice', name),
    );
    for (const folder of [dead, mine]) mkdirSync(folder ?? '');
    usable('0::/app.slice/me.scope\n', mounts);
    expect([dead, mine].map((folder) => existsSync(folder ?? ''))).toEqual([false, true]);
  });
});

const probe = openCgroup(100);
probe?.remove();
const skip = probe === undefined && process.env.GALAPAGOS_REQUIRE !== 'all';

describe.skipIf(skip)('on this machine (needs writable cgroups)', () => {
  test('processes without end come to an end', async () => {
    const shell = 'i=0; while [ $i -lt 60 ]; do sleep 100 & i=$((i + 1)); done; echo $i';
    const ran = await run('group', shell, { memoryMb: 500, processes: 20 });
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(/fork/i);
  });

  test('the group is gone afterwards, and the environment is as given', async () => {
    const ran = await run('group', 'cat /proc/self/cgroup; env', { memoryMb: 500, env: { PATH: '/usr/bin', A: 'b' } });
    const [, path = ''] = /memory:(\S*galapagos-\S+)|0::(\S*galapagos-\S+)/.exec(ran.stdout) ?? [];
    expect(path).toContain('galapagos-');
    await expect.poll(() => existsSync(join('/sys/fs/cgroup/memory', path)), { timeout: 10_000 }).toBe(false);
    expect(ran.stdout).toMatch(/^A=b$/m);
    const own = usable(readFileSync('/proc/self/cgroup', 'utf8'), readFileSync('/proc/self/mountinfo', 'utf8'));
    const kinds = own.filter(({ version }) => version === 1).flatMap(({ controllers }) => controllers);
    for (const kind of kinds)
      expect(ran.stdout).toMatch(new RegExp(`^\\d+:([^:]*,)?${kind}(,[^:]*)?:\\S*galapagos-`, 'm'));
  });
});
