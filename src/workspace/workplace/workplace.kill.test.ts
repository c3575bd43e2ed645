import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Places } from '../../domain/config.ts';
import { compiled } from '../compiled.fixture.ts';
import { scratch, sh, startingRepository, write } from '../test-kit.ts';
import { workplaces } from './kit.fixture.ts';

const folder = join(scratch(), 'driver');
compiled('workspace/workspace.ts', folder);
write(folder, {
  'lease.js': `import { findPlace, openRepository, openWorkplaces, scopeOf } from './workspace/workspace.js';
const [user, places] = process.argv.slice(2);
const repository = await openRepository(await findPlace(user));
const base = await repository.base({ dirty: false });
const scope = scopeOf(['algo.py'], await repository.files(base.tree));
const run = { run: 'r1', base, scope, inputs: [], folder: '', places: JSON.parse(places) };
const all = openWorkplaces(repository, run);
const version = { id: 'p', ...(await repository.commit({ parents: [], onto: base.tree, changes: new Map([['algo.py', Buffer.from('better')]]), message: 'p' })) };
const { lease } = await all.lease('exp_0001', version, []);
await all.release(lease);
repository.close();
`,
});

/** Leases and releases in a process that dies at a boundary: null when it did. */
async function elsewhere(user: string, places: Places, killAt: number): Promise<number | null> {
  const child = spawn(process.execPath, [join(folder, 'lease.js'), user, JSON.stringify(places)], {
    env: { ...process.env, GALAPAGOS_KILL_AT: String(killAt) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code;
}

/** Kills at one boundary after the other until there is none left. */
async function each(user: string, places: Places, then: (kill: number) => Promise<void>): Promise<number> {
  for (let kill = 1; ; kill++) {
    const code = await elsewhere(user, places, kill);
    await then(kill);
    if (code === 0) return kill;
    expect(code).toBeNull();
  }
}

test('killed anywhere, the next lease gives a whole worktree, and the next release takes it away', async () => {
  const user = startingRepository();
  const places: Places = { kind: 'worktree' };
  const { lease, taken, version, places: all } = await workplaces(user, ['algo.py'], { places });
  const parent = await version('p', { 'algo.py': 'better' });
  const kills = await each(user, places, async () => {
    const { lease: place, at } = await lease('exp_0001', parent);
    expect(sh(at, 'status', '--porcelain')).toBe('');
    write(at, { 'algo.py': 'mine' });
    expect(await taken(place, parent)).toMatchObject({ files: { 'algo.py': 'mine' }, refused: [] });
    await all.release(place);
    expect(readdirSync(join(user, '.evolve/r1/worktrees/.kept'))).toEqual([]);
  });
  expect(kills).toBeGreaterThan(5);
});

test('killed anywhere, a clone of a pool is had by the same experiment again, and comes back as it was', async () => {
  const user = startingRepository();
  const slot = join(scratch(), 'slot');
  sh(user, 'clone', '-q', user, slot);
  const places: Places = { kind: 'pool', slots: [slot] };
  const { lease, taken, version, places: all } = await workplaces(user, ['algo.py'], { places });
  const parent = await version('p', { 'algo.py': 'better' });
  const kills = await each(user, places, async () => {
    const { lease: place } = await lease('exp_0001', parent);
    expect(sh(slot, 'status', '--porcelain')).toBe('');
    write(slot, { 'algo.py': 'mine' });
    expect(await taken(place, parent)).toMatchObject({ files: { 'algo.py': 'mine' }, refused: [] });
    await all.release(place);
    expect(readFileSync(join(slot, 'algo.py'), 'utf8')).toBe('seed');
    expect(sh(slot, 'status', '--porcelain', '--branch')).toBe('## main...origin/main');
    expect(existsSync(join(slot, '.git/evolve'))).toBe(false);
  });
  expect(kills).toBeGreaterThan(5);
});
