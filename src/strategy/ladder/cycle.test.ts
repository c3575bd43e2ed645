import { describe, expect, it } from 'vitest';
import type { ValidateAnswer } from '../../domain/cycle.ts';
import { endOf, item, play, told, worldOf } from './world.fixture.ts';

const ONE = { maxCycles: 1 } as const;
const STOPPED = { verdict: 'fail', risks: ['it deletes the data'] } as const;

describe('a cycle', () => {
  it('asks each thing once, in order', async () => {
    const world = worldOf({ a: 0, b: 1 }, ONE);
    await play(world);
    expect(world.questions.map(({ key }) => key)).toEqual([
      ...['ladder/orient', 'cycle/1/halt', 'cycle/1/work/1', 'cycle/1/claim/0', 'cycle/1/discover/0/1'],
      ...['c1-1/validate', 'c1-1/land', 'cycle/1/close', 'cycle/2/halt', 'ladder/teardown'],
    ]);
    expect(world.applied).toEqual(['c1', 'c1-1']);
  });

  it('begins after the last line of the ledger', async () => {
    const world = worldOf({ a: 0 }, ONE);
    await play(world, { orient: { lastCycle: 41 } });
    expect(told(world)).toEqual(['42 a improved']);
    expect(world.journal.view().entry('c42-1')?.proposal).toMatchObject({ batch: 1, operator: 'brief', by: 'ann' });
  });

  it('does not measure a branch again that has not moved, and the work on it by itself', async () => {
    const world = worldOf({ a: 0 }, { maxCycles: 2 });
    await play(world, { deed: () => ({ kind: 'invalid', reason: 'no' }) });
    expect(world.evaluated).toEqual(['c1-1', 'c1-2', 'c1-3', 'c2-1', 'c2-2', 'c2-3']);
    expect(world.journal.view().entry('c2')).toMatchObject({ sameAs: 'seed', placement: { kind: 'kept' } });
  });

  it('goes on from the attempt before, with what it lacked', async () => {
    const world = worldOf({ a: 0, b: 1 }, ONE);
    await play(world, {
      deed: ({ turn }) =>
        turn?.attempt === 1
          ? { kind: 'invalid', reason: 'npm test exited with code 1' }
          : { kind: 'done', fixes: ['a'], breaks: turn?.attempt === 2 ? ['b'] : [] },
      validate: () => ({}),
    });
    const [second, third] = ['c1-2', 'c1-3'].map((id) => world.journal.view().entry(id));
    expect(second?.proposal).toMatchObject({
      parents: ['c1-1'],
      turn: { base: 'c1', findings: ['npm test exited with code 1', 'the end of it'] },
    });
    expect(second?.placement).toEqual({ kind: 'refused', reason: 'the goal b was met before and is not now' });
    expect(third?.proposal).toMatchObject({
      parents: ['c1-2'],
      turn: { findings: ['the goal b was met before and is not now'] },
    });
    expect(world.ledger).toMatchObject([
      { result: 'regressed', canonicalSha: world.tip, goalsPassing: 1, goalsTotal: 2, failing: ['a'] },
    ]);
  });

  it.each([{ kind: 'unchanged' } as const, { kind: 'failed' } as const])(
    'does not forget what an attempt lacks where nothing comes of the next ($kind)',
    async (second) => {
      const world = worldOf({ a: 0, b: 1 }, ONE);
      await play(world, {
        deed: ({ turn }) => (turn?.attempt === 1 ? { kind: 'invalid', reason: 'npm test exited with code 1' } : second),
      });
      const third = world.journal.view().entry('c1-3')?.proposal;
      expect(third).toMatchObject({ parents: ['c1-1'] });
      expect(third?.turn?.findings?.slice(0, 2)).toEqual(['npm test exited with code 1', 'the end of it']);
      expect(third?.turn?.findings).toHaveLength(3);
      expect(world.ledger).toMatchObject([{ result: 'regressed', reason: 'npm test exited with code 1' }]);
    },
  );

  it.each([
    { name: 'the bundle fails', deed: { kind: 'invalid', reason: 'x' } as const, result: 'regressed', failed: true },
    {
      name: 'a test is missing',
      deed: { kind: 'invalid', reason: 'x', stage: 'test-first' } as const,
      result: 'unchanged',
      failed: true,
    },
    {
      name: 'a goal is lost',
      deed: { kind: 'done', fixes: ['a'], breaks: ['b'] } as const,
      result: 'regressed',
      failed: true,
    },
    { name: 'nothing is changed', deed: { kind: 'unchanged' } as const, result: 'unchanged', failed: true },
    { name: 'the author fails', deed: { kind: 'failed' } as const, result: 'unchanged', failed: true },
    { name: 'the goal is not met', deed: { kind: 'done' } as const, result: 'unchanged', failed: true },
  ])('gives up after three attempts where $name', async ({ deed, result, failed }) => {
    const world = worldOf({ a: 0, b: 1 }, ONE);
    const before = world.tip;
    await play(world, { deed: () => deed });
    expect(world.applied).toEqual(['c1', 'c1-1', 'c1-2', 'c1-3']);
    expect(told(world)).toEqual([`1 a ${result}`]);
    expect(world.tip).toBe(before);
    expect(world.closed).toMatchObject([{ settled: [{ fate: { kind: 'released', failed } }] }]);
    expect(world.ledger[0]?.canonicalSha === undefined).toBe(result === 'unchanged');
  });

  it('is not landed by its author alone', async () => {
    const world = worldOf({ a: 0 }, ONE);
    await play(world, {
      validate: ({ candidate }) => ({ verdict: candidate === 'c1-2' ? 'pass' : 'fail', findings: ['it is a stub'] }),
    });
    expect(world.journal.view().entry('c1-2')?.proposal.turn?.findings).toEqual(['it is a stub']);
    expect(told(world)).toEqual(['1 a improved']);
  });

  it('plans again where there is no plan or its pre-mortem says no, and gives up at last', async () => {
    const world = worldOf({ a: 0 }, ONE);
    await play(world, {
      discover: ({ earlier }) =>
        earlier.length === 0 ? { status: 'failed', reason: 'too vague' } : { premortem: STOPPED },
    });
    expect(world.questions.flatMap((one) => (one.of === 'discover' ? [one.earlier] : []))).toEqual([
      [],
      ['too vague'],
      ['too vague', 'the pre-mortem says no: it deletes the data'],
    ]);
    expect(world.applied).toEqual(['c1']);
    expect(world.ledger).toMatchObject([
      { target: 'idle', attempted: 'a', reason: 'the pre-mortem says no: it deletes the data' },
    ]);
  });

  it('has nothing to do where it is done already', async () => {
    const world = worldOf({}, { maxCycles: 2 });
    await play(world, {
      work: () => ({ harvested: [item('old')] }),
      discover: () => ({ status: 'satisfied', reason: 'since March' }),
    });
    expect(world.closed[0]).toMatchObject({
      settled: [{ fate: { kind: 'consumed' } }],
      line: { attempted: 'old', reason: 'since March' },
    });
    expect(world.closed[0]?.state).toMatchObject({ resolved: 1, fruitlessStreak: 0, idleStreak: 0 });
    expect(world.applied).not.toContain('c1-1');
  });

  it('harvests the parts of what is too large', async () => {
    const parts = [1, 2].map((wave) => ({ title: `part ${wave}`, description: '', wave }));
    const world = worldOf({ a: 1 }, ONE);
    await play(world, { work: () => ({ harvested: [item('huge')] }), discover: () => ({ status: 'split', parts }) });
    expect(world.closed).toMatchObject([{ parts, settled: [{ fate: { kind: 'consumed' } }] }]);
    expect(world.ledger).toMatchObject([
      { target: 'huge', result: 'harvested', goalsPassing: 1, goalsTotal: 1, canonicalSha: world.tip },
    ]);
  });

  it('does not split parts of parts for ever', async () => {
    const parts = [1, 2].map((wave) => ({ title: `part ${wave}`, description: '', wave }));
    const world = worldOf({ a: 1 }, ONE);
    const work = () => ({ harvested: [item('small', { depth: 2 })] });
    await play(world, { work, discover: () => ({ status: 'split', parts }) });
    expect(world.closed).toMatchObject([{ parts: [], settled: [{ fate: { kind: 'released', failed: true } }] }]);
    expect(world.ledger).toMatchObject([
      { attempted: 'small', result: 'unchanged', reason: 'it is a part of a part already, and is to be done as it is' },
    ]);
  });

  it('gives back what is blocked, without blame', async () => {
    const world = worldOf({}, ONE);
    await play(world, {
      work: () => ({ harvested: [item('x')] }),
      discover: () => ({ status: 'blocked', blockers: ['ag-9'] }),
    });
    expect(world.ledger).toMatchObject([{ attempted: 'x', reason: 'blocked by ag-9' }]);
    expect(world.claims.size).toBe(0);
  });

  it('escalates what needs files that may not change, and does what else waits', async () => {
    const world = worldOf({}, { maxCycles: 2 });
    const scope = { mutable: [], immutable: ['core'] };
    await play(world, { work: () => ({ scope, harvested: [item('x', { about: ['core/a.ts'] }), item('y')] }) });
    const reason = 'x: core/a.ts may not change';
    expect(world.closed[0]).toMatchObject({ escalated: [{ id: 'x', reason, cycle: 1, chain: [] }] });
    expect(world.closed[1]?.escalated).toBeUndefined();
    expect(told(world)[0]).toBe('1 y improved');
  });

  it('counts findings that it is done with, and goals apart from them', async () => {
    const world = worldOf({ a: 0, b: 0 }, { maxCycles: 3 });
    await play(world, { work: (cycle) => (cycle === 2 ? { harvested: [item('x')] } : {}) });
    expect(world.closed.map(({ state }) => state.resolved)).toEqual([0, 1, 1]);
  });

  it('takes the next item where somebody else was faster', async () => {
    const world = worldOf({}, ONE);
    await play(world, {
      work: () => ({ harvested: [item('one'), item('two')] }),
      claim: ({ work }) => ({ claimed: work.title === 'two', by: 'somebody' }),
    });
    expect(told(world)).toEqual(['1 two improved']);
    expect(world.questions.flatMap((one) => (one.of === 'claim' ? [one.key] : []))).toEqual([
      'cycle/1/claim/0',
      'cycle/1/claim/1',
    ]);
  });

  it('carries what the look at it has found, and how good things are', async () => {
    const followUps: ValidateAnswer['followUps'] = [
      { title: 'more tests', type: 'task', severity: 'low', description: '' },
    ];
    const world = worldOf({ a: 1 }, ONE);
    await play(world, {
      work: () => ({ harvested: [item('x', { severity: 'high' })], open: { high: 2, medium: 3, low: 4 } }),
      validate: () => ({ followUps, learnings: ['it is in the parser'] }),
    });
    expect(world.closed).toMatchObject([{ followUps, learnings: ['it is in the parser'], after: 'c1-1' }]);
    expect(world.closed[0]?.line).toBeUndefined();
    expect(world.ledger).toMatchObject([{ qualityScore: 81, source: 'harvested', result: 'improved' }]);
  });

  it('is stopped by a base that can not be had, which whoever drives next takes anew', async () => {
    const world = worldOf({ a: 0 }, ONE);
    await play(world, { base: () => ({ kind: 'failed', reason: 'GOALS.md can not be read' }) });
    expect(endOf(world)).toMatchObject({ kind: 'stopped', cause: 'broken', reason: 'GOALS.md can not be read' });
    world.clock.ms += 1;
    await play(world);
    expect(world.applied).toEqual(['c1', 'c1-t1', 'c1-1']);
    expect(told(world)).toEqual(['1 a improved']);
  });
});

