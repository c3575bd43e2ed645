import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../lib/user-error.ts';
import type { Base } from './base.ts';
import type { Repository } from './repository.ts';
import { opened, repositoryWith, scratch, sh, userPicture, write } from './test-kit.ts';

async function contents(repository: Repository, base: Base): Promise<Record<string, string>> {
  const entries = await repository.files(base.commit);
  const pairs = entries.map(async ({ path, mode, sha }): Promise<[string, string]> => {
    return [path, mode === '160000' ? `commit ${sha}` : (await repository.blob(sha)).toString('utf8')];
  });
  return Object.fromEntries(await Promise.all(pairs));
}

describe('a clean repository', () => {
  it('gives a seed without parents over the tree of HEAD, the same each time', async () => {
    const root = repositoryWith({ 'a b.py': '1\n', 'dir/é.txt': '2\n' });
    const before = userPicture(root);
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    expect(base.tree).toBe(sh(root, 'rev-parse', 'HEAD^{tree}'));
    expect(base.head).toBe(sh(root, 'rev-parse', 'HEAD'));
    expect(sh(repository.state.gitDir, 'cat-file', '-p', base.commit)).not.toContain('parent');
    expect(await repository.base({ dirty: true })).toEqual(base);
    expect(await contents(repository, base)).toEqual({ 'a b.py': '1\n', 'dir/é.txt': '2\n' });
    expect(userPicture(root)).toEqual(before);
    expect(sh(root, 'status', '--porcelain')).toBe('');
  });

  it('takes the whole tree when the caller stands in a folder of it', async () => {
    const root = repositoryWith({ 'pkg/a/x.py': '1', 'y.py': '2' });
    const repository = await opened(join(root, 'pkg/a'));
    expect(Object.keys(await contents(repository, await repository.base({ dirty: false })))).toEqual([
      'pkg/a/x.py',
      'y.py',
    ]);
  });

  it('takes a shallow clone', async () => {
    const origin = repositoryWith({ a: '1' });
    write(origin, { a: '2' });
    sh(origin, 'commit', '-qam', 'second');
    const root = join(scratch(), 'clone');
    sh('/', 'clone', '-q', '--depth', '1', `file://${origin}`, root);
    const before = userPicture(root);
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    expect(await contents(repository, base)).toEqual({ a: '2' });
    expect(sh(repository.state.gitDir, 'fsck', '--strict', '--no-dangling', base.commit)).toBe('');
    expect(userPicture(root)).toEqual(before);
  });

  it('takes SHA-256', async () => {
    const root = repositoryWith({ a: '1', 'd/b': '2' }, '--object-format=sha256');
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    expect(base.commit).toHaveLength(64);
    expect(await contents(repository, base)).toEqual({ a: '1', 'd/b': '2' });
    write(root, { c: '3' });
    expect(await contents(repository, await repository.base({ dirty: true }))).toEqual({ a: '1', c: '3', 'd/b': '2' });
  });

  it('is not hindered by hooks, signing, filters, monitors and the caller’s environment', async () => {
    const root = repositoryWith({ a: '1', '.gitattributes': '*.dat filter=evil\n', 'x.dat': 'x' });
    const bad = join(scratch(), 'bad');
    mkdirSync(bad);
    for (const hook of ['pre-commit', 'reference-transaction', 'post-index-change', 'post-checkout']) {
      writeFileSync(join(bad, hook), '#!/bin/sh\ntouch "$(dirname "$0")/ran"; exit 1\n');
      chmodSync(join(bad, hook), 0o755);
    }
    for (const [key, value] of [
      ['core.hooksPath', bad],
      ['commit.gpgSign', 'true'],
      ['gpg.program', '/bin/false'],
      ['core.fsmonitor', join(bad, 'pre-commit')],
      ['core.untrackedCache', 'true'],
      ['filter.evil.clean', join(bad, 'pre-commit')],
      ['filter.evil.required', 'true'],
    ] as const) {
      sh(root, 'config', key, value);
    }
    process.env.GIT_INDEX_FILE = '/nonexistent/index';
    try {
      write(root, { b: '2', 'x.dat': 'y' });
      const before = userPicture(root);
      const repository = await opened(root);
      const base = await repository.base({ dirty: true });
      expect(await contents(repository, base)).toMatchObject({ a: '1', b: '2', 'x.dat': 'y' });
      await repository.commit({
        parents: [base.commit],
        onto: base.commit,
        changes: new Map([['a', Buffer.from('3')]]),
        message: 'm',
      });
      await repository.protect('run-1', base.head ?? '');
      expect(userPicture(root)).toEqual(before);
      expect(() => readFileSync(join(bad, 'ran'))).toThrow();
    } finally {
      delete process.env.GIT_INDEX_FILE;
    }
  });
});

