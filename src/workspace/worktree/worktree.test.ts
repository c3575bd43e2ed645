import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLOSED } from '../../domain/sandbox.ts';
import { findInputs } from '../inputs.ts';
import { scopeOf } from '../scope.ts';
import { opened, picture, repositoryWith, scratch, sh, startingRepository, userPicture, write } from '../test-kit.ts';
import { createWorktree, type WorktreePlan } from './worktree.ts';

type Changes = Readonly<Record<string, string | null>>;

/** A worktree of a candidate with these changes, or of two candidates that are merged. */
async function worktree(
  root: string,
  globs: readonly string[],
  versions: readonly Changes[] = [{}],
  plan: Partial<WorktreePlan> = {},
) {
  const repository = await opened(root);
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(globs, await repository.files(base.tree));
  const parents = await Promise.all(
    versions.map(async (given, index) => {
      const changes = new Map(
        Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
      );
      const made = await repository.commit({
        parents: [base.commit],
        onto: base.commit,
        changes,
        message: String(index),
      });
      return { id: `p${index + 1}`, commit: made.commit };
    }),
  );
  const [first, ...others] = parents;
  if (first === undefined) throw new Error('a worktree has a parent');
  const inputs = await findInputs(repository, base, []);
  const dir = scratch();
  const made = await createWorktree(repository, join(dir, 'work'), {
    parents: [first, ...others],
    base: base.tree,
    scope,
    inputs,
    bind: true,
    folder: '',
    notes: join(dir, 'notes'),
    ...plan,
  });
  onTestFinished(() => made[Symbol.asyncDispose]());
  const collected = async () => {
    const { changes, modes, refused } = await made.collect();
    return {
      changes: Object.fromEntries([...changes].map(([path, content]) => [path, content?.toString('utf8') ?? null])),
      modes: Object.fromEntries(modes),
      refused: Object.fromEntries(refused.map(({ path, reason }) => [path, reason])),
    };
  };
  return { repository, dir, collected, ...made };
}

const nothing = { changes: {}, modes: {}, refused: {} };

