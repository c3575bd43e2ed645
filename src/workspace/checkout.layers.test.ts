import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCheckout } from './checkout.ts';
import { findInputs } from './inputs.ts';
import { scopeOf } from './scope.ts';
import { lane, opened, picture, repositoryWith, scratch, sh, start, startingRepository, write } from './test-kit.ts';

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
    checkout.lend();
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
