import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Repository } from '../repository.ts';
import { opened, repositoryWith } from '../test-kit.ts';
import { joinChanges, type Wanted } from './merge.ts';

type Tree = Readonly<Record<string, string>>;

/** Makes trees of texts in a repository. */
function trees(repository: Repository, start: string) {
  return async (files: Tree): Promise<string> => {
    const gone = (await repository.files(start)).map(({ path }) => [path, null] as const);
    const changes = new Map<string, Buffer | null>([
      ...gone,
      ...Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const),
    ]);
    return (await repository.commit({ parents: [], onto: start, changes, message: 't' })).tree;
  };
}

async function room() {
  const repository = await opened(repositoryWith({ seed: '' }));
  const { commit } = await repository.base({ dirty: false });
  const tree = trees(repository, commit);
  return {
    repository,
    async join(base: Tree, candidate: Tree, onto: Tree) {
      const joined = await joinChanges(repository, await tree(base), await tree(candidate), await tree(onto));
      const texts = [...joined.changes].map(([path, wanted]) => [path, text(wanted)]);
      return { changes: Object.fromEntries(texts), conflicts: joined.conflicts };
    },
  };
}

const text = (wanted: Wanted): string | null => wanted?.content.toString('utf8') ?? null;
const lines = (...numbers: number[]): string => numbers.map((number) => `${number}\n`).join('');

describe('joining changes', () => {
  it('takes what only the candidate changed, and joins texts that both did', async () => {
    const { join } = await room();
    const base = { a: lines(1, 2, 3, 4, 5), b: 'b', c: 'c', same: 'x' };
    const candidate = { a: lines(1, 2, 3, 4, 9), c: 'C', new: 'n', same: 'y' };
    const onto = { a: lines(0, 2, 3, 4, 5), b: 'b', c: 'c', same: 'y', mine: 'm' };
    expect(await join(base, candidate, onto)).toEqual({
      changes: { a: lines(0, 2, 3, 4, 9), b: null, c: 'C', new: 'n' },
      conflicts: [],
    });
  });

  it('names what can’t be joined', async () => {
    const { join } = await room();
    const base = { edited: '1\n', deleted: '1', changed: '1', binary: 'a\0', x: 'x' };
    const candidate = { edited: '2\n', deleted: '2', binary: 'b\0', added: '1', 'x2/y': '1', file: '1', x: 'x' };
    const onto = { edited: '3\n', changed: '2', binary: 'c\0', added: '2', x2: 'a file', 'file/in': '1', x: 'x' };
    const { conflicts } = await join(base, candidate, onto);
    expect([...conflicts].sort()).toEqual(['added', 'binary', 'changed', 'deleted', 'edited', 'file', 'x2/y']);
  });

  it('lets a folder take the place of a file that the candidate deletes', async () => {
    const { join } = await room();
    expect(await join({ a: '1', z: '' }, { 'a/b': '2', z: '' }, { a: '1', z: '1' })).toEqual({
      changes: { a: null, 'a/b': '2' },
      conflicts: [],
    });
  });

  it('does not put content where Git LFS has a pointer', async () => {
    const { join } = await room();
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 3\n`;
    expect((await join({ a: pointer }, { a: 'abc' }, { a: pointer })).conflicts).toEqual(['a']);
  });

  it('keeps both sides whatever they are, or says where it can’t', async () => {
    const { join } = await room();
    const content = fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 4 }).map((numbers) => lines(...numbers));
    const files = fc.dictionary(fc.constantFrom('a', 'b', 'c/d'), content);
    await fc.assert(
      fc.asyncProperty(files, files, files, async (base, candidate, onto) => {
        const { changes, conflicts } = await join(base, candidate, onto);
        for (const path of ['a', 'b', 'c/d']) {
          const [was, wants, has] = [base[path], candidate[path], onto[path]];
          const result = path in changes ? (changes[path] ?? undefined) : has;
          if (conflicts.includes(path)) expect([was, wants]).not.toContain(has);
          else if (wants === was) expect(path in changes).toBe(false);
          else if (has === was) expect(result).toBe(wants);
          else if (has === wants) expect(path in changes).toBe(false);
          else expect([was, wants, has]).not.toContain(undefined);
        }
      }),
      { numRuns: 60 },
    );
  });
});
