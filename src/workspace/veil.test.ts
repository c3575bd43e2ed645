import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { NO_REACH } from '../domain/sandbox.ts';
import type { Checkout } from './checkout.ts';
import type { Isolation } from './isolation.ts';
import { folder, name, node, run, skipped, strong } from './process-tree.fixture.ts';
import { isolation } from './sandbox/probe.ts';
import { lane, picture, repositoryWith, startingRepository, write } from './test-kit.ts';
import { dropVeil, layVeil, unseen, veilBy } from './veil.ts';

// Each of them starts dozens of processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const here = folder();
const without = new Set<Isolation>();
for (const level of strong) if ((await veilBy(here, level)) === undefined) without.add(level);
const isSkipped = (level: Isolation) =>
  skipped(level) || (without.has(level) && process.env.GALAPAGOS_REQUIRE !== 'all');

test('there is none without mounts', async () => {
  expect(await veilBy(here, 'group')).toBeUndefined();
  expect(readdirSync(here)).toEqual([]);
});

for (const level of strong) {
  describe.skipIf(isSkipped(level))(`a veil at the level ${name(level)} and overlays`, () => {
    /** A tree in a folder whose name would have to be quoted. */
    async function place() {
      const dir = join(folder(), 'my repo, a:b é\\');
      write(join(dir, 'tree'), { 'data/x': 'x', 'data/deep/y': 'y', free: 'f', 'other/z': 'z' });
      mkdirSync(join(dir, 'home'));
      const tree = join(dir, 'tree');
      const box = { own: [tree], home: join(dir, 'home'), hidden: [], reach: NO_REACH };
      const veil = layVeil(dir, (await veilBy(here, level)) ?? 'root', 0o755);
      const shut = (shell: string, more = {}) => run(level, shell, { cwd: tree, box, veil, ...more });
      return { dir, tree, veil, shut };
    }

    test('nothing is written to the tree, and what was is seen by the command', async () => {
      const { tree, dir, shut } = await place();
      const before = picture(tree);
      const shell = `echo new >free; rm -r data; mkdir data; echo made >data/made; mkdir new; echo n >new/n; mv other/z new/
        mkfifo pipe; ln -s free link; ln free hard; echo hard >>hard; chmod 0 new; cat free data/made; ls data; id -u`;
      const { stdout, stderr, ended } = await shut(shell);
      expect({ stderr, ended }).toEqual({ stderr: '', ended: { kind: 'exited', code: 0 } });
      expect(stdout).toBe(`new\nhard\nmade\nmade\n${process.getuid?.()}\n`);
      expect(picture(tree)).toEqual(before);
      dropVeil(dir);
      expect(readdirSync(dir).sort()).toEqual(['home', 'tree']);
    });

    test('a folder that was replaced is known from one that was written to', async () => {
      const { veil, shut } = await place();
      await shut('rm -r data; mkdir data; mkdir other/new; chmod 0 other');
      expect(await unseen(veil, ['data/x', 'other/z', 'free', 'data/deep'])).toEqual(['data/x', 'data/deep']);
    });

    test('files are mapped, locked, synced and made anew in it', async () => {
      const { shut } = await place();
      const script = `const fs = require('fs'); const f = fs.openSync('free', 'r+'); fs.writeSync(f, 'F'); fs.fsyncSync(f);
        fs.renameSync('free', 'moved'); fs.rmSync('data', { recursive: true }); fs.cpSync('other', 'data', { recursive: true });
        console.log(fs.readFileSync('moved', 'utf8'), fs.readdirSync('.').join(), fs.readFileSync('data/z', 'utf8'));`;
      const { stdout, stderr } = await shut(`${node} -e "${script.replaceAll('\n', ' ')}"`);
      expect({ stdout, stderr }).toEqual({ stdout: 'F data,moved,other z\n', stderr: '' });
    });

    test('a command that runs too long leaves nothing that can not be dropped', async () => {
      const { dir, shut } = await place();
      const { ended } = await shut('mkdir -p a/b; chmod 0 a/b a; sleep 100', { timeoutMs: 500 });
      expect(ended).toEqual({ kind: 'timeout' });
      dropVeil(dir);
      expect(readdirSync(dir).sort()).toEqual(['home', 'tree']);
      expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain('my\\040repo,');
    });
  });
}

const found = await isolation();

