import { describe, expect, it } from 'vitest';
import { isLeftOut } from '../../domain/cycle.ts';
import type { Version } from '../../domain/lane.ts';
import { put, type Turn as Step, worker } from '../trial.fixture.ts';
import { cycles, GOALS, itemOf, versionOf } from './cycle.fixture.ts';

const GOOD = 'good\nb\nc\nd\ne\n';

/** A base and an attempt that has made sums good. */
async function attempted(...more: readonly Step[]) {
  const world = await cycles(worker(put('src/sum.txt', GOOD), ...more).agent);
  const base = await world.base();
  const attempt = versionOf({ id: 'c1-1', ...(await world.apply('c1-1', world.turnOf(), [base], base)) });
  return { ...world, on: base, attempt };
}

describe('work on a branch that has moved', () => {
  it('is brought to where the branch is, and measured there', async () => {
    const { apply, turnOf, on, attempt, commit, evaluate, repository } = await attempted();
    commit({
      'src/sum.txt': 'poor\nb\nc\nd\nE\n',
      'src/late.txt': 'late\n',
      'checks/style.sh': '! grep -rn late src\n',
    });
    const made = await apply('c1-r1', turnOf({ kind: 'rebase' }), [attempt], on);
    expect(made).toMatchObject({
      kind: 'changed',
      files: { 'src/sum.txt': 'good\nb\nc\nd\nE\n', 'src/late.txt': 'late\n' },
    });
    const moved = versionOf({ id: 'c1-r1', ...made });
    // The checks are those of where it lies now, not of where it began.
    expect(await evaluate(moved, turnOf({ kind: 'rebase' }), on)).toMatchObject({
      outcome: 'scored',
      tasks: { sum: 1, style: 0 },
    });
    commit({ 'src/other.txt': 'two\n' });
    const again = await apply('c1-r2', turnOf({ kind: 'rebase' }), [moved], on);
    const last = versionOf({ id: 'c1-r2', ...again });
    const [tip = ''] = (await repository.made(last.commit)).parents;
    expect((await repository.changes(tip, last.tree)).map(({ path }) => path)).toEqual(['src/sum.txt']);
  });

  it('is brought to a base of its own where there is one', async () => {
    const { apply, base, turnOf, on, attempt, commit } = await attempted(put('src/new.txt', 'new\n'));
    const second = versionOf({ id: 'c1-2', ...(await apply('c1-2', turnOf({ attempt: 2 }), [attempt], on)) });
    commit({ 'src/other.txt': 'two\n' });
    const later = await base('c1-b1');
    commit({ 'src/other.txt': 'three\n' });
    expect(await apply('c1-r1', turnOf({ kind: 'rebase', base: later.id }), [second], later)).toMatchObject({
      files: { 'src/sum.txt': GOOD, 'src/new.txt': 'new\n' },
    });
  });

  it('has failed where both have changed the same, and the files are named', async () => {
    const { apply, turnOf, on, attempt, commit } = await attempted();
    commit({ 'src/sum.txt': 'better\nb\nc\nd\ne\n' });
    expect(await apply('c1-r1', turnOf({ kind: 'rebase' }), [attempt], on)).toEqual({
      kind: 'failed',
      reason: "it can't be joined with what has landed meanwhile: src/sum.txt",
    });
  });

  it('has failed where what it changed is protected there', async () => {
    const { apply, turnOf, on, attempt, commit } = await attempted();
    commit({ 'GOALS.md': GOALS.replace('sh checks/style.sh', 'sh checks/style.sh src/sum.txt') });
    expect(await apply('c1-r1', turnOf({ kind: 'rebase' }), [attempt], on)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('src/sum.txt'),
    });
  });

  it('is unchanged where somebody else has landed the same', async () => {
    const { apply, turnOf, on, attempt, commit } = await attempted();
    commit({ 'src/sum.txt': GOOD });
    expect(await apply('c1-r1', turnOf({ kind: 'rebase' }), [attempt], on)).toEqual({
      kind: 'unchanged',
      reason: 'the branch has all of it already',
    });
  });
});

describe('a wave', () => {
  async function members(...edits: readonly Step[]) {
    const world = await cycles(worker(...edits).agent);
    const on = await world.base();
    const made: Version[] = [];
    for (const nth of edits.keys()) {
      const id = `c1-w${nth}-1`;
      const turn = world.turnOf({ kind: 'member', work: itemOf({ about: ['checks/style.sh'] }) });
      const version = versionOf({ id, ...(await world.apply(id, turn, [on], on)) });
      expect(await world.evaluate(version, turn, on)).toMatchObject({ outcome: 'scored', samples: [0] });
      made.push(version);
    }
    const { work: _none, ...turn } = world.turnOf({ kind: 'wave' });
    const [first = on, ...others] = made;
    const wave = () => world.apply('c1-m', turn, [first, ...others], on);
    return { ...world, on, turn, made, wave };
  }

  it('has what all of its members have done, but for those that do not go together', async () => {
    const { wave, evaluate, turn, on, made } = await members(
      put('src/sum.txt', GOOD),
      put('src/sum.txt', 'fine\nb\nc\nd\ne\n'),
      put('src/other.txt', 'two\n'),
      put('checks/style.sh', '! grep -rn worse src\n'),
    );
    const merged = await wave();
    expect(merged).toMatchObject({
      kind: 'changed',
      files: { 'src/sum.txt': GOOD, 'src/other.txt': 'two\n', 'checks/style.sh': '! grep -rn worse src\n' },
      summary: '3 members: c1-w0-1, c1-w2-1, c1-w3-1; left out c1-w1-1',
    });
    const left = made.map(({ id }) => id).filter((id) => merged.kind === 'changed' && isLeftOut(merged, id));
    expect(left).toEqual(['c1-w1-1']);
    expect(await evaluate(versionOf({ id: 'c1-m', ...merged }), turn, on)).toMatchObject({
      outcome: 'scored',
      tasks: { sum: 1, style: 1 },
    });
  });

  it('asks each member for a test of its own: one that adds tests alone is as good as another', async () => {
    const { wave, evaluate, turn, on, apply, commit } = await members(
      put('src/new.sh', 'echo new\n'),
      put('tests/sum.test', 'test -s src/sum.txt\n'),
    );
    const first = { ...turn, testFirst: true };
    const merged = versionOf({ id: 'c1-m', ...(await wave()) });
    const came = await evaluate(merged, first, on);
    expect(came).toMatchObject({ outcome: 'scored' });
    expect(came.stages.filter(({ stage }) => stage === 'test-first')).toHaveLength(2);
    commit({ 'src/other.txt': 'two\n' });
    const moved = versionOf({ id: 'c1-r1', ...(await apply('c1-r1', { ...first, kind: 'rebase' }, [merged], on)) });
    expect(await evaluate(moved, { ...first, kind: 'rebase' }, on)).toMatchObject({ outcome: 'scored' });
  });

  it('that comes to nothing is unchanged', async () => {
    const { apply, on, turn } = await members(put('src/sum.txt', GOOD));
    expect(await apply('c1-m', turn, [on], on)).toMatchObject({ kind: 'unchanged' });
  });
});
