import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratch, sh, userPicture, write } from '../test-kit.ts';
import { BRANCH, COMMIT, known, LEDGER, trial, usersRepository } from './trunk.fixture.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

const files = { 'a.js': '1', 'b/c.js': '2', 'x y é.txt': '3', 'keep.txt': 'k' };
const change = { 'a.js': 'A', 'b/c.js': null, 'x y é.txt': '4', 'neu/ü n.js': 'n' };

describe.each(['sha1', 'sha256'])('landing on a branch of its own in %s', (format) => {
  it('makes it with two commits of the user’s, and goes on from there', async () => {
    const root = usersRepository(files, `--object-format=${format}`);
    write(root, { 'a.js': 'work in progress', 'untracked.txt': '' });
    const mine = sh(root, 'status', '--porcelain');
    const { cycle, tip } = await trial(root, BRANCH);
    const first = await cycle(1, change);
    expect(sh(root, 'log', '--format=%an %cn %s', 'main..evolve/goals').split('\n')).toEqual([
      'The User The User evolve: cycle 1 -- lint improved',
      'The User The User work 1',
    ]);
    const [log, work] = sh(root, 'rev-list', 'main..evolve/goals').split('\n');
    expect(first).toEqual({ kind: 'landed', canonical: work, log });
    expect(sh(root, 'show', `evolve/goals:${LEDGER}`)).toBe(`1 ${work}`);
    expect(sh(root, 'diff', '--name-only', '--no-renames', '-z', 'main', `${work}`).split('\0').sort()).toEqual([
      '',
      ...Object.keys(change).sort(),
    ]);
    expect(sh(root, 'show', 'evolve/goals:neu/ü n.js')).toBe('n');
    expect(sh(root, 'status', '--porcelain')).toBe(mine);
    expect(sh(root, 'fsck', '--strict')).toBe('');
    expect(await tip()).toMatchObject({ commit: log, at: log });
    expect(await cycle(2, { 'a.js': 'B' })).toMatchObject({ kind: 'landed' });
    expect(sh(root, 'rev-list', '--count', 'main..evolve/goals')).toBe('4');
    expect(sh(root, 'show', 'evolve/goals:a.js')).toBe('B');
  });
});

