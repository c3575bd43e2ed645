import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { forgetObjects } from '../forget.ts';
import { picture, repositoryWith, sh, startingRepository, userPicture, write } from '../test-kit.ts';
import { borrowed } from './borrowed.ts';
import { ALL, TRACKED, workplaces } from './kit.fixture.ts';

describe('a workspace of an experiment', () => {
  test('has the version, clean in a repository of its own, and is the same when asked for again', async () => {
    const user = startingRepository();
    const before = userPicture(user);
    const { version, lease, taken, places } = await workplaces(user, ['algo.py']);
    const better = await version('p', { 'algo.py': 'better' });
    const one = await lease('exp_0001', better);
    expect(one.lease).toEqual({ kind: 'worktree', where: '.evolve/r1/worktrees/exp_0001' });
    expect(sh(one.at, 'status', '--porcelain', '--branch')).toBe('## main');
    expect(readFileSync(join(one.at, 'algo.py'), 'utf8')).toBe('better');
    expect(await taken(one.lease, better)).toMatchObject({ kind: 'unchanged', refused: [] });
    write(one.at, { 'algo.py': 'mine' });
    expect(await lease('exp_0001', better)).toEqual(one);
    expect(await taken(one.lease, better)).toMatchObject({ paths: ['algo.py'], files: { 'algo.py': 'mine' } });
    await places.release(one.lease);
    await places.release(one.lease);
    expect(readdirSync(join(user, '.evolve/r1/worktrees'))).toEqual(['.kept']);
    expect(readdirSync(join(user, '.evolve/r1/worktrees/.kept'))).toEqual([]);
    await expect(taken(one.lease, better)).rejects.toThrow('is gone');
    expect(userPicture(user)).toEqual(before);
  });

  test('is found again when what was known of it is lost, and what somebody did there is not', async () => {
    const user = startingRepository();
    const { version, lease, taken, places } = await workplaces(user, ['algo.py', 'src']);
    const parent = await version('p', { 'algo.py': 'better' });
    const { lease: place, at } = await lease('exp_0001', parent);
    write(at, { 'algo.py': 'mine', 'src/new.py': 'made', 'bench.py': 'cheat' });
    rmSync(join(user, '.evolve/r1/worktrees/.kept'), { recursive: true });
    expect(await places.survey()).toMatchObject([{ experiment: 'exp_0001', changed: null }]);
    expect(await places.files(place).read('algo.py')).toBe('mine');
    expect(await places.files(place).glob('**/new.py')).toEqual(['src/new.py']);
    expect(await taken(place, parent)).toMatchObject({
      paths: ['algo.py', 'src/new.py'],
      files: { 'algo.py': 'mine', 'src/new.py': 'made' },
      refused: [{ path: 'bench.py' }],
    });
    rmSync(at, { recursive: true });
    await expect(taken(place, parent)).rejects.toThrow('is gone');
    expect(() => places.files(place)).toThrow('is gone');
  });

  test('outlives the objects of runs that are deleted', async () => {
    const { version, lease, taken, repository, base } = await workplaces(startingRepository(), ['algo.py']);
    const parent = await version('p', { 'algo.py': 'better' });
    const going = await version('q', { 'algo.py': 'of another run' });
    const { lease: place, at } = await lease('exp_0001', parent);
    const { dir } = repository.state;
    await forgetObjects(repository.state, [base.commit, ...borrowed(dir, 'r1')]);
    expect(sh(at, 'status', '--porcelain')).toBe('');
    expect(sh(at, 'log', '--format=%s')).toBe('The code to start from');
    write(at, { 'algo.py': 'mine' });
    expect(sh(at, 'diff')).toContain('-better');
    sh(at, 'commit', '-qam', 'mine');
    expect(await taken(place, { ...parent, commit: base.commit })).toMatchObject({ paths: ['algo.py'] });
    expect(() => sh(repository.state.gitDir, 'cat-file', '-e', going.commit)).toThrow();
  });

  test('gives what was committed, staged, changed, made and deleted alike, on top of the parent', async () => {
    const { version, lease, taken, repository } = await workplaces(startingRepository(), ['src', 'algo.py', 'data']);
    const parent = await version('p', { 'algo.py': 'better' });
    const { lease: place, at } = await lease('exp_0001', parent);
    write(at, { 'src/a.py': 'committed' });
    sh(at, 'commit', '-qam', 'mine');
    write(at, { 'data/x y é.csv': '2' });
    sh(at, 'add', '-A');
    write(at, { 'src/new é.py': 'made', 'bench.py': 'cheat', 'src/x.log': 'ignored' });
    rmSync(join(at, 'src/b.py'));
    chmodSync(join(at, 'src/a.py'), 0o755);
    symlinkSync('/etc/passwd', join(at, 'src/link'));
    const found = await taken(place, parent);
    expect(found).toMatchObject({
      kind: 'changed',
      paths: ['data/x y é.csv', 'src/a.py', 'src/b.py', 'src/new é.py'],
      files: {
        'algo.py': 'better',
        'data/x y é.csv': '2',
        'src/a.py': 'committed',
        'src/b.py': null,
        'src/new é.py': 'made',
      },
    });
    if (found.kind !== 'changed') throw new Error(found.kind);
    expect(found.refused.map(({ path }) => path).sort()).toEqual(['bench.py', 'src/a.py', 'src/link']);
    expect(await repository.read(found.tree, 'bench.py')).toEqual(Buffer.from('bench'));
    const gitDir = repository.state.gitDir;
    expect(sh(gitDir, 'log', '-1', '--format=%P %s', found.commit)).toBe(`${parent.commit} ${ALL.message}`);
  });

  test('gives what lies on disk, whatever somebody does to git there', async () => {
    const { lease, taken } = await workplaces(repositoryWith({ 'algo.py': 'seed', b: 'b' }), ['algo.py', 'new.py']);
    const deeds: readonly ((at: string) => void)[] = [
      (at) => void sh(at, 'stash', '-q', '-u'),
      (at) => rmSync(join(at, '.git'), { recursive: true }),
      (at) => void sh(at, 'gc', '-q', '--prune=now'),
      (at) => void sh(at, 'update-index', '--assume-unchanged', 'algo.py'),
      (at) => write(at, { '.git/info/exclude': '*' }),
      (at) => write(at, { '.git/index': 'x' }),
      (at) => void sh(at, 'checkout', '-q', '--orphan', 'other'),
      (at) => void sh(at, 'config', 'core.fsmonitor', 'touch pwned'),
    ];
    for (const [index, does] of deeds.entries()) {
      const { lease: place, at } = await lease(`exp_${index}`);
      write(at, { 'algo.py': 'mine', 'new.py': 'made' });
      does(at);
      write(at, { 'algo.py': 'best', 'new.py': 'made' });
      const told = `deed ${index}`;
      expect(await taken(place), told).toMatchObject({ files: { 'algo.py': 'best', 'new.py': 'made' }, refused: [] });
      expect(existsSync(join(at, 'pwned'))).toBe(false);
    }
  });

  test('of tracked-only takes new files that were staged or committed, and asks about the others', async () => {
    const { lease, taken, root } = await workplaces(startingRepository(), ['src']);
    const { lease: place, at } = await lease('exp_0001');
    write(at, { 'src/a.py': 'x', 'src/one.py': '1', 'src/two.py': '2', 'out.txt': 'o' });
    expect(await taken(place, root, TRACKED)).toEqual({ kind: 'unstaged', paths: ['src/one.py', 'src/two.py'] });
    sh(at, 'add', 'src/one.py');
    expect(await taken(place, root, TRACKED)).toEqual({ kind: 'unstaged', paths: ['src/two.py'] });
    expect(await taken(place, root, { ...TRACKED, staged: true })).toMatchObject({
      files: { 'src/a.py': 'x', 'src/one.py': '1' },
      refused: [],
    });
    sh(at, 'add', '-A');
    sh(at, 'commit', '-qm', 'all');
    expect(await taken(place, root, TRACKED)).toMatchObject({ paths: ['src/a.py', 'src/one.py', 'src/two.py'] });
  });

  test('brings the files in scope to a new base, and nothing else of an old one', async () => {
    const user = startingRepository();
    const { lease, taken, repository, options, version, base } = await workplaces(user, ['algo.py']);
    const old = await version('p', { 'algo.py': 'better' });
    const { lease: place, at } = await lease('exp_0001', old);
    write(at, { 'algo.py': 'mine' });
    const harness = await version('h', { 'bench.py': 'new bench' });
    const now = await workplaces(user, ['algo.py'], { base: { ...options.base, ...harness } });
    const found = await now.places.take('exp_0001', place, old, ALL);
    if (found.kind !== 'changed') throw new Error(found.kind);
    expect(found.paths).toEqual(['algo.py']);
    expect(await repository.read(found.tree, 'bench.py')).toEqual(Buffer.from('new bench'));
    expect(await taken(place, old)).toMatchObject({ files: { 'algo.py': 'mine' } });
    const next = await now.lease('exp_0002', old);
    expect(readFileSync(join(next.at, 'bench.py'), 'utf8')).toBe('new bench');
    expect(readFileSync(join(next.at, 'algo.py'), 'utf8')).toBe('better');
    expect(await now.taken(next.lease, old)).toMatchObject({ kind: 'unchanged' });
    expect(base.tree).not.toBe(harness.tree);
  });

  test('leaves out what the caller holds back, and tells', async () => {
    const { lease, taken } = await workplaces(startingRepository(), ['algo.py', 'src'], {
      hold: async ({ changes, modes }, parent) => {
        expect(await parent('algo.py')).toEqual(Buffer.from('seed'));
        const kept = new Map([...changes].filter(([path]) => path !== 'algo.py'));
        return { changes: kept, modes, refused: [{ path: 'algo.py', reason: 'held' }] };
      },
    });
    const { lease: place, at } = await lease('exp_0001');
    write(at, { 'algo.py': 'secret', 'src/a.py': 'x' });
    const refused = [{ path: 'algo.py', reason: 'held' }];
    expect(await taken(place)).toMatchObject({ files: { 'src/a.py': 'x' }, refused });
  });

  test('has the inputs, which are no part of a change, and the user’s stay as they are', async () => {
    const user = repositoryWith({ 'algo.js': 'a', 'package.json': '{}', '.gitignore': '/node_modules/\n' });
    write(user, { 'node_modules/one/index.js': 'one', 'node_modules/@s/two/index.js': 'two' });
    for (let index = 0; index < 2100; index++) write(user, { [`node_modules/big/${index}.js`]: '' });
    const before = userPicture(user);
    const { lease, taken } = await workplaces(user, ['.']);
    const { lease: place, at } = await lease('exp_0001');
    expect(readFileSync(join(at, 'node_modules/@s/two/index.js'), 'utf8')).toBe('two');
    rmSync(join(at, 'node_modules/one'), { recursive: true });
    mkdirSync(join(at, 'node_modules/one'));
    write(at, { 'node_modules/one/index.js': 'mine', 'node_modules/three/index.js': 'three' });
    expect(sh(at, 'status', '--porcelain')).toBe('');
    expect(await taken(place)).toMatchObject({ kind: 'unchanged', refused: [] });
    expect(userPicture(user)).toEqual(before);
  });

  test('twenty at once, and the same one from many', async () => {
    const user = startingRepository();
    const { lease } = await workplaces(user, ['algo.py']);
    const ids = Array.from({ length: 20 }, (_, index) => `exp_${index % 15}`);
    const made = await Promise.all(ids.map((id) => lease(id)));
    const seen = made.map(({ at }) => JSON.stringify(picture(at, (path) => path === '.git')));
    expect(new Set(made.map(({ at }) => at)).size).toBe(15);
    expect(new Set(seen).size).toBe(1);
    for (const { at } of made) expect(sh(at, 'status', '--porcelain')).toBe('');
  });
});
