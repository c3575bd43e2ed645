import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Base } from './base.ts';
import { type Checkout, type CheckoutPlan, createCheckout } from './checkout.ts';
import { findInputs } from './inputs.ts';
import type { Repository } from './repository.ts';
import { scopeOf } from './scope.ts';
import { type Files, opened, picture, repositoryWith, scratch, sh, write } from './test-kit.ts';

interface Lane {
  readonly repository: Repository;
  readonly base: Base;
  readonly checkout: Checkout;
  candidate(changes: Readonly<Record<string, string | null>>, modes?: CheckoutModes): Promise<string>;
}
type CheckoutModes = ReadonlyMap<string, '100644' | '100755' | '120000'>;

async function lane(root: string, globs: readonly string[], plan: Partial<CheckoutPlan> = {}): Promise<Lane> {
  const repository = await opened(root);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(globs, await repository.files(base.tree));
  const inputs = await findInputs(repository, base, []);
  const dir = join(scratch(), 'lane');
  const checkout = await createCheckout(repository, dir, { base, scope, inputs, bind: false, ...plan });
  onTestFinished(() => checkout[Symbol.asyncDispose]());
  return {
    repository,
    base,
    checkout,
    async candidate(given, modes) {
      const changes = new Map(
        Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
      );
      return (
        await repository.commit({ parents: [], onto: base.commit, changes, ...(modes && { modes }), message: 'c' })
      ).commit;
    },
  };
}

const start: Files = {
  'algo.py': 'seed',
  'bench.py': 'bench',
  'src/a.py': 'a',
  'src/b.py': 'b',
  'data/x y é.csv': '1',
  '.gitignore': '*.log\n__pycache__\n',
};

function startingRepository(): string {
  const root = repositoryWith({ ...start, 'run.sh': '#!/bin/sh\n' });
  chmodSync(join(root, 'run.sh'), 0o755);
  symlinkSync('data/x y é.csv', join(root, 'link'));
  sh(root, 'add', '-A');
  sh(root, 'commit', '-qm', 'modes');
  return root;
}

describe('a checkout', () => {
  it('is the base without .git, with modes, links and raw bytes', async () => {
    const root = repositoryWith({ '.gitattributes': 'c text eol=crlf\nk ident\n', c: '1\n', k: '$Id$\n', 'n/x': '1' });
    const { checkout } = await lane(root, ['c']);
    expect(readFileSync(join(checkout.root, 'c'), 'utf8')).toBe('1\n');
    expect(readFileSync(join(checkout.root, 'k'), 'utf8')).toBe('$Id$\n');
    const other = await lane(startingRepository(), ['algo.py']);
    expect(picture(other.checkout.root)).toMatchObject({
      'run.sh': expect.stringMatching('file 755'),
      link: 'link data/x y é.csv',
    });
    expect(existsSync(join(other.checkout.root, '.git'))).toBe(false);
  });

  it('takes over a folder that a killed process left, and leaves nothing behind', async () => {
    const { repository, base } = await lane(startingRepository(), []);
    const dir = join(scratch(), 'lane');
    write(dir, { 'tree/left': 'x', 'keep/build/0': 'x' });
    const plan = { base, scope: scopeOf([], []), inputs: [], bind: false };
    const checkout = await createCheckout(repository, dir, plan);
    expect(existsSync(join(checkout.root, 'left'))).toBe(false);
    await checkout[Symbol.asyncDispose]();
    expect(existsSync(dir)).toBe(false);
  });

  it('seals candidates one after another, each over the base', async () => {
    const { checkout, candidate, base } = await lane(startingRepository(), ['algo.py', 'src']);
    const clean = picture(checkout.root);
    const one = await candidate({ 'algo.py': 'one', 'src/new/deep.py': 'n', 'src/a.py': null });
    expect(await checkout.seal(one)).toEqual([]);
    const sealed = picture(checkout.root);
    expect(readFileSync(join(checkout.root, 'algo.py'), 'utf8')).toBe('one');
    expect(Object.keys(sealed)).toEqual(expect.arrayContaining(['src/new/deep.py']));
    expect(existsSync(join(checkout.root, 'src/a.py'))).toBe(false);
    expect(
      await checkout.seal(await candidate({ 'src/a.py': null, 'src/b.py': null, 'src/b.py/inner': 'now a folder' })),
    ).toEqual([]);
    expect(readFileSync(join(checkout.root, 'src/b.py/inner'), 'utf8')).toBe('now a folder');
    expect(await checkout.seal(base.commit)).toEqual([]);
    expect(picture(checkout.root)).toEqual(clean);
    await checkout.seal(one);
    expect(picture(checkout.root)).toEqual(sealed);
  });

  it('drops what a candidate may not change, and says why', async () => {
    const { checkout, candidate, base } = await lane(startingRepository(), ['algo.py', 'src', 'link/**', '*.md']);
    const clean = picture(checkout.root);
    const modes: CheckoutModes = new Map([
      ['src/l', '120000'],
      ['src/a.py', '100755'],
    ]);
    const changes = {
      'bench.py': 'print(99)',
      'src/conftest.py': '',
      'src/l': '/etc/passwd',
      'data/x y é.csv': null,
      link: null,
      'link/x': '1',
      'src/a.py': 'changed',
    };
    const refused = await checkout.seal(await candidate(changes, modes));
    expect(refused.map(({ path }) => path).sort()).toEqual([
      'bench.py',
      'data/x y é.csv',
      'link',
      'link/x',
      'src/a.py',
      'src/conftest.py',
      'src/l',
    ]);
    // The content came in, the mode did not.
    expect(readFileSync(join(checkout.root, 'src/a.py'), 'utf8')).toBe('changed');
    expect(statSync(join(checkout.root, 'src/a.py')).mode & 0o777).toBe(0o644);
    await checkout.seal(base.commit);
    expect(picture(checkout.root)).toEqual(clean);
  });
});

