import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryLock } from '../lib/lock.ts';
import type { Repository } from './repository.ts';
import { type Files, opened, repositoryWith, scratch, sh, userPicture, write } from './test-kit.ts';

type Changes = Readonly<Record<string, string | Buffer | null>>;

async function committed(
  repository: Repository,
  onto: string,
  changes: Changes,
): Promise<{ commit: string; tree: string }> {
  const map = new Map(Object.entries(changes).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]));
  return repository.commit({ parents: [onto], onto, changes: map, message: 'a change' });
}

/** The tree that the user's git makes of the same edit. */
function treeByGit(root: string, changes: Changes): string {
  const copy = join(scratch(), 'copy');
  execFileSync('cp', ['-a', root, copy]);
  for (const [path, text] of Object.entries(changes)) if (text === null) rmSync(join(copy, path), { recursive: true });
  write(copy, Object.fromEntries(Object.entries(changes).filter((pair): pair is [string, string] => pair[1] !== null)));
  sh(copy, 'add', '-A');
  return sh(copy, 'write-tree');
}

const start: Files = {
  'a.txt': '1\n',
  'a/b/c.txt': '2\n',
  'a/d.txt': '3\n',
  'a-b': '4',
  'ab/x': '5',
  'run.sh': '#!\n',
  'ü/x y': '6',
};

function executableStart(...init: string[]): string {
  const root = repositoryWith(start, ...init);
  chmodSync(join(root, 'run.sh'), 0o755);
  symlinkSync('a.txt', join(root, 'link'));
  sh(root, 'add', '-A');
  sh(root, 'commit', '-qm', 'modes');
  return root;
}

describe('commit', () => {
  it.each<[string, Changes]>([
    ['an edit', { 'a/d.txt': 'new' }],
    ['a new file in new folders', { 'a/n/e/w.txt': 'new', z: 'z' }],
    ['a deletion that empties folders', { 'a/b/c.txt': null }],
    ['an executable keeps its bit', { 'run.sh': '#!new' }],
    ['a file that becomes a folder', { 'a-b': null, 'a-b/inner': 'x' }],
    ['a folder that becomes a file', { ab: null, 'a/b': null, 'a/b.txt': 'y' }],
    ['names that sort oddly', { a0: '1', 'a.': '2' }],
    ['non-ASCII and spaces', { 'ü/x y': 'new', 'ü/日本': 'j', 'e\u0301': 'nfd', é: 'nfc' }],
    ['nothing', {}],
  ])('%s: gives the tree that git gives', async (_, changes) => {
    const root = executableStart();
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    const made = await committed(repository, base.commit, changes);
    expect(made.tree).toBe(treeByGit(root, changes));
    expect(sh(repository.state.gitDir, 'fsck', '--strict', '--no-dangling', made.commit)).toBe('');
  });

  it('gives the ids that git commit-tree gives, in SHA-256 too', async () => {
    for (const init of [[], ['--object-format=sha256']]) {
      const root = executableStart(...init);
      const repository = await opened(root);
      const base = await repository.base({ dirty: false });
      const made = await committed(repository, base.commit, { 'a/d.txt': 'new' });
      const who = { NAME: 'evolve', EMAIL: 'evolve@localhost', DATE: '946684800 +0000' };
      const env = Object.fromEntries(
        Object.entries(who).flatMap(([key, value]) => [
          [`GIT_AUTHOR_${key}`, value],
          [`GIT_COMMITTER_${key}`, value],
        ]),
      );
      const args = ['commit-tree', made.tree, '-p', base.commit, '-m', 'a change'];
      const byGit = execFileSync('git', args, { cwd: repository.state.gitDir, env: { ...process.env, ...env } });
      expect(made.commit).toBe(byGit.toString().trim());
      expect(await committed(repository, base.commit, { 'a/d.txt': 'new' })).toEqual(made);
    }
  });

  it('keeps lines that it does not understand', async () => {
    const root = repositoryWith({ a: '1' });
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]), 'odd');
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xfe])]), 'odd too');
    sh(root, 'add', '-A');
    sh(root, 'commit', '-qm', 'odd');
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    const made = await committed(repository, base.commit, { a: '2' });
    expect(made.tree).toBe(treeByGit(root, { a: '2' }));
  });

  it('takes modes, symbolic links and large files', async () => {
    const repository = await opened(repositoryWith({ a: '1' }));
    const base = await repository.base({ dirty: false });
    const big = Buffer.alloc(3_000_000, 'abc');
    const { commit } = await repository.commit({
      parents: [base.commit],
      onto: base.commit,
      changes: new Map([
        ['x', Buffer.from('x')],
        ['l', Buffer.from('a')],
        ['big', big],
      ]),
      modes: new Map([
        ['x', '100755'],
        ['l', '120000'],
      ]),
      message: 'modes',
    });
    expect((await repository.files(commit)).map(({ path, mode }) => [path, mode])).toEqual([
      ['a', '100644'],
      ['big', '100644'],
      ['l', '120000'],
      ['x', '100755'],
    ]);
    expect((await repository.read(commit, 'big'))?.equals(big)).toBe(true);
  });

  it.each(['', '/a', 'a//b', '../a', 'a/./b', '.git/config', 'x/.GIT/y', 'a\0b'])(
    'refuses the path %j',
    async (path) => {
      const repository = await opened(repositoryWith({ a: '1' }));
      const { commit } = await repository.base({ dirty: false });
      await expect(committed(repository, commit, { [path]: 'x' })).rejects.toThrow("can't be the path");
    },
  );
});

