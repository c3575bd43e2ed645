import { describe, expect, it } from 'vitest';
import type { Call } from '../../domain/ledger.ts';
import type { QueueItem } from '../../domain/work-item.ts';
import { endOf, item, play, type Script, told, type World, worldOf } from './world.fixture.ts';

const queued = (...items: readonly QueueItem[]): Partial<Script> => ({
  orient: { queue: { file: 'q.md', items, state: { index: 0, completed: [], escalated: [], chain: [] } } },
  work: () => ({ queue: items }),
});
const line = (id: string, blocker?: string): QueueItem => ({
  ...{ id, title: `\`${id}\` do it`, text: `\`${id}\` do it` },
  ...(blocker === undefined ? {} : { blocker }),
});

const teardown = ({ teardowns }: World) => teardowns.map(({ reason, text }) => ({ reason, text }));

describe('a session ends', () => {
  it('dormant at the third empty pass, without a further line', async () => {
    const world = worldOf({ lint: 1 });
    await play(world);
    expect(told(world)).toEqual(['1 idle unchanged', '2 idle unchanged']);
    const reason = 'nothing to do was found 3 times in a row';
    expect(endOf(world)).toMatchObject({ kind: 'finished', cause: 'dormancy', reason });
    expect(teardown(world)).toEqual([{ reason: 'stagnation', text: reason }]);
  });

  it('not dormant while something waits: what appears clears both counters', async () => {
    const world = worldOf({ lint: 1 });
    await play(world, { work: (cycle) => (cycle === 3 ? { harvested: [item('late')] } : {}) });
    expect(told(world)).toEqual([
      ...['1 idle unchanged', '2 idle unchanged', '3 late improved', '4 idle unchanged', '5 idle unchanged'],
    ]);
    expect(world.closed.map(({ state }) => [state.emptyStreak, state.idleStreak])).toEqual([
      ...[
        [1, 1],
        [2, 2],
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ]);
  });

  it('after so many cycles', async () => {
    const world = worldOf({ a: 0, b: 0, c: 0 }, { maxCycles: 2 });
    await play(world);
    expect(told(world)).toEqual(['1 a improved', '2 b improved']);
    expect(endOf(world)).toMatchObject({ cause: 'cycles', reason: '2 cycles done' });
    expect(teardown(world)).toMatchObject([{ reason: 'max-cycles' }]);
  });

  it.each(['kill', 'stop'] as const)(
    'by a %s switch, at the top of a cycle, with what the file says',
    async (cause) => {
      const world = worldOf({ a: 0, b: 0 });
      await play(world, { halt: (cycle) => (cycle === 2 ? { cause, file: 'F', text: 'lunch', old: true } : null) });
      expect(told(world)).toEqual(['1 a improved']);
      const reason = 'F says stop: lunch (it is older than a week; to go on, remove it: rm F)';
      expect(endOf(world)).toMatchObject({ cause: 'kill-switch', reason });
      expect(teardown(world)).toMatchObject([{ reason: 'kill-switch' }]);
      expect(world.applied).not.toContain('c2');
    },
  );

  it('after an hour without a productive cycle, counted from its own start', async () => {
    const world = worldOf({ a: 0 });
    world.clock.ms += 100 * 3_600_000;
    await play(world, { minutes: 2, deed: () => ({ kind: 'unchanged' }) });
    expect(endOf(world)).toMatchObject({ cause: 'breaker', reason: 'no productive cycle for 60 minutes' });
    expect(teardown(world)).toMatchObject([{ reason: 'circuit-breaker' }]);
    expect(world.ledger.every(({ result }) => result === 'unchanged')).toBe(true);
  });

  it('not after an hour in which the queue has items', async () => {
    const world = worldOf({});
    await play(world, { ...queued(line('q-1'), line('q-2')), minutes: 90 });
    expect(told(world).slice(0, 2)).toEqual(['1 q-1 improved', '2 q-2 improved']);
  });

  it('after five failures of the queue in a row', async () => {
    const items = ['q-1', 'q-2', 'q-3', 'q-4'].map((id) => line(id));
    const world = worldOf({});
    await play(world, { ...queued(...items), deed: () => ({ kind: 'invalid', reason: 'tests fail' }) });
    expect(endOf(world)).toMatchObject({ cause: 'failures' });
    expect(teardown(world)).toMatchObject([{ reason: 'circuit-breaker' }]);
    expect(world.ledger.map(({ result }) => result)).toEqual(Array.from({ length: 5 }, () => 'regressed'));
  });

  it.each([
    { name: 'complete', deed: { kind: 'done' } as const, reason: 'queue-complete' },
    { name: 'escalated', deed: { kind: 'unchanged' } as const, reason: 'escalated' },
  ])('with the queue $name once nothing else is left either', async ({ deed, reason }) => {
    const world = worldOf({});
    await play(world, { ...queued(line('q-1')), deed: () => deed });
    expect(endOf(world)).toMatchObject({ cause: 'dormancy' });
    expect(teardown(world)).toMatchObject([{ reason }]);
  });

  it('by evaluations, with the claim given back', async () => {
    const world = worldOf({ a: 0 }, {}, { budget: { evaluations: 2 } });
    await play(world, { validate: () => ({ verdict: 'fail', findings: ['no'] }) });
    expect(endOf(world)).toMatchObject({ cause: 'evaluations', reason: 'budget of 2 evaluations spent' });
    expect(teardown(world)).toMatchObject([{ reason: 'budget' }]);
    expect(world.claims.size).toBe(0);
    expect(world.closed).toMatchObject([{ settled: [{ fate: { kind: 'released', failed: false } }] }]);
    expect(world.closed[0]?.line).toBeUndefined();
    expect(world.journal.view().counts()).toMatchObject({ charged: 2, open: 0 });
  });

  it('by evaluations, and what was measured with the last one lands', async () => {
    const world = worldOf({ a: 0, b: 0 }, {}, { budget: { evaluations: 1 } });
    await play(world);
    expect(told(world)).toEqual(['1 a improved']);
    expect(endOf(world)).toMatchObject({ cause: 'evaluations' });
    const wave = worldOf({ a: 0, b: 0 }, {}, { budget: { evaluations: 3 }, parallel: 2 });
    await play(wave);
    expect(told(wave)).toEqual(['1 parallel-wave improved']);
  });

  it('by minutes, before a base that would come too late', async () => {
    const world = worldOf({ a: 0 }, {}, { budget: { minutes: 3 } });
    await play(world, { minutes: 1 });
    expect(endOf(world)).toMatchObject({ cause: 'minutes' });
    expect(world.journal.view().counts().open).toBe(0);
  });

  it('by minutes, before somebody looks for work, but not while somebody does', async () => {
    const world = worldOf({ a: 1 }, {}, { budget: { minutes: 5 } });
    await play(world, { minutes: 2 });
    expect(endOf(world)).toMatchObject({ cause: 'minutes' });
    expect(world.questions.filter(({ of }) => of === 'generate')).toEqual([]);
    expect(told(world)).toEqual([]);
  });

  it.each(['usd', 'tokens'] as const)('by %s', async (cap) => {
    const world = worldOf({ a: 0 }, {}, { budget: { [cap]: 1 } });
    const call: Call = {
      ...{ key: 'c1-1/author', agent: 'ann', role: 'author', outcome: 'answered', ms: 1, record: '' },
      ...{ usd: 1, usage: { input: 70, cached: 0, kept: 0, output: 30 }, estimate: { usd: 1, tokens: 9 } },
    };
    await play(world, {
      deed: () => {
        world.journal.append((view) => (view.call(call.key) === undefined ? [{ type: 'called', call }] : []));
        return { kind: 'invalid', reason: 'no' };
      },
    });
    expect(endOf(world)).toMatchObject({ cause: cap });
    expect(world.applied).toEqual(['c1', 'c1-1']);
    expect(world.claims.size).toBe(0);
  });

  it('with a stop where nothing can land, and goes on with the next cycle when somebody drives again', async () => {
    const world = worldOf({ a: 0 }, { maxCycles: 2 });
    const refused = { kind: 'refused', reason: 'There are uncommitted changes in a.ts' } as const;
    await play(world, { land: () => refused });
    expect(endOf(world)).toMatchObject({ kind: 'stopped', cause: 'broken', reason: refused.reason });
    expect(world.claims.size).toBe(0);
    expect(world.teardowns).toEqual([]);
    world.clock.ms += 1;
    await play(world);
    expect(told(world)).toEqual(['1 a unchanged', '2 a improved']);
    expect(endOf(world)).toMatchObject({ cause: 'cycles' });
  });

  it('with a stop, which is no failure of what was to land', async () => {
    const world = worldOf({}, { maxCycles: 5 });
    const queue = queued(line('q-1'));
    for (let nth = 0; nth < 4; nth++) {
      await play(world, { ...queue, land: () => ({ kind: 'refused', reason: 'There are uncommitted changes' }) });
      world.clock.ms += 1;
    }
    expect(world.closed.at(-1)?.state).toMatchObject({ unblockFailures: 0, queue: { index: 0, escalated: [] } });
    await play(world, queue);
    expect(told(world).at(-1)).toBe('5 q-1 improved');
  });
});
