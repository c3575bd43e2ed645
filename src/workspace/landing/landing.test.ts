import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { opened, repositoryWith, scratch, sh, userPicture, write } from '../test-kit.ts';
import { headOf, landByMerge, landOnBranch } from './landing.ts';
import { joinChanges } from './merge.ts';

type Given = Readonly<Record<string, string | null>>;

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

function known(root: string): string {
  sh(root, 'config', 'user.name', 'The User');
  sh(root, 'config', 'user.email', 'user@x');
  return root;
}

async function candidate(root: string, given: Given, modes: ReadonlyMap<string, '100755' | '100644'> = new Map()) {
  const repository = await opened(root);
  const base = await repository.base({ dirty: false });
  const changes = new Map(
    Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
  );
  const made = await repository.commit({ parents: [], onto: base.commit, changes, modes, message: 'c' });
  const head = await headOf(repository.place);
  const joined = await joinChanges(repository, base.tree, made.tree, head.tree);
  return { repository, head, changes: joined.changes, tree: made.tree };
}

async function merge(root: string, given: Given, modes?: ReadonlyMap<string, '100755' | '100644'>) {
  const { repository, head, changes, tree } = await candidate(root, given, modes);
  const commit = await landByMerge(repository, head, changes, 'the message');
  return { commit, tree };
}