describe('landing on a branch of its own', () => {
  it('is done once when it is done again, also after others', async () => {
    const root = usersRepository(files);
    const { tip, candidate, land, cycle } = await trial(root, BRANCH);
    const base = await tip();
    const made = await candidate(change, base);
    const answer = await land(1, made, base);
    const before = userPicture(root);
    expect(await land(1, made, base)).toEqual(answer);
    expect(userPicture(root)).toEqual(before);
    write(root, { [LEDGER]: `${sh(root, 'show', `evolve/goals:${LEDGER}`)}\n` });
    await cycle(2, { 'a.js': 'B' });
    expect(await land(1, made, base)).toEqual(answer);
  });

  it('brings a branch that is behind to HEAD, and says when it has moved', async () => {
    const root = usersRepository(files);
    const { tip, candidate, land } = await trial(root, BRANCH);
    sh(root, 'branch', 'evolve/goals');
    const old = await tip();
    const made = await candidate({ 'a.js': 'A' }, old);
    write(root, { 'keep.txt': 'mine' });
    sh(root, 'commit', '-qam', 'mine');
    const before = userPicture(root);
    const head = sh(root, 'rev-parse', 'HEAD');
    expect(await land(1, made, old)).toEqual({ kind: 'moved', tip: head });
    expect(userPicture(root)).toEqual(before);
    const rebased = await candidate({ 'a.js': 'A' });
    expect(await land(1, rebased, old)).toMatchObject({ kind: 'landed' });
    expect(sh(root, 'rev-parse', 'evolve/goals~2')).toBe(head);
    expect(sh(root, 'show', 'evolve/goals:keep.txt')).toBe('mine');
  });

  it('takes an empty commit in between for the same place, and no change for a line alone', async () => {
    const root = usersRepository(files);
    const { tip, candidate, land } = await trial(root, BRANCH);
    const base = await tip();
    const made = await candidate({ 'a.js': 'A' }, base);
    sh(root, 'commit', '-q', '--allow-empty', '-m', 'nothing');
    expect(await land(1, made, base)).toMatchObject({ kind: 'landed' });
    expect(sh(root, 'log', '--format=%s', '-3', 'evolve/goals').split('\n')[2]).toBe('nothing');
    const now = await tip();
    expect(await land(2, now, now)).toMatchObject({ kind: 'landed', canonical: now.commit });
    expect(sh(root, 'rev-parse', 'evolve/goals^')).toBe(now.commit);
  });

  it('refuses, with nothing changed, what LFS keeps, what git or a hook does not allow, and an unknown user', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 3\n`;
    const root = usersRepository({ ...files, 'm.bin': pointer });
    const { cycle } = await trial(root, BRANCH);
    const refused = async (reason: RegExp, given: Readonly<Record<string, string>> = { 'a.js': 'A' }) => {
      const before = userPicture(root);
      expect(await cycle(1, given)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
      // Git leaves the folder of a branch that it did not make.
      const { '.git/refs/heads/evolve': _, ...after } = userPicture(root);
      expect(after).toEqual(before);
    };
    await refused(/m\.bin can't be changed: Git LFS/, { 'm.bin': 'abc' });
    const hook = join(root, '.git/hooks/reference-transaction');
    writeFileSync(hook, '#!/bin/sh\n[ "$1" != prepared ]\n');
    chmodSync(hook, 0o755);
    await refused(/Git can't move the branch evolve\/goals/);
    rmSync(hook);
    rmSync(join(root, '.git/refs/heads/evolve'), { recursive: true, force: true });
    sh(root, 'config', 'commit.gpgSign', 'true');
    sh(root, 'config', 'gpg.program', '/bin/false');
    await refused(/Git can't sign/);
    sh(root, 'config', '--unset', 'commit.gpgSign');
    sh(root, 'config', '--unset', 'user.email');
    await refused(/does not know who you are/);
    expect(await cycle(1, { 'm.bin': pointer.replace('size 3', 'size 4') })).toMatchObject({ kind: 'refused' });
  });

  it('runs no hook for commits, as apply --branch doesn’t', async () => {
    const root = usersRepository(files);
    for (const name of ['pre-commit', 'commit-msg', 'prepare-commit-msg', 'post-commit', 'post-checkout']) {
      const hook = join(root, '.git/hooks', name);
      writeFileSync(hook, `#!/bin/sh\ntouch ${join(root, '.git/ran')}\nexit 1\n`);
      chmodSync(hook, 0o755);
    }
    expect(await (await trial(root, BRANCH)).cycle(1, change)).toMatchObject({ kind: 'landed' });
    expect(await (await trial(root, COMMIT)).cycle(2, change)).toMatchObject({ kind: 'landed' });
    expect(existsSync(join(root, '.git/ran'))).toBe(false);
  });

  it('is quick enough in a repository of 2,000 files, and in a linked working tree', async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`d${at % 40}/f${at}.txt`, `${at}`]));
    const main = usersRepository(many);
    const linked = join(scratch(), 'linked tree');
    sh(main, 'worktree', 'add', '-q', '-b', 'side', linked);
    expect(await (await trial(linked, BRANCH)).cycle(1, { 'd1/f1.txt': 'one', 'd2/f2.txt': null })).toMatchObject({
      kind: 'landed',
    });
    expect(sh(main, 'show', 'evolve/goals:d1/f1.txt')).toBe('one');
    expect(await (await trial(linked, COMMIT)).cycle(1, { 'd1/f1.txt': 'one', 'd2/f2.txt': null })).toMatchObject({
      kind: 'landed',
    });
    // The ledger is for who has asked to write.
    expect(sh(linked, 'status', '--porcelain')).toBe(`D ${LEDGER}`);
    expect(sh(main, 'show', 'side:d1/f1.txt')).toBe('one');
    expect(sh(main, 'status', '--porcelain')).toBe('');
  });
});

