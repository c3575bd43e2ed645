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
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCheckout } from './checkout.ts';
import { scopeOf } from './scope.ts';
import { lane, type Modes, picture, repositoryWith, scratch, startingRepository, write } from './test-kit.ts';

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
    const modes: Modes = new Map([
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
    symlinkSync(join(outside, 'precious'), join(checkout.root, 'way-out'));
    rmSync(join(checkout.root, 'data'), { recursive: true });
    symlinkSync(join(outside, 'precious'), join(checkout.root, 'data'));
    rmSync(join(checkout.root, 'src/b.py'));
    mkdirSync(join(checkout.root, 'src/b.py'));
    writeFileSync(Buffer.concat([Buffer.from(join(checkout.root, 'src/')), Buffer.from([0xff, 0xfe])]), 'odd');
    chmodSync(join(checkout.root, 'src'), 0o500);
    execFileSync('bash', ['-c', 'mkfifo fifo'], { cwd: checkout.root });
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
    const times = join(scratch(), 'times');
    // Later, so that nothing but the time of change can tell.
    await setTimeout(20);
    await checkout.reset();
    execFileSync('touch', ['-r', path, times]);
    writeFileSync(path, 'BENCH');
    execFileSync('touch', ['-r', times, path]);
    expect(statSync(path, { bigint: true }).mtimeNs).toBe(statSync(times, { bigint: true }).mtimeNs);
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
  }, 20_000);

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
