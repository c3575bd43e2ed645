import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { begun, checkTidy, edit, known, lab } from './exp-attempt-lab.ts';
import { evolve, json, processesWith, start, until } from './support.ts';

const evaluate = (folder: string, id: string, ...more: readonly string[]) =>
  evolve(folder, ['exp', 'eval', id, '--json', ...more]);

const frontierOf = (folder: string): readonly string[] =>
  json(evolve(folder, ['exp', 'frontier', '--json'])).nodes.map(({ id }: { id: string }) => id);

const attemptFile = (folder: string, id: string, attempt: string, name: string): string =>
  join(folder, '.evolve/r1/experiments', id, 'attempts', attempt, name);

describe('attempts that commit nothing, of one run', () => {
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'galapagos é2e '));
  let folder = '';
  beforeAll(() => {
    folder = lab(place).folder;
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('of what is unchanged or no better: refused or evaluated, never committed, and the parent stays on the frontier', () => {
    const id = begun(folder, '10');
    const refused = evaluate(folder, id);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('Nothing has changed in');
    edit(folder, id, '10\nthe same');
    expect(json(evaluate(folder, id))).toMatchObject({
      outcome: 'evaluated',
      attempts_left: 2,
      reason: 'not better than root',
    });
    expect(frontierOf(folder)).toEqual(['root']);
    // The same once more would only be luck.
    expect(evaluate(folder, id).stderr).toContain('The files are those of attempt 1');
    expect(known(folder, id).attempts).toHaveLength(1);
  });

  it('are capped: after three that are no better it must be discarded', () => {
    const id = begun(folder, '1');
    for (const [text, left] of [
      ['1', 2],
      ['2', 1],
      ['3', 0],
    ] as const) {
      edit(folder, id, text);
      expect(json(evaluate(folder, id))).toMatchObject({ outcome: 'evaluated', attempts_left: left });
    }
    edit(folder, id, '99');
    const refused = evaluate(folder, id);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain(`has used its 3 attempts: evolve exp discard ${id}`);
  });

  it('spare gates after the benchmark where the score is no better, and say so', () => {
    const id = begun(folder, '9\nworse');
    const evaluated = json(evaluate(folder, id));
    expect(evaluated).toMatchObject({ outcome: 'evaluated', reason: 'not better than root' });
    expect(evaluated.gates).toMatchObject([
      { name: 'first', passed: true },
      { name: 'last', passed: null },
    ]);
    expect(existsSync(attemptFile(folder, id, '001', 'gate_last.log'))).toBe(false);
    edit(folder, id, '12\nworse');
    const stopped = evolve(folder, ['exp', 'eval', id]);
    expect(stopped).toMatchObject({ code: 0 });
    expect(stopped.stdout).toContain(`EVALUATED ${id} 12, gate last failed · 1 attempt left`);
    expect(stopped.stdout).toContain('gate last: failed, exited with code 1');
    edit(folder, id, '12\nbad');
    expect(json(evaluate(folder, id))).toMatchObject({ outcome: 'evaluated', score: null, attempts_left: 0 });
    expect(existsSync(attemptFile(folder, id, '003', 'benchmark.log'))).toBe(false);
  });

  it('without a number fail, in a row only so often, and what is written is JSON', () => {
    const id = begun(folder, '{"score": NaN}');
    for (let nth = 1; nth <= 5; nth++)
      expect(JSON.parse(evaluate(folder, id).stdout)).toMatchObject({
        outcome: 'failed',
        cause: 'candidate',
        failures: nth,
      });
    expect(evaluate(folder, id).stderr).toContain('came to no score 5 times in a row: evolve exp discard');
    const outcome = JSON.parse(readFileSync(attemptFile(folder, id, '001', 'outcome.json'), 'utf8'));
    expect(outcome).toMatchObject({ outcome: 'failed', score: null, parent_id: 'root', metric: 'max' });
    expect(known(folder, 'root').run?.statuses).toMatchObject({ failed: 1 });
  });

  it('that are checked record nothing', () => {
    const id = begun(folder, '12\nworse');
    const before = known(folder, id);
    const checked = evolve(folder, ['exp', 'eval', id, '--check']);
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.stdout).toContain(`CHECK_FAILED ${id}: gate last exited with code 1`);
    edit(folder, id, '9');
    expect(evolve(folder, ['exp', 'eval', id, '--check']).stdout).toContain(`CHECK_PASSED ${id} 9`);
    expect(known(folder, id)).toEqual(before);
    const file = join(folder, '.evolve/r1/experiments', id, 'checks/002/check.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ status: 'passed', score: 9 });
  });
});

