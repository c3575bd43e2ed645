import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { opened, picture, scratch, write } from '../test-kit.ts';
import { landFiles, planFiles } from './files.ts';

async function folder() {
  const root = scratch();
  write(root, { 'a.js': '1', 'b/c.js': '2', 'keep.txt': 'k', 'tool.sh': 's' });
  chmodSync(join(root, 'a.js'), 0o640);
  chmodSync(join(root, 'tool.sh'), 0o750);
  const repository = await opened(root);
  const base = await repository.base({ dirty: true });
  const changes = new Map([
    ['a.js', Buffer.from('A')],
    ['b/c.js', null],
    ['d/new.js', Buffer.from('n')],
    ['tool.sh', Buffer.from('S')],
  ]);
  const { tree } = await repository.commit({ parents: [], onto: base.commit, changes, message: 'c' });
  return { root, repository, base: base.tree, tree };
}

const mine = (root: string) => picture(root, (path) => path === '.evolve');

describe('landing in a folder', () => {
  it('writes, adds and deletes files, keeps their modes, and has nothing to do after that', async () => {
    const { root, repository, base, tree } = await folder();
    landFiles(root, await planFiles(repository, base, tree));
    expect((await repository.base({ dirty: true })).tree).toBe(tree);
    expect(mine(root)['a.js']).toMatch(/^file 640 /);
    expect(mine(root)['tool.sh']).toMatch(/^file 750 /);
    expect(Object.keys(mine(root)).sort()).toEqual(['a.js', 'd', 'd/new.js', 'keep.txt', 'tool.sh']);
    expect((await planFiles(repository, base, tree)).changes.size).toBe(0);
  });

  it.each<[string, (root: string) => void]>([
    ['a.js', (root) => write(root, { 'a.js': 'edited' })],
    ['a.js', (root) => rmSync(join(root, 'a.js'))],
    ['a.js', (root) => chmodSync(join(root, 'a.js'), 0o700)],
    ['b/c.js', (root) => write(root, { 'b/c.js': 'edited' })],
    ['d/new.js', (root) => write(root, { 'd/new.js': 'mine' })],
    ['d/new.js', (root) => mkdirSync(join(root, 'd/new.js'), { recursive: true })],
    ['d/new.js', (root) => write(root, { d: 'a file' })],
    ['d/new.js', (root) => symlinkSync(scratch(), join(root, 'd'))],
  ])('refuses when %s is not as it was', async (path, edit) => {
    const { root, repository, base, tree } = await folder();
    edit(root);
    const before = mine(root);
    await expect(planFiles(repository, base, tree)).rejects.toThrow(`${path} changed since`);
    expect(mine(root)).toEqual(before);
  });

  it('puts back what it wrote when it can’t go on', async () => {
    const { root, repository, base, tree } = await folder();
    const plan = await planFiles(repository, base, tree);
    const before = mine(root);
    write(root, { d: 'in the way' });
    expect(() => landFiles(root, plan)).toThrow();
    rmSync(join(root, 'd'));
    expect(mine(root)).toEqual(before);
  });
});