describe('a worktree', () => {
  test('holds all the code in a repository of its own, clean and without history', async () => {
    const user = startingRepository();
    const before = userPicture(user);
    const { root, collected, repository } = await worktree(user, ['algo.py'], [{ 'algo.py': 'better' }]);
    expect(sh(root, 'status', '--porcelain', '--branch')).toBe('## main');
    expect(sh(root, 'log', '--format=%s %an')).toBe('The code to start from evolve');
    expect(sh(root, 'ls-files').split('\n')).toHaveLength(8);
    expect(readFileSync(join(root, 'algo.py'), 'utf8')).toBe('better');
    expect(sh(root, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect(await collected()).toEqual(nothing);
    expect(userPicture(user)).toEqual(before);
    const config = sh(root, 'config', '--local', '--get', 'core.hooksPath');
    expect(config).toBe('/dev/null');
    expect(existsSync(join(repository.state.gitDir, 'index'))).toBe(false);
  });

  test('borrows nothing where its agent is shut in: git works, and knows of no other version', async () => {
    const user = startingRepository();
    const shut = { hidden: [], reach: CLOSED.reach.agent };
    const { root, collected } = await worktree(user, ['algo.py'], [{ 'algo.py': 'better' }], { shut });
    expect(sh(root, 'status', '--porcelain', '--branch')).toBe('## main');
    expect(sh(root, 'fsck', '--strict', '--no-dangling')).toBe('');
    expect(existsSync(join(root, '.git/objects/info/alternates'))).toBe(false);
    const reachable = sh(root, 'rev-list', '--objects', '--no-object-names', 'HEAD').split('\n').sort();
    const all = sh(root, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)').split('\n').sort();
    expect(all).toEqual(reachable);
    write(root, { 'algo.py': 'best' });
    expect(sh(root, 'diff')).toContain('-better');
    expect((await collected()).changes).toEqual({ 'algo.py': 'best' });
  });

  test('takes what was committed, staged, changed, made and deleted alike', async () => {
    const { root, collected } = await worktree(startingRepository(), ['src', 'algo.py']);
    write(root, { 'algo.py': 'committed' });
    sh(root, 'commit', '-qam', 'mine');
    write(root, { 'src/a.py': 'staged' });
    sh(root, 'add', '-A');
    write(root, { 'src/new.py': 'made', 'src/deep/er.txt': 'made' });
    rmSync(join(root, 'src/b.py'));
    expect(await collected()).toEqual({
      changes: {
        'algo.py': 'committed',
        'src/a.py': 'staged',
        'src/b.py': null,
        'src/new.py': 'made',
        'src/deep/er.txt': 'made',
      },
      modes: { 'src/new.py': '100644', 'src/deep/er.txt': '100644' },
      refused: {},
    });
  });

  test.each<[string, (root: string) => void]>([
    ['stashed', (root) => void sh(root, 'stash', '-q')],
    ['deleted .git', (root) => rmSync(join(root, '.git'), { recursive: true })],
    [
      'made .git a file',
      (root) => {
        rmSync(join(root, '.git'), { recursive: true });
        writeFileSync(join(root, '.git'), 'gitdir: /nowhere');
      },
    ],
    [
      'made .git anew',
      (root) => {
        rmSync(join(root, '.git'), { recursive: true });
        sh(root, 'init', '-q');
        sh(root, 'add', '-A');
        sh(root, 'commit', '-qm', 'x');
      },
    ],
    [
      'hid it from git',
      (root) => {
        sh(root, 'update-index', '--assume-unchanged', 'algo.py');
        writeFileSync(join(root, '.git/info/exclude'), '*');
        sh(root, 'config', 'core.worktree', '/tmp');
      },
    ],
    [
      'wrote hooks and filters',
      (root) => {
        write(root, { '.git/hooks/pre-commit': 'exit 1' });
        sh(root, 'config', 'filter.x.clean', 'echo evil');
        writeFileSync(join(root, '.git/info/attributes'), '* filter=x');
      },
    ],
    ['packed everything', (root) => void sh(root, 'gc', '-q', '--prune=now')],
  ])('counts by the files on disk, whatever was done to git: %s', async (name, act) => {
    const { root, collected } = await worktree(startingRepository(), ['algo.py']);
    if (name !== 'stashed') write(root, { 'algo.py': 'new' });
    else write(root, { 'src/a.py': 'gone again' });
    act(root);
    if (name === 'stashed') write(root, { 'algo.py': 'new' });
    expect(await collected()).toEqual({ ...nothing, changes: { 'algo.py': 'new' } });
  });

  test('leaves out what is not in scope, and says so', async () => {
    const { root, collected } = await worktree(startingRepository(), ['src/**', 'algo.py']);
    write(root, {
      'bench.py': 'print(1e9)',
      'conftest.py': 'x',
      'src/conftest.py': 'x',
      'src/json.py': 'x',
      'src/.gitattributes': 'x',
      'src/ok.py': 'fine',
    });
    rmSync(join(root, 'data'), { recursive: true });
    chmodSync(join(root, 'src/a.py'), 0o755);
    rmSync(join(root, 'src/b.py'));
    symlinkSync('/etc/passwd', join(root, 'src/b.py'));
    chmodSync(join(root, 'run.sh'), 0o644);
    const { changes, refused } = await collected();
    expect(changes).toEqual({ 'src/ok.py': 'fine' });
    expect(refused).toEqual({
      'bench.py': 'outside the scope (src/**, algo.py)',
      'conftest.py': 'outside the scope (src/**, algo.py)',
      'data/x y é.csv': 'outside the scope (src/**, algo.py)',
      'run.sh': 'outside the scope (src/**, algo.py)',
      'src/conftest.py': 'a new file that would configure the tools that measure',
      'src/json.py': "a new file that would be loaded instead of Python's module json",
      'src/.gitattributes': 'a git file that the scope does not name',
      'src/a.py': 'a change of mode from 100644 to 100755',
      'src/b.py': 'a symbolic link',
    });
  });

  test('keeps content and leaves out the mode that came with it', async () => {
    const { root, collected } = await worktree(startingRepository(), ['src/**']);
    write(root, { 'src/a.py': 'new' });
    chmodSync(join(root, 'src/a.py'), 0o755);
    expect(await collected()).toEqual({
      changes: { 'src/a.py': 'new' },
      modes: {},
      refused: { 'src/a.py': 'a change of mode from 100644 to 100755' },
    });
  });

  test('does not look through a link that stands in for a folder', async () => {
    const outside = scratch();
    write(outside, { 'a.py': 'from outside' });
    const { root, collected } = await worktree(startingRepository(), ['src/**']);
    rmSync(join(root, 'src'), { recursive: true });
    symlinkSync(outside, join(root, 'src'));
    const { changes, refused } = await collected();
    expect(changes).toEqual({ 'src/a.py': null, 'src/b.py': null });
    expect(Object.keys(refused)).toEqual(['src']);
  });

  test('says nothing of what is ignored, installed or an input', async () => {
    const user = startingRepository();
    write(user, { 'package.json': '{}', '.gitignore': '*.log\nnode_modules\n' });
    sh(user, 'add', '-A');
    sh(user, 'commit', '-qm', 'package');
    write(user, { 'node_modules/x/index.js': 'x' });
    for (const bind of [true, false]) {
      const { root, collected, mounts } = await worktree(user, ['**'], [{}], { bind });
      write(root, { 'x.log': 'x', 'src/__pycache__/a.pyc': 'x', '.env': 'KEY=1', 'node_modules/y.js': 'y' });
      expect(await collected()).toEqual(nothing);
      expect(existsSync(join(root, 'node_modules/x/index.js'))).toBe(!bind);
      expect(mounts.map(({ to, writable }) => [to, writable ?? false])).toEqual(
        bind
          ? [
              [user, false],
              [root, true],
              [join(root, 'node_modules'), false],
            ]
          : [],
      );
    }
  });

  test('opens nested repositories, so that they hide no files', async () => {
    const { root, collected } = await worktree(startingRepository(), ['src/**']);
    write(root, { 'src/lib/one.py': '1', 'src/lib/deep/two.py': '2' });
    for (const folder of ['src/lib/deep', 'src/lib', 'src']) {
      sh(join(root, folder), 'init', '-q');
      sh(join(root, folder), 'add', '-A');
      sh(join(root, folder), 'commit', '-qm', 'x');
    }
    write(root, { 'src/a.py': 'new' });
    const { changes, refused } = await collected();
    expect(changes).toEqual({ 'src/a.py': 'new', 'src/lib/one.py': '1', 'src/lib/deep/two.py': '2' });
    expect(refused).toEqual({});
  });

  test('survives names, sizes and kinds of files that no source has', async () => {
    const { root, collected } = await worktree(startingRepository(), ['src/**']);
    execFileSync(
      'sh',
      [
        '-c',
        'printf x > "$(printf \'src/\\377.py\')"; rm src/a.py; mkfifo src/a.py; truncate -s 40M src/huge.py; printf x > src/locked.py; chmod 0 src/locked.py; mkdir src/closed; printf x > src/closed/in.py; chmod 0 src/closed',
      ],
      { cwd: root },
    );
    const { changes, refused } = await collected();
    expect(changes).toEqual({ 'src/locked.py': 'x', 'src/closed/in.py': 'x' });
    expect(refused).toEqual({
      'src/\uFFFD.py': 'a name that is not UTF-8',
      'src/a.py': 'neither a file nor a folder',
      'src/huge.py': 'larger than 32 MB',
    });
  });

  test('lets no new file or folder take the place of a protected one', async () => {
    const { root, collected, repository } = await worktree(startingRepository(), [
      'bench.py/x.py',
      'data',
      '!data/x*',
      'algo.py',
    ]);
    rmSync(join(root, 'bench.py'));
    write(root, { 'bench.py/x.py': 'x' });
    rmSync(join(root, 'algo.py'));
    write(root, { 'algo.py/x.py': 'x' });
    const { changes, refused } = await collected();
    expect(changes).toEqual({ 'algo.py': null, 'algo.py/x.py': 'x' });
    expect(refused).toMatchObject({ 'bench.py/x.py': 'a protected file is in its way' });
    expect(repository.place.kind).toBe('git');
  });

  test('tells of a litter in few lines', async () => {
    const { root, collected } = await worktree(startingRepository(), ['algo.py']);
    write(root, Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`litter/${index}`, 'x'])));
    const { refused } = await collected();
    expect(Object.keys(refused)).toHaveLength(31);
    expect(refused['…']).toBe('and 470 more');
  });

  test('is all gone afterwards, however it was left', async () => {
    const made = await worktree(startingRepository(), ['algo.py']);
    mkdirSync(join(made.root, 'closed/deep'), { recursive: true });
    chmodSync(join(made.root, 'closed'), 0);
    rmSync(join(made.root, '.git'), { recursive: true });
    await made[Symbol.asyncDispose]();
    expect(existsSync(join(made.dir, 'work'))).toBe(false);
    expect(existsSync(made.notes)).toBe(true);
  });

  test('of a folder that is no repository, and of one with SHA-256, works the same', async () => {
    const folder = scratch();
    write(folder, { 'algo.py': 'seed', 'bench.py': 'bench' });
    for (const user of [folder, repositoryWith({ 'algo.py': 'seed', 'bench.py': 'bench' }, '--object-format=sha256')]) {
      const { root, collected } = await worktree(user, ['algo.py']);
      expect(sh(root, 'status', '--porcelain')).toBe('');
      write(root, { 'algo.py': 'new' });
      expect(await collected()).toEqual({ ...nothing, changes: { 'algo.py': 'new' } });
    }
  });

  test('protects the repository of a linked working tree too', async () => {
    const user = startingRepository();
    const linked = join(scratch(), 'linked');
    sh(user, 'worktree', 'add', '-q', linked);
    const { mounts } = await worktree(linked, ['algo.py']);
    expect(mounts.slice(0, 2).map(({ to }) => to)).toEqual([linked, join(user, '.git')]);
  });
});

