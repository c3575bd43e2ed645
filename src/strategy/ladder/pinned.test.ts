import { describe, expect, it } from 'vitest';
import type { QueueItem } from '../../domain/work-item.ts';
import { item, play, type Script, told, worldOf } from './world.fixture.ts';

const line = (id: string, blocker?: string): QueueItem => ({
  ...{ id, title: `do ${id}`, text: `do ${id}` },
  ...(blocker === undefined ? {} : { blocker }),
});
const queued = (...items: readonly QueueItem[]): Partial<Script> => ({
  orient: { queue: { file: 'q.md', items, state: { index: 0, completed: [], escalated: [], chain: [] } } },
  work: () => ({ queue: items, harvested: [item('harvested')] }),
});

describe('the pinned queue', () => {
  it('is done in its order before anything else, blockers first, and then the ladder goes on', async () => {
    const world = worldOf({ a: 0 }, { maxCycles: 5 });
    await play(world, queued(line('q-1', 'q-0'), line('q-2')));
    expect(told(world)).toEqual([
      '1 q-0 improved',
      '2 q-1 improved',
      '3 q-2 improved',
      '4 harvested improved',
      '5 a improved',
    ]);
    expect(world.ledger[0]).toMatchObject({
      mode: 'pinned',
      queueItem: 'q-1',
      queueIndex: 0,
      queueTotal: 2,
      unblockTarget: 'q-0',
      unblockDepth: 1,
    });
    expect(world.ledger[2]).toMatchObject({ mode: 'pinned', queueItem: 'q-2', queueIndex: 1 });
    expect(world.ledger[3]).not.toHaveProperty('mode');
    expect(world.closed.map(({ state }) => state.queue?.index)).toEqual([0, 1, 2, 2, 2]);
    expect(world.closed.at(-1)?.state).toMatchObject({
      unblocked: 1,
      queue: { completed: ['q-0', 'q-1', 'q-2'], file: 'q.md' },
    });
  });

  it('is stopped by a switch before a blocker, and between a blocker and its item', async () => {
    for (const nth of [1, 2]) {
      const world = worldOf({});
      const halt: Script['halt'] = (cycle) => (cycle === nth ? { cause: 'stop', file: 'F', text: '' } : null);
      await play(world, { ...queued(line('q-1', 'q-0')), halt });
      expect(told(world)).toEqual(['1 q-0 improved'].slice(0, nth - 1));
      expect(world.teardowns).toMatchObject([{ reason: 'kill-switch' }]);
    }
  });

  it('counts unblocking towards the cap', async () => {
    const world = worldOf({}, { maxCycles: 1 });
    await play(world, queued(line('q-1', 'q-0')));
    expect(told(world)).toEqual(['1 q-0 improved']);
  });

  it('finds a deeper blocker in what failed, does it, and comes back', async () => {
    const world = worldOf({}, { maxCycles: 3 });
    await play(world, {
      ...queued(line('q-1')),
      deed: ({ turn }) =>
        turn?.work?.target === 'q-1' && turn.cycle === 1
          ? { kind: 'invalid', reason: 'blocked by rig-8z29' }
          : { kind: 'done' },
    });
    expect(told(world)).toEqual(['1 q-1 regressed', '2 rig-8z29 improved', '3 q-1 improved']);
    expect(world.closed[0]?.state).toMatchObject({
      unblockDepth: 1,
      unblockFailures: 1,
      queue: { chain: ['rig-8z29'], index: 0 },
    });
  });

  it('tries once more with care, then escalates, with all that waits for it', async () => {
    const world = worldOf({}, { maxCycles: 3 });
    await play(world, {
      ...queued(line('q-1'), line('q-2', 'q-1'), line('q-3')),
      deed: ({ turn }) => (turn?.work?.target === 'q-3' ? { kind: 'done' } : { kind: 'failed' }),
    });
    expect(told(world)).toEqual(['1 q-1 unchanged', '2 q-1 unchanged', '3 q-3 improved']);
    expect(world.questions.flatMap((one) => (one.of === 'discover' ? [one.full] : []))).toEqual([false, true, false]);
    expect(world.closed.at(-1)?.state.queue?.escalated).toEqual([
      { id: 'q-1', reason: 'failed by the author', cycle: 2, chain: [] },
      { id: 'q-2', reason: 'its blocker q-1 was escalated', cycle: 2, chain: ['q-1'] },
    ]);
  });

  it('escalates what names only files that may not change, without doing it', async () => {
    const items = [{ ...line('q-1'), text: 'Rewrite core/a.ts' }, line('q-2')];
    const world = worldOf({}, { maxCycles: 1 });
    const scope = { mutable: [], immutable: ['core/**'] };
    await play(world, { ...queued(...items), work: () => ({ queue: items, scope }) });
    expect(told(world)).toEqual(['1 q-2 improved']);
    expect(world.closed[0]?.state.queue?.escalated).toMatchObject([
      { id: 'q-1', reason: 'do q-1: core/a.ts may not change' },
    ]);
  });

  it('resumes where its state says', async () => {
    const items = [line('q-1'), line('q-2')];
    const world = worldOf({}, { maxCycles: 1 });
    const state = { index: 1, completed: ['q-1'], escalated: [], chain: [] };
    await play(world, { ...queued(...items), orient: { lastCycle: 6, queue: { file: 'q.md', items, state } } });
    expect(told(world)).toEqual(['7 q-2 improved']);
  });

  it('does not take the next item where somebody else is at this one', async () => {
    const world = worldOf({}, { maxCycles: 2 });
    await play(world, {
      ...queued(line('q-1'), line('q-2')),
      claim: ({ owner }) => ({ claimed: owner !== 'evolve:cycle-1' }),
    });
    expect(told(world)).toEqual(['1 q-1 unchanged', '2 q-1 improved']);
  });

  it('takes what is added to it while it is done', async () => {
    const world = worldOf({}, { maxCycles: 2 });
    const script = queued(line('q-1'));
    await play(world, {
      ...script,
      work: (cycle) => ({ queue: cycle === 1 ? [line('q-1')] : [line('q-1'), line('q-2')] }),
    });
    expect(told(world)).toEqual(['1 q-1 improved', '2 q-2 improved']);
  });
});