describe('landing on the branch that is checked out', () => {
  it('moves it, with index and files, and keeps what is the user’s', async () => {
    const root = usersRepository({ ...files, [LEDGER]: '', '.agents/notes.md': 'old', '.agents/mine.md': 'old' });
    write(root, { 'untracked.txt': 'u', [LEDGER]: '0 idle\n', '.agents/mine.md': 'edited', '.agents/rpi/own': 'o' });
    const { cycle } = await trial(root, COMMIT);
    const answer = await cycle(1, { ...change, '.agents/notes.md': 'new', '.agents/mine.md': 'theirs' });
    expect(answer).toEqual({
      kind: 'landed',
      canonical: sh(root, 'rev-parse', 'main^'),
      log: sh(root, 'rev-parse', 'main'),
    });
    expect(sh(root, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(sh(root, 'status', '--porcelain').split('\n')).toEqual([
      `M ${LEDGER}`,
      ' M .agents/mine.md',
      '?? .agents/rpi/',
      '?? untracked.txt',
    ]);
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe('A');
    expect(readFileSync(join(root, 'neu/ü n.js'), 'utf8')).toBe('n');
    expect(existsSync(join(root, 'b'))).toBe(false);
    expect(readFileSync(join(root, '.agents/notes.md'), 'utf8')).toBe('new');
    expect(readFileSync(join(root, '.agents/mine.md'), 'utf8')).toBe('edited');
    expect(readFileSync(join(root, LEDGER), 'utf8')).toBe('0 idle\n');
    expect(sh(root, 'show', `HEAD:${LEDGER}`)).toBe(`0 idle\n1 ${sh(root, 'rev-parse', 'main^')}`);
    expect(sh(root, 'reflog', '-1', '--format=%gs', 'main')).toBe('evolve: cycle 1 -- lint improved');
    expect(existsSync(join(root, '.evolve/landing.json'))).toBe(false);
    expect(sh(root, 'fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('is done once when it is done again, whatever the user has begun since', async () => {
    const root = usersRepository(files);
    const { tip, candidate, land } = await trial(root, COMMIT);
    const base = await tip();
    const made = await candidate(change, base);
    const answer = await land(1, made, base);
    write(root, { 'a.js': 'edited since' });
    const before = userPicture(root);
    expect(await land(1, made, base)).toEqual(answer);
    expect(userPicture(root)).toEqual(before);
  });

  it.each<[string, RegExp, (root: string) => void]>([
    ['a file is edited', /uncommitted changes in keep.txt/, (r) => write(r, { 'keep.txt': 'mine' })],
    ['a file is in the way', /neu\/ü n.js would be overwritten/, (r) => write(r, { 'neu/ü n.js': 'mine' })],
    ['a file is in a folder’s way', /neu would be overwritten/, (r) => write(r, { neu: 'mine' })],
    ['git is at work', /Git could not bring your files up to date/, (r) => write(r, { '.git/index.lock': '' })],
    ['HEAD is detached', /detached/, (r) => sh(r, 'checkout', '-q', '--detach')],
    [
      'a hook does not allow it',
      /can't move the branch/,
      (r) => {
        const hook = join(r, '.git/hooks/reference-transaction');
        writeFileSync(hook, '#!/bin/sh\n[ "$1" != prepared ]\n');
        chmodSync(hook, 0o755);
      },
    ],
    [
      'a filter of the user’s fails',
      /Git could not bring your files up to date/,
      (r) => {
        write(r, { '.git/info/attributes': '*.js filter=f\n' });
        sh(r, 'config', 'filter.f.required', 'true');
        sh(r, 'config', 'filter.f.smudge', 'false');
        sh(r, 'config', 'filter.f.clean', 'cat');
      },
    ],
  ])('leaves everything as it was when %s', async (_, reason, prepare) => {
    const root = usersRepository({ ...files, '.agents/notes.md': 'old' });
    const { tip, candidate, land } = await trial(root, COMMIT);
    const base = await tip();
    const made = await candidate({ ...change, '.agents/notes.md': 'new' }, base);
    prepare(root);
    const before = userPicture(root);
    expect(await land(1, made, base)).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
    expect(userPicture(root)).toEqual(before);
    expect(existsSync(join(root, '.evolve/landing.json'))).toBe(false);
  });

  it('says when it has moved, and lands what was brought along', async () => {
    const root = usersRepository(files);
    const { tip, candidate, land } = await trial(root, COMMIT);
    const base = await tip();
    const made = await candidate(change, base);
    write(root, { 'keep.txt': 'mine' });
    sh(root, 'commit', '-qam', 'mine');
    const before = userPicture(root);
    expect(await land(1, made, base)).toEqual({ kind: 'moved', tip: sh(root, 'rev-parse', 'HEAD') });
    expect(userPicture(root)).toEqual(before);
    expect(await land(1, await candidate(change), base)).toMatchObject({ kind: 'landed' });
    expect(readFileSync(join(root, 'keep.txt'), 'utf8')).toBe('mine');
  });

  it('leaves submodules alone, and minds how the user’s files are written', async () => {
    const inner = usersRepository({ f: '1' });
    const root = usersRepository(files);
    sh(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    sh(root, 'commit', '-qm', 'sub');
    sh(root, 'config', 'submodule.recurse', 'true');
    sh(root, 'config', 'core.autocrlf', 'true');
    write(root, { 'sub/own.txt': 'work in progress', 'sub/f': 'edited' });
    expect(await (await trial(root, COMMIT)).cycle(1, { 'a.js': '1\n2\n' })).toMatchObject({ kind: 'landed' });
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe('1\r\n2\r\n');
    expect(readFileSync(join(root, 'sub/own.txt'), 'utf8')).toBe('work in progress');
    expect(sh(root, 'diff', '--name-only', 'HEAD~2', 'HEAD').split('\n')).toEqual([LEDGER, 'a.js']);
  });

  it('works in a shallow clone and with a sparse checkout', async () => {
    const main = usersRepository({ ...files, 'far/z.js': '1' });
    sh(main, 'commit', '-q', '--allow-empty', '-m', 'second');
    const root = join(scratch(), 'shallow');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${main}`, root]);
    known(root);
    sh(root, 'sparse-checkout', 'set', '--no-cone', '/*', '!/far/');
    expect(await (await trial(root, COMMIT)).cycle(1, { 'a.js': 'A', 'far/z.js': '2' })).toMatchObject({
      kind: 'landed',
    });
    expect(existsSync(join(root, 'far'))).toBe(false);
    expect(sh(root, 'show', 'HEAD:far/z.js')).toBe('2');
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe('A');
  });
});