describe('landing', () => {
  it.each(['sha1', 'sha256'])('gives the working tree exactly the candidate’s tree in %s', async (format) => {
    const root = known(
      repositoryWith({ 'a.js': '1', 'b/c.js': '2', 'x y é.txt': '3', 'run.sh': 's' }, `--object-format=${format}`),
    );
    const modes = new Map([
      ['run.sh', '100755' as const],
      ['new/tool', '100755' as const],
    ]);
    const { tree } = await merge(
      root,
      { 'a.js': 'A', 'b/c.js': null, 'new/tool': 't', 'x y é.txt': '4', 'run.sh': 's' },
      modes,
    );
    expect(sh(root, 'rev-parse', 'HEAD^{tree}')).toBe(tree);
    expect(sh(root, 'status', '--porcelain')).toBe('');
    expect(existsSync(join(root, 'b'))).toBe(false);
    expect(lstatSync(join(root, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(sh(root, 'log', '-1', '--format=%an %cn %B', 'HEAD^2').trim()).toBe('The User The User the message');
    expect(sh(root, 'fsck', '--strict')).toBe('');
  });

  it('leaves submodules and LFS pointers alone', async () => {
    const inner = repositoryWith({ f: '1' });
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 3\n`;
    const root = known(repositoryWith({ 'a.js': '1', '.gitattributes': '*.bin filter=lfs -text\n', 'm.bin': pointer }));
    sh(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    sh(root, 'commit', '-qm', 'sub');
    sh(root, 'config', 'submodule.recurse', 'true');
    write(root, { 'sub/own.txt': 'work in progress' });
    await merge(root, { 'a.js': '2' });
    expect(sh(root, 'diff', '--name-only', 'HEAD^1', 'HEAD')).toBe('a.js');
    expect(readFileSync(join(root, 'm.bin'), 'utf8')).toBe(pointer);
    expect(readFileSync(join(root, 'sub/own.txt'), 'utf8')).toBe('work in progress');
  });

  it('works in a linked working tree, a shallow clone, and whatever the branch’s own options ask for', async () => {
    const main = known(repositoryWith({ 'a.js': '1' }));
    const linked = join(scratch(), 'linked');
    sh(main, 'worktree', 'add', '-q', '-b', 'side', linked);
    await merge(linked, { 'a.js': '2' });
    expect(sh(main, 'show', 'side:a.js')).toBe('2');
    expect(sh(main, 'show', 'main:a.js')).toBe('1');
    sh(main, 'commit', '-q', '--allow-empty', '-m', 'second');
    const shallow = join(scratch(), 'shallow');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${main}`, shallow]);
    known(shallow);
    sh(shallow, 'config', 'branch.main.mergeOptions', '--squash --no-commit -s ours --log');
    sh(shallow, 'config', 'merge.ff', 'only');
    await merge(shallow, { 'a.js': '3' });
    expect(sh(shallow, 'show', 'HEAD:a.js')).toBe('3');
    expect(sh(shallow, 'log', '-1', '--format=%B').trim()).toBe('the message');
    expect(sh(shallow, 'status', '--porcelain')).toBe('');
  });

  it('runs the user’s hooks, and puts everything back when one says no', async () => {
    const root = known(repositoryWith({ 'a.js': '1', 'b.js': '1' }));
    const hook = join(root, '.git/hooks/commit-msg');
    writeFileSync(hook, '#!/bin/sh\necho edited > b.js\necho "Signed: $(cat "$1")" > "$1"\ntest ! -e no\n');
    chmodSync(hook, 0o755);
    write(root, { '.git/info/exclude': 'no\n', no: '' });
    const before = userPicture(root);
    await expect(merge(root, { 'a.js': '2', 'new/n.js': 'n', 'b.js': null })).rejects.toThrow(
      'A hook refused the merge',
    );
    expect(userPicture(root)).toEqual(before);
    expect(sh(root, 'status', '--porcelain')).toBe('');
    rmSync(join(root, 'no'));
    await merge(root, { 'a.js': '2' });
    expect(sh(root, 'log', '-1', '--format=%s')).toBe('Signed: the message');
  });

  it('puts a file back that has the size, and the time, of what it took the place of', async () => {
    const root = known(repositoryWith({ 'a.js': '1' }));
    const second = Math.floor(Date.now() / 1000) - 10;
    // Git then looks at no more than size and second.
    sh(root, 'config', 'core.checkStat', 'minimal');
    sh(root, 'config', 'core.trustctime', 'false');
    utimesSync(join(root, 'a.js'), second, second);
    sh(root, 'update-index', '--refresh');
    utimesSync(join(root, '.git/index'), second, second);
    const hook = join(root, '.git/hooks/commit-msg');
    writeFileSync(hook, `#!/bin/sh\ntouch -d @${second} a.js\nexit 1\n`);
    chmodSync(hook, 0o755);
    await expect(merge(root, { 'a.js': '2' })).rejects.toThrow('A hook refused the merge');
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe('1');
  });

  it('leaves another git’s lock and a branch that moved alone', async () => {
    const root = known(repositoryWith({ 'a.js': '1' }));
    const { repository, head, changes } = await candidate(root, { 'a.js': '2' });
    write(root, { '.git/index.lock': '' });
    const locked = userPicture(root);
    await expect(landByMerge(repository, head, changes, 'm')).rejects.toThrow('Git could not merge');
    expect(userPicture(root)).toEqual(locked);
    rmSync(join(root, '.git/index.lock'));
    sh(root, 'commit', '-q', '--allow-empty', '-m', 'moved');
    const moved = userPicture(root);
    await expect(landByMerge(repository, head, changes, 'm')).rejects.toThrow('moved meanwhile');
    expect(userPicture(root)).toEqual(moved);
  });

  it('makes a branch only where none is', async () => {
    const root = known(repositoryWith({ 'a.js': '1' }));
    const { repository, head, changes } = await candidate(root, { 'a.js': '2' });
    const commit = await landOnBranch(repository, head, changes, 'm', 'winner/a');
    expect(sh(root, 'rev-parse', 'winner/a')).toBe(commit);
    const before = userPicture(root);
    for (const name of ['winner/a', 'winner', 'main', 'a b', 'x.lock', '-d', 'HEAD'])
      await expect(landOnBranch(repository, head, changes, 'm', name)).rejects.toThrow('branch');
    expect(userPicture(root)).toEqual(before);
  });
});
