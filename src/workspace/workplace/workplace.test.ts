import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import { findInputs } from '../inputs.ts';
import { scopeOf } from '../scope.ts';
import { opened, picture, repositoryWith, sh, startingRepository, userPicture, write } from '../test-kit.ts';
import { openWorkplaces, type WorkplacesOptions } from './workplace.ts';

type Changes = Readonly<Record<string, string | null>>;

const HOW = { commit: 'all', staged: false, message: 'exp_0001' } as const;
const TRACKED = { ...HOW, commit: 'tracked-only' } as const;

async function workplaces(user: string, globs: readonly string[], more: Partial<WorkplacesOptions> = {}) {
  const repository = await opened(user);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(globs, await repository.files(base.tree));
  const inputs = await findInputs(repository, base, []);
  const options = { run: 'r1', base, scope, inputs, folder: '', places: { kind: 'worktree' } as const, ...more };
  const places = openWorkplaces(repository, options);
  const version = async (id: string, given: Changes, onto = base.commit): Promise<Version> => {
    const changes = new Map(
      Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
    );
    return { id, ...(await repository.commit({ parents: [onto], onto, changes, message: id })) };
  };
  const root: Version = { id: 'root', ...base };
  const lease = async (id: string, of: Version = root) => {
    const leased = await places.lease(id, of, []);
    if (leased.kind !== 'leased') throw new Error(leased.reason);
    return { lease: leased.lease, at: places.folder(leased.lease) ?? '' };
  };
  const taken = async (id: string, place: Lease, parent: Version = root, how: typeof HOW | typeof TRACKED = HOW) => {
    const found = await places.take(id, place, parent, how);
    if (found.kind !== 'changed') return found;
    const files: Record<string, string | null> = {};
    for (const { path, after } of await repository.changes(base.tree, found.tree))
      files[path] = after === undefined ? null : (await repository.blob(after.sha)).toString('utf8');
    return { ...found, files };
  };
  return { repository, base, scope, inputs, options, places, version, root, lease, taken };
}

describe('a workspace of an experiment', () => {
  test('has the version, clean in a repository of its own, and is the same when asked for again', async () => {
    const user = startingRepository();
    const before = userPicture(user);
    const { version, lease, taken, places } = await workplaces(user, ['algo.py']);
    const better = await version('p', { 'algo.py': 'better' });
    const one = await lease('exp_0001', better);
    expect(one.lease).toEqual({ kind: 'worktree', where: '.evolve/r1/worktrees/exp_0001' });
    expect(sh(one.at, 'status', '--porcelain', '--branch')).toBe('## main');
    expect(readFileSync(join(one.at, 'algo.py'), 'utf8')).toBe('better');
    expect(await taken('exp_0001', one.lease, better)).toMatchObject({ kind: 'unchanged', refused: [] });
    write(one.at, { 'algo.py': 'mine' });
    expect(await lease('exp_0001', better)).toEqual(one);
    expect(await taken('exp_0001', one.lease, better)).toMatchObject({
      kind: 'changed',
      paths: ['algo.py'],
      files: { 'algo.py': 'mine' },
    });
    await places.release(one.lease);
    await places.release(one.lease);
    expect(existsSync(one.at)).toBe(false);
    await expect(taken('exp_0001', one.lease, better)).rejects.toThrow('evolve exp discard exp_0001');
    expect(userPicture(user)).toEqual(before);
  });
});
