import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../lib/user-error.ts';
import { findPlace, resolveGlobs } from './place.ts';
import { repositoryWith, scratch, sh } from './test-kit.ts';

describe('findPlace', () => {
  it('finds the top level from a folder with spaces and accents', async () => {
    const root = repositoryWith({ 'pkg/a b/é.txt': '1' });
    expect(await findPlace(root)).toEqual({ root, kind: 'git', folder: '' });
    expect(await findPlace(join(root, 'pkg/a b'))).toEqual({ root, kind: 'git', folder: 'pkg/a b' });
  });

  it('goes through symbolic links', async () => {
    const root = repositoryWith({ 'pkg/a.txt': '1' });
    const link = join(scratch(), 'link');
    symlinkSync(root, link);
    expect(await findPlace(join(link, 'pkg'))).toEqual({ root, kind: 'git', folder: 'pkg' });
  });

  it('takes a folder that is no repository as its own root, or a parent that has state', async () => {
    const root = scratch();
    mkdirSync(join(root, 'a/b'), { recursive: true });
    expect(await findPlace(join(root, 'a'))).toEqual({ root: join(root, 'a'), kind: 'folder', folder: '' });
    mkdirSync(join(root, '.evolve'));
    expect(await findPlace(join(root, 'a/b'))).toEqual({ root, kind: 'folder', folder: 'a/b' });
  });

  it('does not hear GIT_DIR', async () => {
    const root = repositoryWith({ a: '1' });
    process.env.GIT_DIR = join(repositoryWith({ b: '1' }), '.git');
    try {
      expect((await findPlace(root)).root).toBe(root);
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  it('refuses bare repositories, .git, .evolve, missing folders and the root of the disk', async () => {
    const bare = scratch();
    sh(bare, 'init', '-q', '--bare');
    const root = repositoryWith({ a: '1' });
    mkdirSync(join(root, '.evolve/lanes/0'), { recursive: true });
    await expect(findPlace(bare)).rejects.toThrow(UserError);
    await expect(findPlace(join(root, '.git'))).rejects.toThrow(/inside .git/);
    await expect(findPlace(join(root, '.evolve/lanes/0'))).rejects.toThrow(`run evolve in ${root}`);
    await expect(findPlace(join(root, 'nowhere'))).rejects.toThrow(UserError);
    await expect(findPlace('/')).rejects.toThrow(UserError);
  });

  it('says so when git is not installed', async () => {
    const root = scratch();
    const path = process.env.PATH;
    process.env.PATH = root;
    try {
      await expect(findPlace(root)).rejects.toThrow(/^git is not installed/);
    } finally {
      process.env.PATH = path;
    }
  });
});

describe('resolveGlobs', () => {
  const root = scratch();
  mkdirSync(join(root, 'pkg/a'), { recursive: true });
  writeFileSync(join(root, 'pkg/a/!odd'), '');
  const place = { root, kind: 'git', folder: 'pkg/a' } as const;

  it.each([
    ['*.py', 'pkg/a/*.py'],
    ['./src/', 'pkg/a/src'],
    ['../b/x.py', 'pkg/b/x.py'],
    ['../..', '**'],
    ['.', 'pkg/a'],
    ['!gen/**', '!pkg/a/gen/**'],
    ['!odd', 'pkg/a/\\!odd'],
    ['!(a).py', 'pkg/a/!(a).py'],
    ['a b/é*.py', 'pkg/a/a b/é*.py'],
    [join(root, 'lib/**'), 'lib/**'],
  ])('%s → %s', (given, expected) => {
    expect(resolveGlobs(place, [given])).toEqual([expected]);
  });

  it('takes the special characters of the caller’s folder as they are', () => {
    expect(resolveGlobs({ ...place, folder: 'pages/[id]' }, ['*.tsx'])).toEqual(['pages/\\[id\\]/*.tsx']);
  });

  it('sees through links in absolute globs', () => {
    const link = join(scratch(), 'link');
    symlinkSync(root, link);
    expect(resolveGlobs(place, [join(link, 'pkg/*.py')])).toEqual(['pkg/*.py']);
  });

  it.each(['../../../x', '/etc/*.conf', '!../../../x'])('refuses %s', (given) => {
    expect(() => resolveGlobs(place, [given])).toThrow(UserError);
  });
});