describe('uncommitted changes', () => {
  it.each([
    ['unstaged', (root: string) => write(root, { a: 'new' })],
    [
      'staged',
      (root: string) => {
        write(root, { a: 'new' });
        sh(root, 'add', 'a');
      },
    ],
    ['deleted', (root: string) => rmSync(join(root, 'a'))],
    ['untracked', (root: string) => write(root, { 'é x': 'new' })],
  ])('%s: refused, taken with dirty, and nothing of the user’s is written', async (_, change) => {
    const root = repositoryWith({ a: '1', b: '1', '.gitignore': 'ignored\n' });
    change(root);
    write(root, { ignored: 'i' });
    const before = userPicture(root);
    const repository = await opened(root);
    await expect(repository.base({ dirty: false })).rejects.toThrow(/(a|é x)\/?: commit or stash them, or add --dirty/);
    const base = await repository.base({ dirty: true });
    const expected: Record<string, string> = {};
    for (const path of sh(root, '-c', 'core.quotePath=false', 'ls-files', '-co', '--exclude-standard').split('\n')) {
      try {
        expected[path] = readFileSync(join(root, path), 'utf8');
      } catch {}
    }
    expect(await contents(repository, base)).toEqual(expected);
    expect(base.head).toBe(sh(root, 'rev-parse', 'HEAD'));
    expect(userPicture(root)).toEqual(before);
  });

  it('names three of many', async () => {
    const root = repositoryWith({ z: '1' });
    write(root, { a: '', b: '', c: '', d: '', e: '' });
    await expect((await opened(root)).base({ dirty: false })).rejects.toThrow('in a, b, c and 2 more:');
  });

  it('copies staged objects, which the user’s repository may drop', async () => {
    const root = repositoryWith({ 'd/a': '1', 'd/b': '1' });
    write(root, { 'd/a': 'staged' });
    sh(root, 'add', '-A');
    sh(root, 'write-tree');
    const repository = await opened(root);
    const base = await repository.base({ dirty: true });
    sh(root, 'reset', '-q', '--hard');
    sh(root, 'gc', '-q', '--prune=now');
    expect(await contents(await opened(root), base)).toEqual({ 'd/a': 'staged', 'd/b': '1' });
  });

  it('leaves untracked secrets out and does not ask about them', async () => {
    const root = repositoryWith({ a: '1' });
    write(root, { '.env': 'KEY=1', 'deploy/id_rsa': 'k' });
    const repository = await opened(root);
    write(root, { a: '2' });
    expect(await contents(repository, await repository.base({ dirty: true }))).toEqual({ a: '2' });
    sh(root, 'checkout', '-q', 'a');
    rmSync(join(root, 'deploy'), { recursive: true });
    expect((await repository.base({ dirty: false })).tree).toBe(sh(root, 'rev-parse', 'HEAD^{tree}'));
  });

  it('takes its own settings for no change of the code', async () => {
    const root = repositoryWith({ a: '1', 'pkg/evolve.yml': 'x' });
    write(root, { 'evolve.yaml': 'fitness: node bench.js', 'pkg/evolve.yml': 'y' });
    const base = await (await opened(root)).base({ dirty: false });
    expect(base.tree).toBe(sh(root, 'rev-parse', 'HEAD^{tree}'));
  });

  it('leaves an unborn HEAD to --dirty', async () => {
    const root = scratch();
    sh(root, 'init', '-q');
    const repository = await opened(root);
    await expect(repository.base({ dirty: true })).rejects.toThrow('no files here');
    write(root, { 'a.py': '1' });
    await expect(repository.base({ dirty: false })).rejects.toThrow(
      /no commit yet, only a.py: commit them, or add --dirty/,
    );
    const base = await repository.base({ dirty: true });
    expect(base.head).toBeUndefined();
    expect(await contents(repository, base)).toEqual({ 'a.py': '1' });
  });
});