describe('reset', () => {
  it('removes all that a run left: caches, ignored files, read-only and linked things, odd names', async () => {
    const { checkout, candidate } = await lane(startingRepository(), ['algo.py']);
    await checkout.seal(await candidate({ 'algo.py': 'one' }));
    const sealed = picture(checkout.root);
    const outside = scratch();
    write(outside, { 'precious/file': 'keep me' });
    write(checkout.root, {
      '__pycache__/bench.cpython-311.pyc': 'forged',
      'x.log': '',
      'src/new/y': '',
      'ro/deep/f': '',
      'algo.py': 'self-edit',
    });
    chmodSync(join(checkout.root, 'ro/deep/f'), 0);
    chmodSync(join(checkout.root, 'ro/deep'), 0o500);
    chmodSync(join(checkout.root, 'ro'), 0);
    chmodSync(join(checkout.root, 'src'), 0o500);
    symlinkSync(join(outside, 'precious'), join(checkout.root, 'way-out'));
    rmSync(join(checkout.root, 'data'), { recursive: true });
    symlinkSync(join(outside, 'precious'), join(checkout.root, 'data'));
    rmSync(join(checkout.root, 'src/b.py'));
    mkdirSync(join(checkout.root, 'src/b.py'));
    writeFileSync(Buffer.concat([Buffer.from(join(checkout.root, 'src/')), Buffer.from([0xff, 0xfe])]), 'odd');
    execFileSync('mkfifo', [join(checkout.root, 'fifo')]);
    expect(await checkout.tampered()).toEqual(['data/x y é.csv', 'src/b.py']);
    expect(await checkout.reset()).toEqual(['data/x y é.csv', 'src/b.py']);
    expect(picture(checkout.root)).toEqual(sealed);
    expect(readFileSync(join(outside, 'precious/file'), 'utf8')).toBe('keep me');
    expect(await checkout.reset()).toEqual([]);
  });

  it('removes folders deeper than a path can be long', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    const script = 'for i in $(seq 60); do mkdir "$0" && cd -P "$0"; done; echo x > f';
    execFileSync('bash', ['-c', script, 'd'.repeat(200)], { cwd: checkout.root });
    const clean = picture(checkout.root, (path) => path.startsWith('dd'));
    await checkout.reset();
    expect(picture(checkout.root)).toEqual(clean);
  });

  it('brings back the folder itself', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    const clean = picture(checkout.root);
    rmSync(checkout.root, { recursive: true });
    symlinkSync('/etc', checkout.root);
    expect(await checkout.tampered()).toContain('bench.py');
    await checkout.reset();
    expect(picture(checkout.root)).toEqual(clean);
    expect(lstatSync(checkout.root).isDirectory()).toBe(true);
  });

  it('does not write through a hard link', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    const elsewhere = join(scratch(), 'linked');
    linkSync(join(checkout.root, 'bench.py'), elsewhere);
    writeFileSync(elsewhere, 'through the link');
    expect(await checkout.reset()).toEqual(['bench.py']);
    expect(readFileSync(elsewhere, 'utf8')).toBe('through the link');
    expect(readFileSync(join(checkout.root, 'bench.py'), 'utf8')).toBe('bench');
  });

  it.skipIf(process.getuid?.() !== 0)('needs no privileges to remove what its owner locked', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    execFileSync('chown', ['-R', '65534', join(checkout.root, '..')]);
    const clean = picture(checkout.root);
    write(checkout.root, { 'ro/deep/f': '', 'src/x': '' });
    execFileSync('chown', ['-R', '65534', join(checkout.root, '..')]);
    for (const path of ['ro/deep/f', 'ro/deep', 'ro', 'src']) chmodSync(join(checkout.root, path), 0);
    for (let up = join(checkout.root, '..'); up !== '/tmp' && up !== '/'; up = join(up, '..')) chmodSync(up, 0o777);
    process.seteuid?.(65534);
    try {
      await checkout.reset();
    } finally {
      process.seteuid?.(0);
    }
    expect(picture(checkout.root)).toEqual(clean);
  });
});