describe('attempts', () => {
  it('that take too long leave their log and no process, and cost no attempt', () => {
    const here = lab();
    const { folder, mark } = here;
    const id = begun(folder, 'slow');
    const failed = evolve(folder, ['exp', 'eval', id, '--timeout', '1s']);
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stdout).toContain(`FAILED ${id}: benchmark ran longer than 1 s (does not count; 4 more in a row`);
    expect(processesWith(mark)).toEqual([]);
    expect(existsSync(attemptFile(folder, id, '001', 'benchmark.log'))).toBe(true);
    checkTidy(here, 'at the end');
  });

  it('of one experiment by two at once: one is refused; eight different ones are all fine', async () => {
    const here = lab();
    const { folder, mark } = here;
    const id = begun(folder, 'slow');
    const first = start(folder, ['exp', 'eval', id, '--json']);
    await until(() => processesWith(mark).length > 1);
    const second = evaluate(folder, id);
    expect(second).toMatchObject({ code: 2 });
    expect(second.stderr).toContain(`is being evaluated by another evolve`);
    const kept = evolve(folder, ['exp', 'discard', id, '--reason', 'slow']);
    expect(kept.stderr).toContain(`evolve exp abort ${id}`);
    json(evolve(folder, ['exp', 'discard', id, '--reason', 'slow', '--force', '--json']));
    expect(JSON.parse((await first.ended).stdout)).toMatchObject({ outcome: 'failed', cause: 'aborted' });
    expect(known(folder, id)).toMatchObject({
      entry: { experiment: { status: 'discarded' } },
      attempts: [{ attempt: 1 }],
    });
    const ids = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (nth) => {
        const made = json(await start(folder, ['exp', 'new', '--parent', 'root', '-m', `${nth}`, '--json']).ended);
        edit(folder, made.id, String(10 + nth));
        return made.id as string;
      }),
    );
    expect(new Set(ids).size).toBe(8);
    const results = await Promise.all(ids.map((one) => start(folder, ['exp', 'eval', one, '--json']).ended));
    for (const result of results) expect(json(result)).toMatchObject({ outcome: 'committed', attempt: 1 });
    expect(json(evolve(folder, ['exp', 'show', 'best', '--json'])).score).toBe(18);
    checkTidy(here, 'at the end');
  });

  it('whose parent is committed keep it: it can’t be discarded, and pruning it leaves them their comparison', () => {
    const { folder } = lab();
    const parent = begun(folder, '12');
    json(evaluate(folder, parent));
    const child = begun(folder, '13', parent);
    const refused = evolve(folder, ['exp', 'discard', parent, '--reason', 'no']);
    expect(refused.stderr).toContain(`evolve exp prune ${parent}`);
    json(evolve(folder, ['exp', 'prune', parent, '--reason', 'enough', '--json']));
    expect(json(evaluate(folder, child))).toMatchObject({ outcome: 'committed', parent });
    expect(evolve(folder, ['exp', 'new', '--parent', parent, '-m', 'x']).stderr).toContain(
      `evolve exp restore ${parent}`,
    );
    const warned = evolve(folder, ['exp', 'prune', child, '--invalid', '--reason', 'cheats']);
    expect(warned.stderr).toContain('add --yes');
    json(evolve(folder, ['exp', 'prune', child, '--invalid', '--reason', 'cheats', '--yes', '--json']));
    expect(json(evolve(folder, ['exp', 'show', 'best', '--json'])).id).toBe(parent);
    expect(json(evolve(folder, ['exp', 'restore', child, '--json']))).toMatchObject({
      status: 'committed',
      alive: true,
    });
  });

  it('that are interrupted go on with the files that they were begun with, and say that later edits are not in it', async () => {
    const here = lab();
    const { folder, mark } = here;
    const id = begun(folder, '12\nslow');
    const { child, ended } = start(folder, ['exp', 'eval', id]);
    await until(() => processesWith(mark).length > 1);
    child.kill('SIGINT');
    expect((await ended).stdout).toContain(`evolve exp eval ${id} goes on where it was`);
    expect(processesWith(mark)).toEqual([]);
    edit(folder, id, '13');
    const resumed = evolve(folder, ['exp', 'eval', id, '--json', '--timeout', '1s']);
    expect(JSON.parse(resumed.stdout)).toMatchObject({
      outcome: 'failed',
      attempt: 1,
      resumed: true,
      changed_since: true,
    });
    expect(json(evaluate(folder, id))).toMatchObject({ outcome: 'committed', attempt: 2, score: 13, resumed: false });
  });
});
