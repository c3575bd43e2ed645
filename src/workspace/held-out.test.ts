import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../lib/user-error.ts';
import { checkHeldOut, findHeldOut } from './held-out.ts';
import { scopeOf } from './scope.ts';
import { opened, repositoryWith, scratch, sh, write } from './test-kit.ts';

const SECRET = 'question 1, question 2, question 3\n';
const FILES = {
  '.gitignore': 'hidden/\ndata/\nsrc/own/\n',
  'src/a.js': '1\n',
  'set.txt': 'public questions and more\n',
};

async function checked(root: string, ...asked: readonly string[]): Promise<void> {
  await checkHeldOut(await opened(root), asked);
}

async function found(root: string, held: string, more: { inputs?: string[]; reachable?: string[] } = {}) {
  const repository = await opened(root);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(['src/**'], await repository.files(base.tree));
  return findHeldOut(repository, base, scope, { inputs: [], reachable: [], ...more, held: [held] });
}

describe('held-out inputs', () => {
  it('may lie outside, or inside where git ignores them', async () => {
    const root = repositoryWith(FILES);
    const outside = scratch();
    write(root, { 'hidden/set.txt': SECRET });
    write(outside, { 'set.txt': SECRET, 'empty.txt': '', 'short.txt': '1\n' });
    await checked(root, 'hidden', 'hidden/set.txt', outside, join(outside, 'set.txt'), `${outside}:inside`);
  });

  it.each([
    ['missing', 'none', 'does not exist'],
    ['tracked', 'set.txt', 'is tracked by git'],
    ['a folder with something tracked', 'src', 'is tracked by git'],
    ['not ignored', 'loose.txt', 'add it to .gitignore'],
    ['the code', '.', 'holds the code itself'],
    ['around the code', '..', 'holds the code itself'],
  ])('are refused when %s', async (_what, asked, message) => {
    const root = repositoryWith(FILES);
    write(root, { 'loose.txt': SECRET });
    const refused = checked(root, asked);
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(message);
  });

  it('are refused when they were in the history, on any branch', async () => {
    const root = repositoryWith(FILES);
    sh(root, 'checkout', '-q', '-b', 'side');
    write(root, { 'hidden/set.txt': SECRET });
    sh(root, 'add', '-f', 'hidden/set.txt');
    sh(root, 'commit', '-q', '-m', 'leak');
    sh(root, 'checkout', '-q', 'main');
    write(root, { 'hidden/set.txt': 'other questions than before\n' });
    await expect(checked(root, 'hidden/set.txt')).rejects.toThrow(/is in git’s history \([0-9a-f]+\)/);
    await expect(checked(root, 'hidden')).rejects.toThrow('history');
  });

  it('are refused when git has their content under another name', async () => {
    const root = repositoryWith(FILES);
    const outside = scratch();
    write(outside, { 'deep/er.txt': FILES['set.txt'], 'more.txt': SECRET });
    await expect(checked(root, outside)).rejects.toThrow(`the content of ${outside}/deep/er.txt`);
    rmSync(join(outside, 'deep'), { recursive: true });
    await checked(root, outside);
  });

  it('must lie outside of a folder that is no repository', async () => {
    const root = join(scratch(), 'plain');
    mkdirSync(root);
    write(root, { 'a.js': '1', 'hidden/set.txt': SECRET });
    await expect(checked(root, 'hidden')).rejects.toThrow('keep it elsewhere');
    const outside = scratch();
    write(outside, { 'set.txt': SECRET });
    await checked(root, outside);
  });

  it('are given to one checkout, beside what every checkout gets', async () => {
    const root = repositoryWith(FILES);
    const outside = scratch();
    write(root, { 'data/x': '1', 'hidden/set.txt': SECRET });
    write(outside, { 'set.txt': SECRET });
    const inside = await found(root, 'hidden', { inputs: ['data'] });
    expect(inside.sources).toEqual([join(root, 'hidden')]);
    expect(inside.inputs.map(({ at }) => at)).toEqual(['data', 'hidden']);
    const other = await found(root, `${outside}:there`);
    expect(other.sources).toEqual([outside]);
    expect(other.inputs).toEqual([{ path: outside, at: 'there', why: 'asked' }]);
  });

  it('are refused when another command sees them, or a candidate may write them', async () => {
    const root = repositoryWith(FILES);
    const outside = scratch();
    write(root, { 'data/hidden/x': '1', 'src/own/x': '1' });
    write(outside, { 'deep/set.txt': SECRET });
    symlinkSync(outside, join(scratch(), 'link'));
    await expect(found(root, 'data/hidden', { inputs: ['data'] })).rejects.toThrow(`other commands see ${root}/data`);
    await expect(found(root, 'data', { inputs: ['data/hidden'] })).rejects.toThrow('other commands see');
    await expect(found(root, join(outside, 'deep'), { inputs: [outside] })).rejects.toThrow('other commands see');
    await expect(found(root, outside, { reachable: [dirname(outside)] })).rejects.toThrow('other commands see');
    await expect(found(root, 'src/own')).rejects.toThrow('among the files that may change');
  });
});