describe('tampered', () => {
  it('finds an edit that keeps size and times, and no edit of a candidate’s own file', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    const path = join(checkout.root, 'bench.py');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, 'BENCH');
    utimesSync(path, atime, mtime);
    writeFileSync(join(checkout.root, 'algo.py'), 'SEED');
    expect(await checkout.tampered()).toEqual(['bench.py']);
    await checkout.reset();
    expect(readFileSync(path, 'utf8')).toBe('bench');
    expect(readFileSync(join(checkout.root, 'algo.py'), 'utf8')).toBe('seed');
  });

  it('finds it in the same clock tick, over and over', async () => {
    const { checkout, candidate } = await lane(startingRepository(), ['src']);
    const commits = [await candidate({ 'src/a.py': '1' }), await candidate({ 'src/a.py': '2' })];
    for (let round = 0; round < 200; round++) {
      await checkout.seal(commits[round % 2] ?? '');
      writeFileSync(join(checkout.root, 'bench.py'), 'BENCH');
      writeFileSync(join(checkout.root, 'src/a.py'), 'x');
      expect(await checkout.reset()).toEqual(['bench.py']);
      expect(readFileSync(join(checkout.root, 'src/a.py'), 'utf8')).toBe(String((round % 2) + 1));
      expect(readFileSync(join(checkout.root, 'bench.py'), 'utf8')).toBe('bench');
    }
  });

  it('does not mind a touch, a mode set to what it was or a file rewritten with its own content; times come back', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    const path = join(checkout.root, 'bench.py');
    const before = statSync(path).mtimeMs;
    utimesSync(path, 1, 1);
    writeFileSync(join(checkout.root, 'run.sh'), '#!/bin/sh\n');
    expect(await checkout.reset()).toEqual([]);
    expect(Math.abs(statSync(path).mtimeMs - before)).toBeLessThan(0.01);
    chmodSync(path, 0o777);
    expect(await checkout.tampered()).toEqual(['bench.py']);
  });
});

