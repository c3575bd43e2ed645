import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../lib/user-error.ts';
import { findInputs } from './inputs.ts';
import { missingPaths } from './missing.ts';
import { opened, repositoryWith, scratch, sh, userPicture, write } from './test-kit.ts';

async function found(cwd: string, asked: readonly string[] = []): Promise<string[]> {
  const repository = await opened(cwd);
  const base = await repository.base({ dirty: false });
  const { root } = repository.place;
  const inputs = await findInputs(repository, base, asked);
  return inputs.map(({ path, at, why }) => `${why} ${at}${path === join(root, at) ? '' : ` from ${path}`}`);
}

async function missing(cwd: string, asked: readonly string[] = []): Promise<readonly string[]> {
  const repository = await opened(cwd);
  const base = await repository.base({ dirty: false });
  return missingPaths(repository, base, await findInputs(repository, base, asked));
}

const ignore = 'node_modules\n.venv\nvenv\nvendor\ndata\n*.bin\n.env*\nout/\n__pycache__\n';

describe('findInputs', () => {
  it('finds installed packages in the root, the caller’s folders and workspaces, but not what git holds', async () => {
    const root = repositoryWith({
      '.gitignore': ignore,
      'packages/web/package.json': '{}',
      'py/core/pyproject.toml': '',
      'pkg/a/b/x.py': '',
      'go/go.mod': '',
    });
    write(root, {
      'node_modules/m/i.js': '',
      'packages/web/node_modules/n/i.js': '',
      'py/core/.venv/pyvenv.cfg': '',
      'pkg/a/venv/pyvenv.cfg': '',
      'go/vendor/v.go': '',
      'elsewhere/node_modules/n/i.js': '',
      'pkg/a/node_modules/deep/node_modules/x': '',
    });
    mkdirSync(join(root, 'pkg/vendor'));
    expect(await found(join(root, 'pkg/a/b'))).toEqual([
      'vendor go/vendor',
      'node_modules node_modules',
      'node_modules packages/web/node_modules',
      'node_modules pkg/a/node_modules',
      'venv pkg/a/venv',
      'venv py/core/.venv',
    ]);
    const tracked = repositoryWith({ 'vendor/v.py': '1' });
    expect(await found(tracked)).toEqual([]);
  });

  it('follows a node_modules that is a link', async () => {
    const root = repositoryWith({ '.gitignore': ignore });
    const store = scratch();
    write(store, { 'm/i.js': '' });
    symlinkSync(store, join(root, 'node_modules'));
    expect(await found(root)).toEqual([`node_modules node_modules from ${store}`]);
  });

  it('places what is asked for', async () => {
    const root = repositoryWith({ '.gitignore': `${ignore}pkg/out\n`, 'pkg/x.py': '', 'pkg/data.txt': '' });
    const outside = join(scratch(), 'set é');
    write(outside, { 'one.csv': '1' });
    write(root, { 'data/d.csv': '1', 'pkg/m.bin': '1' });
    symlinkSync(outside, join(root, 'pkg/out'));
    const inputs = await found(join(root, 'pkg'), [
      '../data',
      'm.bin',
      outside,
      `${outside}:pkg/set`,
      'out',
      'data.txt',
      join(root, 'data'),
    ]);
    expect(inputs).toEqual([
      'asked data',
      `asked inputs/set é from ${outside}`,
      'asked pkg/m.bin',
      `asked pkg/out from ${outside}`,
      `asked pkg/set from ${outside}`,
    ]);
  });

  it('leaves out of a folder what the base has and what looks like a secret', async () => {
    const root = repositoryWith({ '.gitignore': '*.bin\n.env\n', 'data/read.me': '1', 'data/sub/x.py': '1' });
    write(root, {
      'data/a.bin': '',
      'data/sub/b.bin': '',
      'data/deep/c.bin': '',
      'data/deep/d/e.bin': '',
      'data/keys/.env': '',
      'data/keys/k.bin': '',
    });
    expect(await found(root, ['data'])).toEqual([
      'asked data/a.bin',
      'asked data/deep',
      'asked data/keys/k.bin',
      'asked data/sub/b.bin',
    ]);
    expect(await found(root, ['data/deep', 'data/deep/d'])).toEqual(['asked data/deep']);
  });

  it.each(['.env', 'certs/server.pem', 'keys', '.git', '.evolve', 'nowhere', 'x:../y', 'x:tracked', 'x:tracked/y'])(
    'refuses %s',
    async (asked) => {
      const root = repositoryWith({ '.gitignore': '*\n!tracked\n', tracked: '' });
      write(root, { '.env': 'K=1', 'certs/server.pem': '', '.ssh/id': '', x: '' });
      symlinkSync(join(root, '.ssh'), join(root, 'keys'));
      await expect(found(root, [asked])).rejects.toThrow(UserError);
      await expect(found(root, [asked])).rejects.toThrow(asked);
    },
  );

  it('gives the content of LFS files, and does not take it for a change', async () => {
    const content = 'large content\n'.repeat(10);
    const oid = createHash('sha256').update(content).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
    const root = repositoryWith({
      '.gitattributes': '*.dat filter=lfs diff=lfs merge=lfs -text\n',
      'd/a.dat': pointer,
      'b.dat': pointer,
      'plain.dat': 'no pointer',
      'c.txt': pointer,
    });
    for (const step of ['clean', 'smudge', 'process']) sh(root, 'config', `filter.lfs.${step}`, '/bin/false');
    sh(root, 'config', 'filter.lfs.required', 'true');
    write(root, { 'd/a.dat': content });
    utimesSync(join(root, 'd/a.dat'), 1, 1);
    const before = userPicture(root);
    expect(await found(root)).toEqual(['lfs d/a.dat']);
    expect(userPicture(root)).toEqual(before);
    write(root, { 'd/a.dat': `${content}more` });
    await expect(found(root)).rejects.toThrow('d/a.dat');
  });

  it('gives initialised submodules only', async () => {
    const library = repositoryWith({ 'lib.py': '1' });
    const origin = repositoryWith({ a: '1' });
    sh(origin, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'deps/sub');
    sh(origin, 'commit', '-qm', 'sub');
    expect(await found(origin)).toEqual(['submodule deps/sub']);
    const clone = join(scratch(), 'clone');
    sh('/', 'clone', '-q', origin, clone);
    expect(await found(clone)).toEqual([]);
  });

  it('works in a folder that is no repository', async () => {
    const root = scratch();
    write(root, { 'a.py': '', 'node_modules/m/i.js': '', '.gitignore': 'data\n', 'data/x': '' });
    expect(await found(root, ['data'])).toEqual(['asked data', 'node_modules node_modules']);
  });
});

describe('missingPaths', () => {
  it('names ignored and untracked paths that the checkout lacks', async () => {
    const root = repositoryWith({ '.gitignore': ignore, 'pkg/x.py': '1' });
    write(root, {
      'node_modules/m': '',
      'data/big/x.csv': '',
      'pkg/m.bin': '',
      '.env': '',
      'out/o': '',
      'pkg/__pycache__/x.pyc': '',
    });
    const before = userPicture(root);
    expect(await missing(root)).toEqual(['data', 'out', 'pkg/m.bin']);
    expect(await missing(root, ['data', 'pkg/m.bin'])).toEqual(['out']);
    expect(userPicture(root)).toEqual(before);
  });

  it('works in a folder that is no repository, and stops at twenty', async () => {
    const root = scratch();
    write(root, {
      'a.py': '',
      'vendor/v': '',
      '.gitignore': '*.dat\n',
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.dat`, ''])),
    });
    const paths = await missing(root);
    expect(paths).toHaveLength(20);
    expect(paths).not.toContain('vendor');
  });
});