describe('unusual repositories', () => {
  it('sparse checkout: the files that are not there stay in the seed', async () => {
    const root = repositoryWith({ 'in/a': '1', 'out/b': '2', top: '3' });
    sh(root, 'sparse-checkout', 'set', 'in');
    const repository = await opened(root);
    expect(await contents(repository, await repository.base({ dirty: false }))).toEqual({
      'in/a': '1',
      'out/b': '2',
      top: '3',
    });
    write(root, { 'in/a': 'new', 'out/c': 'stray' });
    const before = userPicture(root);
    const files = await contents(repository, await repository.base({ dirty: true }));
    expect(files).toEqual({ 'in/a': 'new', 'out/b': '2', 'out/c': 'stray', top: '3' });
    expect(userPicture(root)).toEqual(before);
  });

  it('linked worktree: objects and ref are in the common repository', async () => {
    const main = repositoryWith({ a: '1' });
    const root = join(scratch(), 'linked');
    sh(main, 'worktree', 'add', '-q', root, '-b', 'side');
    write(root, { b: '2' });
    const repository = await opened(root);
    const before = [userPicture(main), userPicture(root)];
    const base = await repository.base({ dirty: true });
    expect(await contents(repository, base)).toEqual({ a: '1', b: '2' });
    await repository.protect('r1', base.head ?? '');
    expect(sh(main, 'rev-parse', 'refs/evolve/r1/base')).toBe(base.head);
    expect(sh(main, 'reflog', 'exists', 'refs/heads/main')).toBe('');
    expect(() => sh(main, 'reflog', 'exists', 'refs/evolve/r1/base')).toThrow();
    expect([userPicture(main), userPicture(root)]).toEqual(before);
    await repository.release('r1');
    await repository.release('r1');
    expect(() => sh(main, 'rev-parse', '--verify', '-q', 'refs/evolve/r1/base')).toThrow();
    await expect(repository.protect('../x', base.head ?? '')).rejects.toThrow(UserError);
  });

  it('submodules: a change in one is a change, and dirty takes its new commit', async () => {
    const library = repositoryWith({ 'lib.py': '1' });
    const root = repositoryWith({ a: '1' });
    sh(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'sub');
    sh(root, 'commit', '-qm', 'sub');
    const repository = await opened(root);
    const clean = await repository.base({ dirty: false });
    expect((await contents(repository, clean)).sub).toMatch(/^commit/);
    write(root, { 'sub/lib.py': '2' });
    await expect(repository.base({ dirty: false })).rejects.toThrow('in sub:');
    sh(join(root, 'sub'), 'commit', '-qam', 'two');
    const before = userPicture(root);
    const base = await repository.base({ dirty: true });
    expect((await contents(repository, base)).sub).toBe(`commit ${sh(join(root, 'sub'), 'rev-parse', 'HEAD')}`);
    expect(userPicture(root)).toEqual(before);
  });

  it('no repository: everything but state, what is installed, what is ignored and secrets, byte by byte', async () => {
    const root = scratch();
    write(root, {
      'a b.py': 'x\r\n',
      '.gitattributes': '* text=auto\n',
      '.gitignore': 'out/\n',
      'out/o': '',
      'node_modules/m/i.js': '',
      'sub/venv/x': '',
      'sub/__pycache__/x.pyc': '',
      '.env': 'KEY',
      'sub/é': 'y',
    });
    symlinkSync('a b.py', join(root, 'link'));
    const before = userPicture(root);
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    expect(base.head).toBeUndefined();
    expect(await contents(repository, base)).toEqual({
      'a b.py': 'x\r\n',
      '.gitattributes': '* text=auto\n',
      '.gitignore': 'out/\n',
      link: 'a b.py',
      'sub/é': 'y',
    });
    await repository.protect('run', base.commit);
    expect(userPicture(root)).toEqual(before);
  });
});