describe('inputs', () => {
  function withPackages(): string {
    const root = repositoryWith({ ...start, '.gitignore': 'node_modules\n' });
    write(root, { 'node_modules/m/i.js': 'module', 'node_modules/.bin/x': '' });
    chmodSync(join(root, 'node_modules/.bin/x'), 0o755);
    return root;
  }

  it('copied: are guarded, and forged ones are put back from the user’s own', async () => {
    const root = withPackages();
    const { checkout } = await lane(root, ['algo.py']);
    const clean = picture(checkout.root);
    expect(clean).toMatchObject({ 'node_modules/.bin/x': expect.stringMatching('file 755') });
    writeFileSync(join(checkout.root, 'node_modules/m/i.js'), 'FORGED');
    write(checkout.root, { 'node_modules/m/extra.js': '', 'node_modules/__pycache__/x': '' });
    expect(await checkout.reset()).toEqual(['node_modules/m/i.js']);
    expect(picture(checkout.root)).toEqual(clean);
    expect(readFileSync(join(root, 'node_modules/m/i.js'), 'utf8')).toBe('module');
    write(root, { 'node_modules/m/i.js': 'updated by the user' });
    rmSync(join(checkout.root, 'node_modules/m/i.js'));
    await expect(checkout.reset()).rejects.toThrow('has changed since');
  });

  it('bound: only a place is made, and what is mounted there is not looked at', async () => {
    const root = withPackages();
    const { checkout, candidate } = await lane(root, ['**'], { bind: true });
    expect(checkout.binds).toEqual([{ from: join(root, 'node_modules'), to: join(checkout.root, 'node_modules') }]);
    expect(picture(checkout.root)['node_modules/m']).toBeUndefined();
    write(checkout.root, { 'node_modules/mounted/file': '' });
    expect(await checkout.reset()).toEqual([]);
    expect(existsSync(join(checkout.root, 'node_modules/mounted/file'))).toBe(true);
    rmSync(join(checkout.root, 'node_modules'), { recursive: true });
    expect(await checkout.seal(await candidate({ 'node_modules/x.js': '' }))).toEqual([
      { path: 'node_modules/x.js', reason: 'inside the input node_modules' },
    ]);
    expect(statSync(join(checkout.root, 'node_modules')).isDirectory()).toBe(true);
  });

  it('submodules: files without .git when copied, an empty folder when not initialised', async () => {
    const library = repositoryWith({ 'lib.py': '1' });
    const root = repositoryWith(start);
    sh(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', library, 'sub');
    sh(root, 'commit', '-qm', 'sub');
    const { checkout } = await lane(root, ['algo.py']);
    expect(Object.keys(picture(join(checkout.root, 'sub')))).toEqual(['lib.py']);
    const bare = await lane(root, ['algo.py'], { inputs: [] });
    expect(picture(join(bare.checkout.root, 'sub'))).toEqual({});
    await bare.checkout.reset();
    expect(existsSync(join(bare.checkout.root, 'sub'))).toBe(true);
  });

  it('LFS: the content lies where the pointer was; a candidate may replace it when it is in scope', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
    const root = repositoryWith({ '.gitattributes': '*.dat filter=lfs\n', 'a.dat': pointer, 'b.dat': pointer });
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    write(root, { 'a.dat': 'content a', 'b.dat': 'content b' });
    const scope = scopeOf(['b.dat'], await repository.files(base.tree));
    const inputs = await findInputs(repository, base, []);
    for (const bind of [false, true]) {
      const checkout = await createCheckout(repository, join(scratch(), 'lane'), { base, scope, inputs, bind });
      expect(checkout.binds.map(({ to }) => to)).toEqual(bind ? [join(checkout.root, 'a.dat')] : []);
      if (!bind) expect(readFileSync(join(checkout.root, 'a.dat'), 'utf8')).toBe('content a');
      expect(readFileSync(join(checkout.root, 'b.dat'), 'utf8')).toBe('content b');
      const changes = new Map([['b.dat', Buffer.from('candidate')]]);
      const { commit } = await repository.commit({ parents: [], onto: base.commit, changes, message: 'c' });
      await checkout.seal(commit);
      expect(readFileSync(join(checkout.root, 'b.dat'), 'utf8')).toBe('candidate');
      await checkout.seal(base.commit);
      expect(readFileSync(join(checkout.root, 'b.dat'), 'utf8')).toBe('content b');
      await checkout[Symbol.asyncDispose]();
    }
  });
});

