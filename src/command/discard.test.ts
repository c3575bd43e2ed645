import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import { openStore } from '../journal/journal.ts';
import { findPlace, openRepository, type Repository } from '../workspace/workspace.ts';
import { discardRun } from './discard.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos-discard-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function opened(): Promise<Repository> {
  return openRepository(await findPlace(root));
}

describe('discarding a run', () => {
  it('keeps what agents left in the others, although no commit holds it', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    writeFileSync(join(root, 'a.txt'), '1\n');
    const repository = await opened();
    const store = openStore(repository.state.dir);
    const base = await repository.base({ dirty: true });
    const left = async (run: string, text: string) => {
      const changes = new Map([['a.txt', Buffer.from(text)]]);
      const { tree } = await repository.commit({ parents: [], onto: base.commit, changes, message: 'left' });
      open(store.journal(run), configOf(), [1], 1);
      store.journal(run).append(() => [
        {
          type: 'called',
          call: {
            key: 'gen1-1/author',
            agent: 'a',
            role: 'author',
            outcome: 'answered',
            estimate: { tokens: 1 },
            ms: 1,
            record: 'calls/gen1-1.author.json',
            left: { tree, refused: [] },
          },
        },
      ]);
      return tree;
    };
    const [kept, going] = [await left('r1', 'kept\n'), await left('r2', 'going\n')];
    repository.close();
    const second = await opened();
    expect((await discardRun({ repository: second, store, run: 'r2' })).objects).toBe(true);
    second.close();
    store.close();
    const third = await opened();
    expect((await third.read(kept, 'a.txt'))?.toString()).toBe('kept\n');
    await expect(third.read(going, 'a.txt')).rejects.toThrow();
    third.close();
  });
});
