import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { wrap } from './isolation.ts';
import { findIsolation, isolation } from './sandbox/probe.ts';

const folder = mkdtempSync(join(tmpdir(), 'galapagos-probes-'));
vi.stubEnv('TMPDIR', folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const task = { shell: "echo 'x'", cwd: '/', env: {}, binds: [] };
const bound = { ...task, binds: [{ from: '/a b', to: '/c' }] };

test('the probe runs once, and leaves nothing', async () => {
  expect(findIsolation()).toBe(findIsolation());
  expect(['bubblewrap', 'namespace', 'user-namespace', 'group']).toContain(await isolation());
  expect(readdirSync(folder)).toEqual([]);
});

test('the shell line and the binds are arguments, never part of a script', () => {
  expect(wrap('namespace', bound).slice(-5)).toEqual(['sh', 'read', '/a b', '/c', "echo 'x'"]);
  expect(wrap('group', bound).slice(-2)).toEqual(['sh', "echo 'x'"]);
});

test('capabilities are kept only to mount, and dropped before the command', () => {
  expect(wrap('user-namespace', task).join(' ')).not.toMatch(/caps/);
  expect(wrap('user-namespace', bound).join(' ')).toMatch(/--keep-caps .* --ambient-caps=-all /s);
  expect(wrap('namespace', bound).join(' ')).not.toMatch(/caps/);
});

test('the processor limit is whole seconds, at least one', () => {
  expect(wrap('group', { ...task, cpuSeconds: 0.2 })[2]).toMatch(/-S -t 1 .*\n.*-H -t 2 /);
  expect(wrap('group', { ...task, cpuSeconds: 2.5 })[2]).toMatch(/-S -t 3 /);
});
