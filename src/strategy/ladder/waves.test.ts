import { describe, expect, it } from 'vitest';
import { play, told, worldOf } from './world.fixture.ts';

const goalOf = (turn: { readonly work?: { readonly target: string } } | undefined): string => turn?.work?.target ?? '';

describe('a wave', () => {
  it('does independent goals side by side, with one gate for all', async () => {
    const world = worldOf({ a: 0, b: 0, c: 0, d: 1 }, { maxCycles: 1 }, { parallel: 3 });
    await play(world);
    expect([...world.applied].sort()).toEqual(['c1', 'c1-m', 'c1-w0-1', 'c1-w1-1', 'c1-w2-1']);
    expect(world.ledger).toMatchObject([
      {
        target: 'parallel-wave',
        result: 'improved',
        parallel: true,
        goalIds: ['a', 'b', 'c'],
        goalsPassing: 4,
        goalsTotal: 4,
      },
    ]);
    expect(world.questions.filter(({ of }) => of === 'validate').map(({ key }) => key)).toEqual(['c1-m/validate']);
    expect(world.closed).toMatchObject([
      { settled: [1, 2, 3].map(() => ({ fate: { kind: 'consumed' } })), after: 'c1-m' },
    ]);
    expect(world.journal.view().entry('c1-m')?.proposal).toMatchObject({
      ...{ operator: 'cross', parents: ['c1-w0-1', 'c1-w1-1', 'c1-w2-1'], turn: { kind: 'wave', base: 'c1' } },
    });
    expect(world.journal.view().counts().open).toBe(0);
  });

  it('is given up as a whole where one breaks something, and what it was about is done one by one', async () => {
    const world = worldOf({ a: 0, b: 0, z: 1 }, { maxCycles: 2 }, { parallel: 2 });
    const before = world.tip;
    let landed = '';
    await play(world, {
      // The merge takes what is met by anybody, so it is the wave that is broken.
      deed: ({ turn }) => ({ kind: 'done', fixes: [goalOf(turn)], breaks: ['z'] }),
      land: ({ candidate }) => {
        landed = candidate;
        return undefined;
      },
    });
    expect(landed).toBe('');
    expect(world.tip).toBe(before);
    expect(world.ledger[0]).toMatchObject({
      target: 'parallel-wave',
      result: 'regressed',
      goalIds: ['a', 'b'],
      goalsPassing: 1,
    });
    expect(told(world)[1]).toBe('2 a regressed');
    expect(world.claims.size).toBe(0);
  });

  it('goes on without a member that comes to nothing', async () => {
    const world = worldOf({ a: 0, b: 0 }, { maxCycles: 1 }, { parallel: 2 });
    await play(world, {
      deed: ({ turn }) => (goalOf(turn) === 'a' ? { kind: 'unchanged' } : { kind: 'done', fixes: ['b'] }),
    });
    expect(told(world)).toEqual(['1 b improved']);
    expect(world.closed[0]?.settled.map(({ work, fate }) => [work.target, fate.kind])).toEqual([
      ['a', 'released'],
      ['b', 'consumed'],
    ]);
  });

  it('is none where nobody has a plan', async () => {
    const world = worldOf({ a: 0, b: 0 }, { maxCycles: 1 }, { parallel: 2 });
    await play(world, { discover: () => ({ status: 'failed', reason: 'no idea' }) });
    expect(world.applied).toEqual(['c1']);
    expect(world.ledger).toMatchObject([{ target: 'idle', attempted: 'parallel-wave', result: 'unchanged' }]);
  });

  it('goes on without what somebody else has', async () => {
    const world = worldOf({ a: 0, b: 0, c: 0 }, { maxCycles: 1 }, { parallel: 3 });
    await play(world, { claim: ({ work }) => ({ claimed: work.target !== 'b' }) });
    expect(world.ledger).toMatchObject([{ goalIds: ['a', 'c'], goalsPassing: 2 }]);
  });
});