describe('keep', () => {
  it('prepare: what it made stays for every candidate, guarded; build: until the next seal', async () => {
    const { checkout, candidate, base } = await lane(startingRepository(), ['algo.py', 'src']);
    write(checkout.root, { 'dist/lib.so': 'lib', 'bench.py': 'prepared bench', 'run/empty/.keep': '' });
    rmSync(join(checkout.root, 'data'), { recursive: true });
    rmSync(join(checkout.root, 'run/empty/.keep'));
    symlinkSync('lib.so', join(checkout.root, 'dist/link'));
    chmodSync(join(checkout.root, 'dist'), 0o700);
    await checkout.keep('prepare');
    const prepared = picture(checkout.root);
    expect(await checkout.reset()).toEqual([]);
    expect(picture(checkout.root)).toEqual(prepared);
    writeFileSync(join(checkout.root, 'dist/lib.so'), 'BAD');
    rmSync(join(checkout.root, 'bench.py'));
    expect(await checkout.reset()).toEqual(['bench.py', 'dist/lib.so']);
    expect(picture(checkout.root)).toEqual(prepared);

    await checkout.seal(await candidate({ 'algo.py': 'one' }));
    const sealed = picture(checkout.root);
    write(checkout.root, {
      'out/algo.o': 'object one',
      'algo.py': 'formatted',
      'bench.py': 'tampered',
      'dist/more': 'm',
    });
    expect(await checkout.tampered()).toEqual(['bench.py']);
    await checkout.keep('build');
    await checkout.reset();
    const built = picture(checkout.root);
    expect(Object.keys(built).filter((path) => !(path in sealed))).toEqual(['dist/more', 'out', 'out/algo.o']);
    expect(readFileSync(join(checkout.root, 'algo.py'), 'utf8')).toBe('formatted');
    expect(readFileSync(join(checkout.root, 'bench.py'), 'utf8')).toBe('prepared bench');
    write(checkout.root, { 'out/algo.o': 'spoilt', 'algo.py': 'spoilt' });
    rmSync(join(checkout.root, 'dist/more'));
    expect(await checkout.reset()).toEqual([]);
    expect(picture(checkout.root)).toEqual(built);
    await expect(checkout.keep('prepare')).rejects.toThrow('belongs to the base');

    await checkout.seal(base.commit);
    expect(picture(checkout.root)).toEqual(prepared);
  });

  it('prepare under mounts: installed packages move out of the tree and are bound', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py'], { bind: true });
    write(checkout.root, { 'node_modules/m/i.js': 'm', 'target/x.o': 'x' });
    await checkout.keep('prepare');
    const [bind] = checkout.binds;
    expect(bind?.to).toBe(join(checkout.root, 'node_modules'));
    expect(readFileSync(join(bind?.from ?? '', 'm/i.js'), 'utf8')).toBe('m');
    await checkout.reset();
    expect(Object.keys(picture(checkout.root)).filter((path) => /^(node_modules|target)/.test(path))).toEqual([
      'node_modules',
      'target',
      'target/x.o',
    ]);
  });

  it('frees files that are linked from a package store', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    const store = join(scratch(), 'store');
    writeFileSync(store, 'stored');
    mkdirSync(join(checkout.root, 'node_modules'));
    linkSync(store, join(checkout.root, 'node_modules/a'));
    await checkout.keep('prepare');
    writeFileSync(join(checkout.root, 'node_modules/a'), 'forged');
    expect(readFileSync(store, 'utf8')).toBe('stored');
    expect(await checkout.reset()).toEqual(['node_modules/a']);
    expect(readFileSync(join(checkout.root, 'node_modules/a'), 'utf8')).toBe('stored');
  });

  it('does not use a kept copy that someone has changed', async () => {
    const { checkout } = await lane(startingRepository(), ['algo.py']);
    write(checkout.root, { made: 'x' });
    await checkout.keep('prepare');
    const copy = join(checkout.root, '../keep/prepare/0');
    chmodSync(copy, 0o600);
    writeFileSync(copy, 'y');
    rmSync(join(checkout.root, 'made'));
    await expect(checkout.reset()).rejects.toThrow('has changed since');
  });
});
