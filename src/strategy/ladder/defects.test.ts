import { describe, expect, it } from 'vitest';
import { item, play, told, worldOf } from './world.fixture.ts';

describe('what the public scripts get wrong', () => {
  it('1: a gate sees every goal, and the ledger counts all of them', async () => {
    const world = worldOf({ a: 0, b: 1, c: 1 }, { maxCycles: 1 });
    await play(world, { deed: () => ({ kind: 'done', fixes: ['a'], breaks: ['c'] }) });
    expect(world.ledger).toMatchObject([{ target: 'a', result: 'regressed', goalsPassing: 2, goalsTotal: 3 }]);
  });

  it('2: a goal that is fixed and breaks three times is quarantined, with the count', async () => {
    const world = worldOf({ a: 0, b: 1 }, { maxCycles: 5 });
    await play(world, { meddle: ({ id }) => (/^c[2-9]$/.test(id) ? { a: 0 } : undefined) });
    expect(told(world)).toEqual([
      '1 a improved',
      '2 a improved',
      '3 a improved',
      '4 a quarantined',
      '5 idle unchanged',
    ]);
    expect(world.ledger[3]).toMatchObject({ oscillations: 3 });
    expect(world.closed.at(-1)?.state).toMatchObject({ quarantined: { a: 3 }, oscillations: { a: 3 } });
  });

  it('3: goals that are worked on in turn are not taken for oscillating', async () => {
    const world = worldOf({ a: 0, b: 0 }, { maxCycles: 6 });
    await play(world, { deed: () => ({ kind: 'unchanged' }) });
    expect(told(world)).toEqual([1, 2, 3, 4, 5, 6].map((cycle) => `${cycle} ${cycle % 2 === 1 ? 'a' : 'b'} unchanged`));
    expect(world.closed.at(-1)?.state).toMatchObject({ quarantined: {}, oscillations: {} });
  });

  it('3: nothing is quarantined for what happened in another session', async () => {
    const world = worldOf({ a: 0 }, { maxCycles: 1 });
    await play(world, { orient: { lastCycle: 99 } });
    expect(world.closed[0]?.state.oscillations).toEqual({});
    expect(told(world)).toEqual(['100 a improved']);
  });

  it('4: what fails is selected by its id', async () => {
    const world = worldOf({ lint: 0 }, { maxCycles: 1 });
    await play(world);
    expect(world.questions.find(({ of }) => of === 'claim')).toMatchObject({
      work: { ref: 'goal:lint', goal: 'lint' },
    });
  });

  it('7: a session that starts long after the last one does not stop at once', async () => {
    const world = worldOf({ a: 0 }, { maxCycles: 1 });
    world.clock.ms += 24 * 3_600_000;
    await play(world, { orient: { lastCycle: 3 } });
    expect(told(world)).toEqual(['4 a improved']);
  });

  it('8: being busy without success is not being idle', async () => {
    const world = worldOf({ a: 0 }, { maxCycles: 3 });
    await play(world, { deed: () => ({ kind: 'unchanged' }) });
    expect(world.closed.map(({ state }) => [state.idleStreak, state.emptyStreak, state.fruitlessStreak])).toEqual([
      [0, 0, 1],
      [0, 0, 2],
      [0, 0, 3],
    ]);
    expect(world.closed.at(-1)?.state.idle).toBe(0);
  });

  it('9: that nothing was changed is no failure of the queue', async () => {
    const items = ['q-1', 'q-2', 'q-3', 'q-4'].map((id) => ({ id, title: id, text: id }));
    const world = worldOf({}, { maxCycles: 8 });
    await play(world, {
      orient: { queue: { file: 'q.md', items, state: { index: 0, completed: [], escalated: [], chain: [] } } },
      work: () => ({ queue: items }),
      deed: () => ({ kind: 'unchanged' }),
    });
    expect(world.closed.map(({ state }) => state.failureStreak)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(world.closed.at(-1)?.state.queue?.escalated).toHaveLength(4);
  });

  it('10: what regresses never reaches the branch', async () => {
    const world = worldOf({ a: 0, b: 1 }, { maxCycles: 2 });
    const before = world.tip;
    await play(world, { deed: () => ({ kind: 'done', breaks: ['b'] }) });
    expect(world.tip).toBe(before);
    expect(world.questions.some(({ of }) => of === 'land')).toBe(false);
  });

  it('what others have broken is restored first', async () => {
    const world = worldOf({ a: 1, b: 0 }, { maxCycles: 2 });
    await play(world, {
      work: () => ({ harvested: [item('x'), item('y')] }),
      meddle: ({ id }) => (id === 'c2' ? { a: 0 } : undefined),
    });
    expect(told(world)).toEqual(['1 x improved', '2 a improved']);
  });
});
