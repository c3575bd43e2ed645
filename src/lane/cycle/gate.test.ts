import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { put, worker } from '../trial.fixture.ts';
import { cycles, itemOf, START, versionOf } from './cycle.fixture.ts';

const GOOD = 'good\nb\nc\nd\ne\n';
const never = new AbortController().signal;

describe('what a cycle has come to', () => {
  it('is measured by every goal, on the base and on the work', async () => {
    const { base, apply, evaluate, turnOf, folder } = await cycles(worker(put('src/sum.txt', GOOD)).agent);
    const on = await base();
    expect(await evaluate(on, turnOf({ kind: 'base' }), on)).toMatchObject({
      outcome: 'scored',
      samples: [37.5],
      tasks: { sum: 0, style: 1 },
    });
    const made = versionOf({ id: 'c1-1', ...(await apply('c1-1', turnOf(), [on], on)) });
    expect(await evaluate(made, turnOf(), on)).toMatchObject({
      outcome: 'scored',
      samples: [100],
      tasks: { sum: 1, style: 1 },
    });
    // One checkout serves both, and the logs are the candidate's.
    expect(readdirSync(join(folder, 'lanes')).sort()).toEqual(['0']);
    expect(readdirSync(join(folder, 'candidates/c1-1')).join(' ')).toContain('goal-sum.log');
  });

  it('is invalid where a validation command fails', async () => {
    const { base, apply, evaluate, turnOf } = await cycles(
      worker((root) => {
        put('src/sum.txt', GOOD)(root);
        put('tests/more.test', 'echo nothing is there >&2; exit 1\n')(root);
      }).agent,
    );
    const on = await base();
    const made = versionOf({ id: 'c1-1', ...(await apply('c1-1', turnOf(), [on], on)) });
    expect(await evaluate(made, turnOf(), on)).toMatchObject({
      outcome: 'invalid',
      reason: expect.stringContaining('make test'),
      tail: expect.stringContaining('nothing is there'),
    });
  });

  it('is measured with the files that the base protects, unless the work is about them', async () => {
    const loose = put('checks/style.sh', 'true\n');
    const bad = put('src/sum.txt', 'good bad\n');
    const { base, apply, evaluate, turnOf, repository } = await cycles(
      worker((root) => {
        loose(root);
        bad(root);
      }, loose).agent,
    );
    const on = await base();
    const made = versionOf({ id: 'c1-1', ...(await apply('c1-1', turnOf(), [on], on)) });
    expect(await evaluate(made, turnOf(), on)).toMatchObject({ tasks: { sum: 1, style: 0 } });
    const about = turnOf({ work: itemOf({ about: ['checks/style.sh'] }) });
    const other = versionOf({ id: 'c1-2', ...(await apply('c1-2', about, [made], on)) });
    expect(await evaluate(other, about, on)).toMatchObject({ tasks: { sum: 1, style: 1 } });
    expect((await repository.read(other.commit, 'checks/style.sh'))?.toString()).toBe('true\n');
  });

  it('is laid on another base when there is one', async () => {
    const { base, evaluate, turnOf, commit, folder } = await cycles(worker().agent);
    const on = await base();
    await evaluate(on, turnOf({ kind: 'base' }), on);
    commit({ 'src/sum.txt': GOOD });
    const next = await base('c2');
    expect(await evaluate(next, turnOf({ kind: 'base', base: 'c2' }), next)).toMatchObject({ tasks: { sum: 1 } });
    expect(readdirSync(join(folder, 'lanes'))).toEqual(['0']);
    expect(readFileSync(join(folder, 'lanes/0/tree/src/sum.txt'), 'utf8')).toBe(GOOD);
  });

  it('is the machine’s failure, and no use to try again, where the contract of the branch is wrong', async () => {
    const { base, lanes, evaluate, turnOf, commit } = await cycles(worker().agent);
    commit({ 'PROGRAM.md': '# Program\n' });
    const on = await base();
    expect(await evaluate(on, turnOf({ kind: 'base' }), on)).toMatchObject({ outcome: 'broken', final: true });
    const question = { key: 'k', of: 'halt', cycle: 1 } as const;
    expect(await lanes.answer({ question, candidates: [] }, never)).toMatchObject({ kind: 'broken' });
  });

  it('is what it is without goals', async () => {
    const { 'GOALS.md': _none, ...files } = START;
    const { base, evaluate, turnOf } = await cycles(worker().agent, { files });
    const on = await base();
    expect(await evaluate(on, turnOf({ kind: 'base' }), on)).toMatchObject({ outcome: 'scored', samples: [0] });
  });
});
