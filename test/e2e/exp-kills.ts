import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { begun, checkTidy, edit, filesIn, known, lab, workplace } from './exp-attempt-lab.ts';
import { evolve, fingerprint, json, start } from './support.ts';

/** Kills a command at its first boundary and at every `step`-th after that until it passes no more of them, so many at once. */
async function killAtEvery(
  lanes: number,
  step: number,
  attempt: (at: number) => Promise<'killed' | 'ended'>,
): Promise<number> {
  let [next, last] = [1, Number.POSITIVE_INFINITY];
  const worker = async () => {
    for (let at = next; at < last; at = next) {
      next += step;
      if ((await attempt(at)) === 'ended') last = Math.min(last, at);
    }
  };
  await Promise.all(Array.from({ length: lanes }, worker));
  return last - 1;
}

const killed = async (folder: string, args: readonly string[], at: number) =>
  start(folder, args, { GALAPAGOS_KILL_AT: String(at) }).ended;

/** How many boundaries on the next kill of each verb is. */
export interface Steps {
  readonly eval: number;
  readonly new: number;
  readonly discard: number;
  readonly rescore: number;
}

/** Tests of experiments that are killed. */
export function killedAnywhere(steps: Steps): void {
  it('anywhere in eval: eval goes on with the same attempt, and nothing is counted twice', async () => {
    const here = lab();
    const { folder } = here;
    const before = fingerprint(folder);
    const boundaries = await killAtEvery(2, steps.eval, async (at) => {
      // Nobody's score is the parent of another's, so all of them are better than root.
      const id = begun(folder, String(10 + at));
      const args = ['exp', 'eval', id, '--json'];
      const result = await killed(folder, args, at);
      if (result.signal === 'SIGKILL') {
        const again = await start(folder, args).ended;
        const ended = known(folder, id).entry?.experiment?.status === 'committed';
        const found = again.code === 0 ? JSON.parse(again.stdout) : { outcome: 'committed', attempt: 1 };
        expect(found, `killed at ${at}: ${again.stderr}`).toMatchObject({ outcome: 'committed', attempt: 1 });
        expect(ended, `killed at ${at}: ${again.stderr}`).toBe(true);
      } else expect(result, result.stderr).toMatchObject({ code: 0 });
      const { entry, attempts } = known(folder, id);
      expect(attempts, `killed at ${at}`).toMatchObject([
        { attempt: 1, end: { outcome: 'committed', score: 10 + at } },
      ]);
      expect(entry?.experiment, `killed at ${at}`).toMatchObject({ status: 'committed', spent: 0, failures: 0 });
      const attempt = join(folder, '.evolve/r1/experiments', id, 'attempts/001');
      expect(JSON.parse(readFileSync(join(attempt, 'outcome.json'), 'utf8'))).toMatchObject({ outcome: 'committed' });
      expect(readFileSync(join(attempt, 'diff.patch'), 'utf8')).toContain(`+${10 + at}`);
      return result.signal === 'SIGKILL' ? 'killed' : 'ended';
    });
    expect(boundaries).toBeGreaterThan(8);
    const { counts, run } = known(folder, 'root');
    expect(counts).toMatchObject({ proposed: counts.charged, added: counts.charged, open: 0, invalid: 0 });
    expect(run?.statuses).toMatchObject({ committed: counts.proposed, active: 0, pending: 0 });
    checkTidy(here, 'after all of them');
    expect(fingerprint(folder)).toEqual(before);
  });

  it('anywhere in new: what is left is whole, or gets its workspace with the next command', async () => {
    const here = lab();
    const { folder } = here;
    const boundaries = await killAtEvery(1, steps.new, async (at) => {
      const before = known(folder, 'root').counts.proposed;
      const result = await killed(folder, ['exp', 'new', '--parent', 'root', '-m', 'try', '--json'], at);
      if (result.signal !== 'SIGKILL') return 'ended';
      const { proposed } = known(folder, 'root').counts;
      expect([before, before + 1], `killed at ${at}`).toContain(proposed);
      if (proposed === before) return 'killed';
      const id = `exp_${String(proposed).padStart(4, '0')}`;
      const unchanged = evolve(folder, ['exp', 'eval', id]);
      expect(unchanged.stderr, `killed at ${at}`).toContain('Nothing has changed in');
      edit(folder, id, '11');
      expect(json(evolve(folder, ['exp', 'eval', id, '--json'])), `killed at ${at}`).toMatchObject({
        outcome: 'committed',
      });
      return 'killed';
    });
    expect(boundaries).toBeGreaterThan(3);
    const { run, counts } = known(folder, 'root');
    // The last one was not killed.
    expect(run?.statuses).toMatchObject({ committed: counts.proposed - 1, pending: 1 });
    expect(filesIn(join(folder, '.evolve/r1/worktrees/.kept')).length).toBeLessThanOrEqual(counts.proposed);
    checkTidy(here, 'after all of them');
  });

  it('anywhere in discard: a second discard, or the next command, finishes it', async () => {
    const here = lab();
    const { folder } = here;
    const boundaries = await killAtEvery(2, steps.discard, async (at) => {
      const id = begun(folder, '11');
      const args = ['exp', 'discard', id, '--reason', `at ${at}`, '--json'];
      const result = await killed(folder, args, at);
      if (result.signal === 'SIGKILL') {
        const again = await start(folder, args).ended;
        expect(again.code === 0 || again.stderr.includes('discarded already'), `killed at ${at}: ${again.stderr}`).toBe(
          true,
        );
      }
      const { entry } = known(folder, id);
      expect(entry?.experiment, `killed at ${at}`).toMatchObject({ status: 'discarded', laid: { reason: `at ${at}` } });
      expect(entry?.experiment?.place, `killed at ${at}`).toBeUndefined();
      expect(existsSync(workplace(folder, id)), `killed at ${at}`).toBe(false);
      return result.signal === 'SIGKILL' ? 'killed' : 'ended';
    });
    expect(boundaries).toBeGreaterThan(3);
    const { counts, run } = known(folder, 'root');
    expect(run?.statuses).toMatchObject({ discarded: counts.proposed });
    expect(counts.open).toBe(0);
    checkTidy(here, 'after all of them');
  });

  it('anywhere in rescore: rescore goes on, and the epoch is entered once', async () => {
    const here = lab();
    const { folder } = here;
    let epoch = 1;
    const boundaries = await killAtEvery(1, steps.rescore, async (at) => {
      json(evolve(folder, ['exp', 'infra', 'event', '-m', `new ${at}`, '--breaking', '--json']));
      epoch++;
      const args = ['exp', 'rescore', 'root', '--json'];
      const result = await killed(folder, args, at);
      if (result.signal === 'SIGKILL') json(await start(folder, args).ended);
      const { run, attempts, entry } = known(folder, 'root');
      expect(run, `killed at ${at}`).toMatchObject({ epoch });
      expect(run?.blocked, `killed at ${at}`).toBeUndefined();
      expect(attempts.length, `killed at ${at}`).toBe(epoch - 1);
      expect(entry?.evaluation, `killed at ${at}`).toMatchObject({ outcome: 'scored', epoch, samples: [10, 10, 10] });
      return result.signal === 'SIGKILL' ? 'killed' : 'ended';
    });
    expect(boundaries).toBeGreaterThan(8);
    checkTidy(here, 'after all of them');
  });
}
