import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publish, published, unpublish } from './branches.ts';
import { opened, repositoryWith, scratch, sh, userPicture, write } from './test-kit.ts';

/** A repository and so many candidates of it, each the child of the one before. */
async function candidates(root: string, count: number) {
  const repository = await opened(root);
  const base = await repository.base({ dirty: true });
  const commits = [base.commit];
  for (let index = 1; index <= count; index++) {
    const changes = new Map([['a.js', Buffer.from(`${index}\n`)]]);
    const draft = { parents: [commits.at(-1) ?? base.commit], onto: base.commit, changes, message: `c${index}` };
    commits.push((await repository.commit(draft)).commit);
  }
  return { place: repository.place, commits };
}

const wanted = (given: Readonly<Record<string, string | undefined>>) =>
  new Map(Object.entries(given).map(([name, commit]) => [name, { commit: commit ?? '' }]));
const refs = (root: string) => sh(root, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads');

describe('publish', () => {
  it.each(['sha1', 'sha256'])(
    'makes, moves and removes the wanted branches in %s and writes nothing else',
    async (format) => {
      const root = repositoryWith({ 'a.js': '0\n', 'b.js': 'b\n' }, `--object-format=${format}`);
      const main = sh(root, 'rev-parse', 'main');
      const { place, commits } = await candidates(root, 3);
      const before = userPicture(root);
      const first = await publish(place, 'r1', wanted({ 'evolve/gen1-1': commits[1], 'evolve/gen1-2': commits[2] }));
      expect(first).toEqual({ written: ['evolve/gen1-1', 'evolve/gen1-2'], removed: [], refused: [] });
      expect(refs(root)).toBe(`evolve/gen1-1 ${commits[1]}\nevolve/gen1-2 ${commits[2]}\nmain ${main}`);
      const second = await publish(place, 'r1', wanted({ 'evolve/gen1-2': commits[3], 'evolve/gen2-1': commits[2] }));
      expect(second.removed).toEqual(['evolve/gen1-1']);
      expect(refs(root)).toBe(`evolve/gen1-2 ${commits[3]}\nevolve/gen2-1 ${commits[2]}\nmain ${main}`);
      expect(sh(root, 'fsck', '--strict', '--no-dangling')).toBe('');
      expect(sh(root, 'show', 'evolve/gen1-2:a.js')).toBe('3');
      expect(sh(root, 'diff', '--name-only', 'main', 'evolve/gen1-2')).toBe('a.js');
      expect(await publish(place, 'r1', wanted({ 'evolve/gen1-2': commits[3], 'evolve/gen2-1': commits[2] }))).toEqual({
        written: [],
        removed: [],
        refused: [],
      });
      expect(await unpublish(place, 'r1')).toEqual(['evolve/gen1-2', 'evolve/gen2-1']);
      const left = Object.entries(userPicture(root)).filter(([path, seen]) => before[path] !== seen);
      expect(left.map(([path]) => path).filter((path) => !path.startsWith('.git/objects'))).toEqual([]);
    },
  );

  it('copies only what the user’s repository lacks', async () => {
    const root = repositoryWith({
      'a.js': '0\n',
      ...Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`b${n}`, `${n}`])),
    });
    const { place, commits } = await candidates(root, 1);
    const count = () => Number(/count: (\d+)/.exec(sh(root, 'count-objects', '-v'))?.[1]);
    const before = count();
    await publish(place, 'r1', wanted({ 'evolve/gen1-1': commits[1] }));
    // The seed's commit, the candidate's, its tree and its file.
    expect(count() - before).toBe(4);
  });

  it('brings along a seed that was never committed', async () => {
    const root = repositoryWith({ 'a.js': '0\n' });
    write(root, { 'a.js': 'edited\n', 'new.js': 'new\n' });
    const { place, commits } = await candidates(root, 1);
    await publish(place, 'r1', wanted({ 'evolve/gen1-1': commits[1] }));
    expect(sh(root, 'show', 'evolve/gen1-1:new.js')).toBe('new');
    expect(sh(root, 'show', `${commits[0]}:a.js`)).toBe('edited');
  });

  it('never touches what is the user’s or checked out', async () => {
    const root = repositoryWith({ 'a.js': '0\n' });
    const { place, commits } = await candidates(root, 3);
    sh(root, 'branch', 'evolve/gen1-1');
    sh(root, 'branch', 'evolve/mine');
    await publish(place, 'r1', wanted({ 'evolve/gen1-2': commits[1], 'evolve/gen1-3': commits[1] }));
    sh(root, 'worktree', 'add', '-q', `${scratch()}/w`, 'evolve/gen1-2');
    sh(root, 'checkout', '-q', 'evolve/gen1-3');
    sh(root, 'commit', '-q', '--allow-empty', '-m', 'my own work');
    sh(root, 'checkout', '-q', 'main');
    const before = refs(root);
    const next = wanted({ 'evolve/gen1-1': commits[1], 'evolve/gen1-2': commits[2], 'evolve/gen1-3': commits[3] });
    expect(await publish(place, 'r1', next)).toEqual({ written: [], removed: [], refused: [...next.keys()] });
    expect(await publish(place, 'r1', new Map())).toEqual({ written: [], removed: [], refused: [] });
    expect(await unpublish(place, 'r1')).toEqual([]);
    expect(refs(root)).toBe(before);
    expect((await published(place)).map(({ name, inUse }) => [name, inUse])).toEqual([['evolve/gen1-2', true]]);
  });

  it('reports names that a branch of the user’s makes impossible, and publishes the others', async () => {
    const root = repositoryWith({ 'a.js': '0\n' });
    const { place, commits } = await candidates(root, 2);
    sh(root, 'branch', 'evolve/gen1-1/mine');
    const both = wanted({ 'evolve/gen1-1': commits[1], 'evolve/gen1-2': commits[2] });
    expect(await publish(place, 'r1', both)).toEqual({
      written: ['evolve/gen1-2'],
      removed: [],
      refused: ['evolve/gen1-1'],
    });
    await unpublish(place, 'r1');
    sh(root, 'branch', '-D', 'evolve/gen1-1/mine');
    sh(root, 'branch', 'evolve');
    expect((await publish(place, 'r1', both)).refused).toEqual([...both.keys()]);
    await expect(publish(place, 'r1', wanted({ main: commits[1] }))).rejects.toThrow('no branch of a candidate');
  });

  it('ends with exactly the wanted branches whatever was wanted before', async () => {
    const root = repositoryWith({ 'a.js': '0\n' });
    const { place, commits } = await candidates(root, 3);
    const some = fc.dictionary(
      fc.constantFrom('evolve/gen1-1', 'evolve/gen1-2', 'evolve/gen2-1'),
      fc.integer({ min: 0, max: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(some, async (chosen) => {
        const names = Object.keys(chosen).sort();
        await publish(place, 'r1', wanted(Object.fromEntries(names.map((name) => [name, commits[chosen[name] ?? 0]]))));
        const now = new Map((await published(place)).map(({ name, commit }) => [name, commit]));
        expect([...now.keys()].sort()).toEqual(names);
        for (const name of names) expect(now.get(name)).toBe(commits[chosen[name] ?? 0]);
      }),
      { numRuns: 15 },
    );
  });
});