describe('landing', () => {
  it('brings the work to where the branch has gone, and through the whole gate again', async () => {
    const world = worldOf({ a: 0, b: 1 }, ONE);
    let moved = false;
    await play(world, {
      land: () => {
        if (moved) return undefined;
        moved = true;
        world.tip = JSON.stringify({ tasks: { a: 0, b: 1, c: 1 }, done: ['theirs'] });
        return { kind: 'moved', tip: world.tip };
      },
    });
    expect(world.applied).toEqual(['c1', 'c1-1', 'c1-b1', 'c1-r1']);
    expect(world.evaluated).toEqual(['c1-1', 'c1-b1', 'c1-r1']);
    expect(world.journal.view().entry('c1-r1')?.proposal).toMatchObject({
      parents: ['c1-1'],
      operator: 'rebase',
      turn: { base: 'c1' },
    });
    expect(world.questions.flatMap((one) => (one.of === 'land' ? [[one.candidate, one.parent]] : []))).toEqual([
      ['c1-1', 'c1'],
      ['c1-r1', 'c1-b1'],
    ]);
    expect(world.ledger).toMatchObject([{ result: 'improved', goalsPassing: 3, goalsTotal: 3 }]);
    expect(world.journal.view().counts().open).toBe(0);
  });

  it('is pushed with every fifth productive cycle, also where that one has not landed', async () => {
    const world = worldOf({ a: 1 }, { maxCycles: 10, push: true });
    const titles = Array.from({ length: 12 }, (_, nth) => `t${nth}`);
    await play(world, {
      work: () => ({ harvested: titles.map((title) => item(title)).filter(({ ref }) => !world.consumed.has(ref)) }),
      deed: ({ turn }) => (turn?.cycle === 5 ? { kind: 'done', breaks: ['a'] } : { kind: 'done' }),
    });
    const pushed = world.questions.flatMap((one) =>
      (one.of === 'land' || one.of === 'close') && one.push ? [one.key] : [],
    );
    expect([...new Set(pushed)]).toEqual(['cycle/5/close', 'c10-1/land']);
  });

  it('is given up when the branch keeps moving', async () => {
    const world = worldOf({ a: 0 }, { ...ONE, rebases: 2 });
    await play(world, { land: () => ({ kind: 'moved', tip: 'elsewhere' }) });
    expect(world.questions.filter(({ of }) => of === 'land')).toHaveLength(3);
    expect(world.ledger).toMatchObject([
      { attempted: 'a', result: 'unchanged', reason: 'the branch moved 3 times while it was to land' },
    ]);
    expect(world.closed).toMatchObject([{ settled: [{ fate: { kind: 'released', failed: false } }] }]);
  });
});
