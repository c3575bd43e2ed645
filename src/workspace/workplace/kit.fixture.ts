import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import { findInputs } from '../inputs.ts';
import { scopeOf } from '../scope.ts';
import { opened } from '../test-kit.ts';
import { openWorkplaces, type WorkplacesOptions } from './workplace.ts';

type Changes = Readonly<Record<string, string | null>>;

export const ALL = { commit: 'all', staged: false, message: 'exp_0001' } as const;
export const TRACKED = { ...ALL, commit: 'tracked-only' } as const;
type How = Omit<typeof ALL | typeof TRACKED, 'staged'> & { readonly staged: boolean };

/** The workplaces of a repository, with ways to make versions and to see what was taken. */
export async function workplaces(user: string, globs: readonly string[], more: Partial<WorkplacesOptions> = {}) {
  const repository = await opened(user);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(globs, await repository.files(base.tree));
  const inputs = await findInputs(repository, base, []);
  const options: WorkplacesOptions = {
    ...{ run: 'r1', base, scope, inputs, folder: '', places: { kind: 'worktree' } },
    ...more,
  };
  const places = openWorkplaces(repository, options);
  const root: Version = { id: 'root', ...base };

  async function version(id: string, given: Changes, onto = base.commit): Promise<Version> {
    const pairs = Object.entries(given).map(
      ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
    );
    return { id, ...(await repository.commit({ parents: [onto], onto, changes: new Map(pairs), message: id })) };
  }

  async function lease(id: string, of: Version = root, taken: readonly string[] = []) {
    const leased = await places.lease(id, of, taken);
    if (leased.kind !== 'leased') throw new Error(leased.reason);
    return { lease: leased.lease, at: places.folder(leased.lease) ?? '' };
  }

  async function taken(place: Lease, parent: Version = root, how: How = ALL) {
    const found = await places.take('exp', place, parent, how);
    if (found.kind !== 'changed') return found;
    const files: Record<string, string | null> = {};
    for (const { path, after } of await repository.changes(base.tree, found.tree))
      files[path] = after === undefined ? null : (await repository.blob(after.sha)).toString('utf8');
    return { ...found, files };
  }

  return { repository, base, options, places, version, root, lease, taken };
}