describe.skipIf(isSkipped(found))('a checkout beneath a veil (needs a sandbox and overlays)', () => {
  async function on(checkout: Checkout, shell: string) {
    const veiled = await checkout.veil();
    if (veiled === undefined) throw new Error('no veil');
    const home = folder();
    const box = { own: [checkout.root], home, hidden: [], reach: NO_REACH };
    const ran = await run(found, shell, { cwd: checkout.root, box, ...veiled });
    return { ...ran, ...(await checkout.lift()) };
  }
  const sealed = async () => {
    const files = {
      'algo.py': '1',
      'data/x': 'x',
      'data/y': 'y',
      'tests/a/b': 'b',
      'mixed/mine': 'm',
      'mixed/no': 'n',
    };
    const { checkout, candidate } = await lane(repositoryWith(files), ['algo.py', 'mixed/mine'], { bind: true });
    await checkout.seal(await candidate({ 'algo.py': '2' }));
    return { checkout, before: picture(checkout.root) };
  };
  const cases: readonly [does: string, shell: string, tampered: readonly string[]][] = [
    ['changes what is free, and makes files', 'echo 3 >algo.py; rm mixed/mine; mkdir data/new; echo 1 >data/new/x', []],
    ['reads, and locks folders', 'cat data/x; chmod 500 data; chmod 0 mixed', []],
    ['overwrites a file', 'echo z >data/x', ['data/x']],
    ['appends to a file by a hard link', 'ln data/x link; echo z >>link', ['data/x']],
    ['changes a mode', 'chmod 600 data/x', ['data/x']],
    ['deletes a file', 'rm mixed/no', ['mixed/no']],
    ['puts a link in its place', 'ln -sf y data/x', ['data/x']],
    ['puts a folder in its place', 'rm data/x; mkdir data/x', ['data/x']],
    ['deletes a folder', 'rm -r data', ['data/x', 'data/y']],
    ['replaces a folder by an empty one', 'rm -r data; mkdir data', ['data/x', 'data/y']],
    ['replaces a folder in a folder', 'rm -r tests; mkdir -p tests/a', ['tests/a/b']],
    [
      'replaces a folder and one of its files',
      'cp data/x k; rm -r data; mkdir data; mv k data/x',
      ['data/x', 'data/y'],
    ],
    ['deletes everything', 'rm -rf -- * .[a-z]* 2>/dev/null', ['data/x', 'data/y', 'mixed/no', 'tests/a/b']],
  ];

  test.each(cases)('knows a command that %s', async (_, shell, expected) => {
    const { checkout, before } = await sealed();
    const { tampered, opened } = await on(checkout, shell);
    expect({ tampered, opened }).toEqual({ tampered: expected, opened: [] });
    expect(picture(checkout.root)).toEqual(before);
    expect(await checkout.tampered()).toEqual([]);
  });

  const back = 'cp -p data/x k; echo z >data/x; cat data/x; cp -p k data/x; rm k';
  test.each([
    ['puts a file back', back],
    ['renames a file away and back', 'mv data/x k; echo z >data/x; cat data/x; mv k data/x'],
    ['opens a file for writing', ': >>data/x; echo z'],
    ['touches a file', 'touch data/x && echo z'],
  ])('makes a file read-only to a command that %s', async (_, shell) => {
    const { checkout, before } = await sealed();
    const first = await on(checkout, shell);
    expect(first).toMatchObject({ stdout: 'z\n', tampered: [], opened: ['data/x'] });
    const second = await on(checkout, shell);
    expect(second).toMatchObject({ tampered: [], opened: [] });
    expect(second.stderr).toMatch(/read-only|busy/i);
    expect(second.stdout).not.toBe(first.stdout.repeat(2));
    expect(picture(checkout.root)).toEqual(before);
  });

  test('what is read-only can not be moved away with its folder', async () => {
    const { checkout } = await sealed();
    await on(checkout, back);
    const { stdout, tampered } = await on(checkout, 'mv data k 2>/dev/null; mkdir -p data; echo z >data/x; cat data/x');
    expect(stdout).toBe('x');
    expect(tampered).not.toContain('data/x');
  });

  test('so many files are not made read-only one by one', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d/${at}`, 'x']));
    const { checkout } = await lane(repositoryWith({ ...files, free: '' }), ['free'], { bind: true });
    const { tampered, opened } = await on(checkout, 'touch d/*');
    expect([tampered.length, opened.length]).toEqual([40, 0]);
  });

  test('what was built is there, and candidates follow each other', async () => {
    const { checkout, candidate, base } = await lane(startingRepository(), ['algo.py', 'src'], { bind: true });
    await checkout.seal(await candidate({ 'algo.py': 'one' }));
    checkout.lend();
    write(checkout.root, { 'out/made': 'built' });
    expect(await checkout.tampered()).toEqual([]);
    await checkout.keep('build');
    const built = picture(checkout.root);
    expect((await on(checkout, 'cat algo.py out/made; rm -r out; mkdir out; echo 2 >out/made')).stdout).toBe(
      'onebuilt',
    );
    expect(picture(checkout.root)).toEqual(built);
    await checkout.seal(base.commit);
    expect((await on(checkout, 'ls out 2>/dev/null || echo none')).stdout).toBe('none\n');
  });
});
