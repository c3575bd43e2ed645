import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findPlace } from '../place.ts';
import { repositoryWith, scratch, sh, userPicture, write } from '../test-kit.ts';
import { BRANCH, COMMIT, usersRepository } from './trunk.fixture.ts';
import { readyForTrunk, trunkTip } from './trunk.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

const commit = (root: string, files: Readonly<Record<string, string>>): string => {
  write(root, files);
  sh(root, 'add', '-A');
  sh(root, 'commit', '-qm', 'more');
  return sh(root, 'rev-parse', 'HEAD');
};

describe('where the next cycle begins', () => {
  it('is HEAD until the branch has more, and writes nothing', async () => {
    const root = usersRepository({ 'a.js': '1' });
    const place = await findPlace(root);
    const first = sh(root, 'rev-parse', 'HEAD');
    const before = userPicture(root);
    expect(await trunkTip(place, BRANCH)).toEqual({
      commit: first,
      tree: sh(root, 'rev-parse', 'HEAD^{tree}'),
      branch: 'evolve/goals',
    });
    expect(userPicture(root)).toEqual(before);
    sh(root, 'branch', 'evolve/goals');
    const second = commit(root, { 'a.js': '2' });
    expect(await trunkTip(place, BRANCH)).toMatchObject({ commit: second, at: first });
    sh(root, 'branch', '-f', 'evolve/goals');
    sh(root, 'reset', '-q', '--hard', first);
    expect(await trunkTip(place, BRANCH)).toMatchObject({ commit: second, at: second });
  });

  it('stays on a branch that has gone its own way, but for the start of a session', async () => {
    const root = usersRepository({ 'a.js': '1' });
    const place = await findPlace(root);
    sh(root, 'checkout', '-q', '-b', 'evolve/goals');
    const own = commit(root, { 'b.js': '1' });
    sh(root, 'checkout', '-q', 'main');
    expect(await readyForTrunk(place, BRANCH)).toMatchObject({ commit: own });
    commit(root, { 'c.js': '1' });
    expect(await trunkTip(place, BRANCH)).toMatchObject({ commit: own, at: own });
    await expect(readyForTrunk(place, BRANCH)).rejects.toThrow(
      /main and evolve\/goals both have commits .*git merge evolve\/goals/,
    );
    sh(root, 'merge', '-q', '-m', 'join', 'evolve/goals');
    expect(await readyForTrunk(place, BRANCH)).toMatchObject({ commit: sh(root, 'rev-parse', 'HEAD') });
  });

  it.each<[string, string, (root: string) => void]>([
    ['the branch is checked out here', 'evolve/goals is checked out in', (r) => sh(r, 'switch', '-qc', 'evolve/goals')],
    [
      'another working tree has it',
      'evolve/goals is checked out in',
      (r) => sh(r, 'worktree', 'add', '-q', '-b', 'evolve/goals', join(scratch(), 'w')),
    ],
    ['a branch has the name of its folder', 'beside evolve:', (r) => sh(r, 'branch', 'evolve')],
    ['its own name is a folder of branches', 'beside evolve/goals/x', (r) => sh(r, 'branch', 'evolve/goals/x')],
  ])('refuses when %s', async (_, message, prepare) => {
    const root = usersRepository({ 'a.js': '1' });
    prepare(root);
    await expect(trunkTip(await findPlace(root), BRANCH)).rejects.toThrow(message);
  });

  it('refuses a name that is none, a folder without git, no commit, and a user whom git does not know', async () => {
    const root = repositoryWith({ 'a.js': '1' });
    const place = await findPlace(root);
    await expect(trunkTip(place, { land: 'branch', branch: 'a b' })).rejects.toThrow("can't be the name of a branch");
    await expect(readyForTrunk(place, BRANCH)).rejects.toThrow('Git does not know who you are');
    await expect(trunkTip(await findPlace(scratch()), BRANCH)).rejects.toThrow('git init');
    const empty = scratch();
    sh(empty, 'init', '-q');
    await expect(trunkTip(await findPlace(empty), COMMIT)).rejects.toThrow('commit your files first');
  });

  it('minds names that are alike', async () => {
    const root = usersRepository({ 'a.js': '1' });
    for (const name of ['evolve/goals-2', 'evolve/gen1-1', 'evolver', 'goals']) sh(root, 'branch', name);
    expect(await trunkTip(await findPlace(root), BRANCH)).not.toHaveProperty('at');
  });
});

describe('where the next cycle begins on the branch that is checked out', () => {
  it.each<[string, string, (root: string) => void]>([
    ['HEAD is detached', 'HEAD is detached', (r) => sh(r, 'checkout', '-q', '--detach')],
    ['a file is edited', 'uncommitted changes in a.js', (r) => write(r, { 'a.js': 'mine' })],
    ['a file is gone', 'uncommitted changes in a.js', (r) => rmSync(join(r, 'a.js'))],
    [
      'something is staged',
      'uncommitted changes in n.js',
      (r) => {
        write(r, { 'n.js': '1' });
        sh(r, 'add', 'n.js');
      },
    ],
    [
      'a merge is going on',
      'a merge is in progress',
      (r) => {
        sh(r, 'checkout', '-qb', 'side');
        commit(r, { 's.js': '1' });
        sh(r, 'checkout', '-q', 'main');
        commit(r, { 'm.js': '1' });
        sh(r, 'merge', '-q', '--no-commit', 'side');
      },
    ],
  ])('refuses when %s', async (_, message, prepare) => {
    const root = usersRepository({ 'a.js': '1' });
    prepare(root);
    const before = userPicture(root);
    await expect(trunkTip(await findPlace(root), COMMIT)).rejects.toThrow(message);
    expect(userPicture(root)).toEqual(before);
  });

  it('takes untracked files and anything under .agents/ as they are', async () => {
    const root = usersRepository({ 'a.js': '1', '.agents/evolve/cycle-history.jsonl': '1 x\n' });
    write(root, { 'notes.txt': 'n', '.agents/evolve/cycle-history.jsonl': '1 x\n2 y\n', '.agents/rpi/n.jsonl': '' });
    sh(root, 'add', '.agents/rpi/n.jsonl');
    expect(await trunkTip(await findPlace(root), COMMIT)).toMatchObject({ branch: 'main' });
  });
});
