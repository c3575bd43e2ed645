import { describe, expect, it } from 'vitest';
import { begun, checkTidy, edit, lab } from './exp-attempt-lab.ts';
import { killedAnywhere } from './exp-kills.ts';
import { evolve, json, processesWith, start, until } from './support.ts';

describe('experiments that are killed', () => {
  // Every phase; every boundary in `npm run soak`.
  killedAnywhere({ eval: 2, new: 3, discard: 3, rescore: 4 });

  it('while a benchmark runs: the parent stays on the frontier, no process is left, and abort or eval ends it', async () => {
    const here = lab();
    const { folder, mark } = here;
    const id = begun(folder, 'slow');
    const { child, ended } = start(folder, ['exp', 'eval', id]);
    await until(() => processesWith(mark).length > 1);
    child.kill('SIGKILL');
    await ended;
    const frontier = json(evolve(folder, ['exp', 'frontier', '--json']));
    expect(frontier.nodes).toMatchObject([{ id: 'root' }]);
    // Long before the benchmark would have ended by itself.
    await expect.poll(() => processesWith(mark), { timeout: 60_000 }).toEqual([]);
    expect(json(evolve(folder, ['exp', 'abort', id, '--json']))).toMatchObject({ ended: true, outcome: 'failed' });
    edit(folder, id, '12');
    expect(json(evolve(folder, ['exp', 'eval', id, '--json']))).toMatchObject({
      outcome: 'committed',
      attempt: 2,
      attempts_left: 3,
    });
    checkTidy(here, 'at the end');
  });
});