describe('two parents', () => {
  const lines = (...changed: readonly string[]) =>
    Array.from({ length: 9 }, (_, index) => changed.find((line) => line.startsWith(`${index} `)) ?? `${index}`)
      .join('\n')
      .concat('\n');

  test('are merged file by file, and the merge is a change', async () => {
    const user = repositoryWith({ 'src/a.txt': lines(), 'src/b.txt': 'b', 'src/c.txt': 'c', 'src/d.txt': 'd' });
    const made = await worktree(
      user,
      ['src/**'],
      [
        { 'src/a.txt': lines('1 ours'), 'src/d.txt': null },
        { 'src/a.txt': lines('7 theirs'), 'src/b.txt': 'theirs', 'src/c.txt': null, 'src/new/e.txt': 'e' },
      ],
    );
    expect(made).toMatchObject({ conflicts: [], unmerged: [] });
    expect(Object.keys(picture(join(made.root, 'src'))).sort()).toEqual(['a.txt', 'b.txt', 'new', 'new/e.txt']);
    const { changes } = await made.collected();
    expect(changes).toEqual({
      'src/a.txt': lines('1 ours', '7 theirs'),
      'src/b.txt': 'theirs',
      'src/c.txt': null,
      'src/new/e.txt': 'e',
    });
    expect(sh(made.root, 'status', '--porcelain').split('\n')).toHaveLength(4);
  });

  test('leave markers with their names where they differ, and the first’s file where nothing can be merged', async () => {
    const user = repositoryWith({ 'a.txt': lines(), 'b.bin': 'x\0', 'c.txt': 'c', 'd.txt': 'd' });
    const made = await worktree(
      user,
      ['*.txt', '*.bin'],
      [
        { 'a.txt': lines('4 ours'), 'b.bin': 'ours\0', 'c.txt': null, 'd.txt': 'same', 'new.txt': 'ours' },
        { 'a.txt': lines('4 theirs'), 'b.bin': 'theirs\0', 'c.txt': 'theirs', 'd.txt': 'same', 'new.txt': 'theirs' },
      ],
    );
    expect(made.conflicts).toEqual(['a.txt']);
    expect([...made.unmerged].sort()).toEqual(['b.bin', 'c.txt', 'new.txt']);
    expect(readFileSync(join(made.root, 'a.txt'), 'utf8')).toContain(
      '<<<<<<< p1\n4 ours\n=======\n4 theirs\n>>>>>>> p2\n',
    );
    expect(readFileSync(join(made.root, 'b.bin'), 'utf8')).toBe('ours\0');
    expect(existsSync(join(made.root, 'c.txt'))).toBe(false);
    expect(readFileSync(join(made.root, 'new.txt'), 'utf8')).toBe('ours');
  });
});