describe('reading', () => {
  it('lists files in git’s order, reads them and tells what differs', async () => {
    const root = executableStart();
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    const listed = sh(root, '-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'HEAD').split('\n');
    expect((await repository.files(base.commit)).map(({ path }) => path)).toEqual(listed);
    expect((await repository.read(base.commit, 'ü/x y'))?.toString()).toBe('6');
    expect(await repository.read(base.commit, 'a/b')).toBeUndefined();
    expect(await repository.read(base.commit, 'a.txt/x')).toBeUndefined();
    expect(await repository.read(base.commit, 'none')).toBeUndefined();
    const { commit } = await committed(repository, base.commit, {
      'a/b/c.txt': null,
      'a/new': 'n',
      'run.sh': 'r',
      'a-b': null,
      'a-b/x': '1',
    });
    const changes = await repository.changes(base.commit, commit);
    const seen = changes
      .map(({ path, before, after }) => `${path} ${before?.mode ?? '-'} ${after?.mode ?? '-'}`)
      .sort();
    expect(seen).toEqual([
      'a-b 100644 -',
      'a-b/x - 100644',
      'a/b/c.txt 100644 -',
      'a/new - 100644',
      'run.sh 100755 100755',
    ]);
  });
});

describe('diff', () => {
  it('is a patch that the user’s git takes: text, binary, new, deleted, odd names, Latin-1', async () => {
    const root = repositoryWith({ ...start, bin: Buffer.from([0, 1, 2, 255]), latin: Buffer.from([0x61, 0xe9, 0x0a]) });
    const repository = await opened(root);
    const base = await repository.base({ dirty: false });
    const changes = {
      bin: Buffer.from([0, 9, 255]),
      latin: Buffer.from([0xe9, 0xe8, 0x0a]),
      'a/d.txt': null,
      'new é/f': 'no newline',
      'ü/x y': '7',
    };
    const { commit, tree } = await committed(repository, base.commit, changes);
    sh(root, 'config', 'diff.noprefix', 'true');
    const patch = join(scratch(), 'p.patch');
    writeFileSync(patch, await repository.diff(base.commit, commit));
    sh(root, 'apply', '--index', patch);
    expect(sh(root, 'write-tree')).toBe(tree);
    const part = await repository.diff(base.commit, commit, ['ü/x y']);
    expect(part.toString().match(/^diff /gm)).toHaveLength(1);
    expect(await repository.diff(base.commit, base.commit)).toHaveLength(0);
  });

  it.each([
    ['core.autocrlf', 'true'],
    ['core.eol', 'crlf'],
  ])('applies to files with CRLF in the working tree under %s', async (key, value) => {
    const root = scratch();
    sh(root, 'init', '-q');
    // `raw` was committed with CRLF before anyone thought of it; `a` and `b` are LF in git and CRLF on disk.
    write(root, { raw: '1\r\n2\r\n3\r\n' });
    sh(root, 'add', '-A');
    sh(root, 'commit', '-qm', 'raw');
    sh(root, 'config', key, value);
    const attributes: Files = key === 'core.eol' ? { '.gitattributes': 'a text\nb text\nnew text\n' } : {};
    write(root, { ...attributes, a: '1\r\n2\r\n3\r\n', b: 'x\r\n' });
    sh(root, 'add', '-A');
    sh(root, 'commit', '-qm', 'crlf');
    write(root, { b: 'x\r\ndirty\r\n', new: 'n\r\n' });
    const before = userPicture(root);
    const repository = await opened(root);
    const base = await repository.base({ dirty: true });
    expect((await repository.read(base.commit, 'a'))?.toString()).toBe('1\n2\n3\n');
    expect((await repository.read(base.commit, 'b'))?.toString()).toBe('x\ndirty\n');
    expect((await repository.read(base.commit, 'new'))?.toString()).toBe('n\n');
    expect((await repository.read(base.commit, 'raw'))?.toString()).toBe('1\r\n2\r\n3\r\n');
    expect(userPicture(root)).toEqual(before);
    const changes = { a: '1\ntwo\n3\n', b: 'x\ndirty\nmore\n', new: 'n\nm\n', raw: '1\r\ntwo\r\n3\r\n' };
    const { commit } = await committed(repository, base.commit, changes);
    const patch = join(scratch(), 'p.patch');
    writeFileSync(patch, await repository.diff(base.commit, commit));
    sh(root, 'apply', patch);
    expect(readFileSync(join(root, 'a'), 'utf8')).toBe('1\r\ntwo\r\n3\r\n');
    expect(readFileSync(join(root, 'b'), 'utf8')).toBe('x\r\ndirty\r\nmore\r\n');
    expect(readFileSync(join(root, 'new'), 'utf8')).toBe('n\r\nm\r\n');
    expect(readFileSync(join(root, 'raw'), 'utf8')).toBe('1\r\ntwo\r\n3\r\n');
  });
});

describe('tidy', () => {
  it('packs what nothing refers to, again and again, while others read', async () => {
    const repository = await opened(repositoryWith({ a: '1' }));
    const other = await opened(repository.place.root);
    const base = await repository.base({ dirty: false });
    const commits: string[] = [];
    for (let round = 0; round < 22; round++) {
      const { commit } = await committed(repository, base.commit, { a: `round ${round}` });
      commits.push(commit);
      expect((await other.read(commit, 'a'))?.toString()).toBe(`round ${round}`);
      await repository.tidy('always');
    }
    const objects = join(repository.state.gitDir, 'objects');
    expect(readdirSync(join(objects, 'pack')).filter((name) => name.endsWith('.pack')).length).toBeLessThan(20);
    for (const reader of [repository, other, await opened(repository.place.root)]) {
      for (const [round, commit] of commits.entries())
        expect((await reader.read(commit, 'a'))?.toString()).toBe(`round ${round}`);
    }
    expect(sh(repository.state.gitDir, 'count-objects')).toMatch(/^0 objects/);
  }, 20_000);

  it('does nothing of itself while there are few', async () => {
    const repository = await opened(repositoryWith({ a: '1' }));
    const base = await repository.base({ dirty: false });
    const { gitDir } = repository.state;
    const loose = () => Number.parseInt(sh(gitDir, 'count-objects'), 10);
    // Not right at the border: trees and commits may lie in the folder that is counted, too.
    const [first, second] = [contentsIn('17', 0, 20), contentsIn('17', 20, 40)];
    await committed(repository, base.commit, Object.fromEntries(first.map((text) => [text, text])));
    const few = loose();
    await repository.tidy();
    expect(loose()).toBe(few);
    await committed(repository, base.commit, Object.fromEntries(second.map((text) => [text, text])));
    await repository.tidy();
    expect(loose()).toBe(0);
  });

  it('is left to the one who is at it', async () => {
    const repository = await opened(repositoryWith({ a: '1' }));
    const base = await repository.base({ dirty: false });
    await committed(repository, base.commit, { a: 'more' });
    const other = tryLock(join(repository.state.gitDir, 'tidy.lock'));
    await repository.tidy('always');
    expect(sh(repository.state.gitDir, 'count-objects')).not.toMatch(/^0 objects/);
    other?.release();
    await repository.tidy('always');
    expect(sh(repository.state.gitDir, 'count-objects')).toMatch(/^0 objects/);
  });

  it('passes over what a power cut has emptied', async () => {
    const repository = await opened(repositoryWith({ a: '1' }));
    const base = await repository.base({ dirty: false });
    const { commit } = await committed(repository, base.commit, { a: 'more' });
    write(join(repository.state.gitDir, 'objects'), { [`ab/${'c'.repeat(38)}`]: '' });
    await repository.tidy('always');
    expect(sh(repository.state.gitDir, 'count-objects')).toMatch(/^1 objects/);
    expect((await repository.read(commit, 'a'))?.toString()).toBe('more');
  });
});

/** Contents whose names lie in a folder of the objects. */
function contentsIn(folder: string, from: number, to: number): string[] {
  const found: string[] = [];
  for (let n = 0; found.length < to; n++) {
    const text = `content ${n}`;
    if (createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex').startsWith(folder)) found.push(text);
  }
  return found.slice(from);
}