describe('what was kept of a worktree', () => {
  test('comes back in another one, also where the parents were merged and it is as in the first', async () => {
    const root = repositoryWith({ 'a.txt': '1\n', 'b.txt': '1\n', 'c.txt': '1\n' });
    const versions = [{ 'a.txt': '2\n' }, { 'a.txt': '3\n', 'b.txt': '3\n', 'new.txt': '3\n' }];
    const one = await worktree(root, ['*.txt'], versions);
    expect(one.conflicts).toEqual(['a.txt']);
    write(one.root, { 'a.txt': '2\n', 'c.txt': '4\n' });
    rmSync(join(one.root, 'new.txt'));
    const left = await one.save();
    const other = await worktree(root, ['*.txt'], versions);
    await other.load(left);
    expect(await other.collected()).toEqual(await one.collected());
    const files = (root: string) => picture(root, (path) => path === '.git');
    expect(files(other.root)).toEqual(files(one.root));
  });
});

test('a worktree becomes what it was at first, whatever was done there', async () => {
  const root = repositoryWith({ 'a.txt': '1\n', 'b.txt': '1\n', 'sub/c.txt': '1\n' });
  const versions = [{ 'a.txt': '2\n' }, { 'a.txt': '3\n', 'new.txt': '3\n' }];
  const made = await worktree(root, ['*.txt', 'sub/*'], versions);
  const files = () => picture(made.root, (path) => path === '.git');
  const [before, first] = [files(), await made.collected()];
  expect(made.conflicts).toEqual(['a.txt']);
  write(made.root, { 'a.txt': 'half', 'more.txt': 'litter', '.git/config': '[core]\n\tbare = true\n' });
  rmSync(join(made.root, 'sub'), { recursive: true });
  symlinkSync('/etc', join(made.root, 'sub'));
  await made.renew();
  expect(files()).toEqual(before);
  expect(await made.collected()).toEqual(first);
  expect(sh(made.root, 'status', '--porcelain', 'b.txt', 'sub')).toBe('');
});

test('a worktree becomes what was kept last, for a turn that goes on from it', async () => {
  const root = repositoryWith({ 'a.txt': '1\n', 'bench.sh': '1\n' });
  const made = await worktree(root, ['*.txt']);
  write(made.root, { 'a.txt': '2\n', 'b.txt': 'new\n' });
  await made.save();
  write(made.root, { 'a.txt': 'half', 'bench.sh': '9\n', 'c.txt': 'litter' });
  await made.renew();
  expect(readFileSync(join(made.root, 'bench.sh'), 'utf8')).toBe('1\n');
  expect(await made.collected()).toMatchObject({ changes: { 'a.txt': '2\n', 'b.txt': 'new\n' }, refused: {} });
});
