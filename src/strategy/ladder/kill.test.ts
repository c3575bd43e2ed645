import { describe, expect, it } from 'vitest';
import { dying } from '../../../test/fake/dying.ts';
import type { Journal } from '../../domain/journal.ts';
import { rng } from '../../domain/rng.ts';
import type { QueueItem } from '../../domain/work-item.ts';
import { ladder } from './ladder.ts';
import { type Deed, item, play, type Script, told, type World, worldOf } from './world.fixture.ts';

/** Everybody does whatever a die says, and the same whenever they are asked. */
function scriptOf(seed: number): Partial<Script> {
  const drawn = (key: string): number => rng(seed, key).next();
  const queue: readonly QueueItem[] = [
    { id: 'q-1', title: 'first', text: 'first', blocker: 'q-0' },
    { id: 'q-2', title: 'second', text: 'second' },
  ];
  const state = { index: 0, completed: [], escalated: [], chain: [] };
  return {
    ...(seed % 2 === 0 ? { orient: { queue: { file: 'q.md', items: queue, state } } } : {}),
    work: (cycle) => ({
      harvested: ['x', 'y'].map((name) => item(`${name} ${cycle % 3}`)),
      ...(seed % 2 === 0 ? { queue } : {}),
    }),
    claim: ({ work, owner }) => ({ claimed: drawn(`claim ${work.ref} ${owner}`) > 0.2 }),
    generate: (generator, cycle) => (drawn(`${generator} ${cycle}`) < 0.2 ? [`${generator} ${cycle}`] : []),
    discover: ({ key }) => {
      const chance = drawn(key);
      if (chance < 0.1) return { status: 'failed', reason: 'no idea' };
      if (chance < 0.2) return { status: 'blocked', blockers: ['q-9'] };
      if (chance < 0.25) return { status: 'satisfied' };
      return chance < 0.3 ? { status: 'split', parts: [{ title: key, description: '', wave: 1 }] } : {};
    },
    deed: ({ id, turn }): Deed => {
      const chance = drawn(id);
      const fixes = turn?.work?.goal === undefined ? [] : [turn.work.goal];
      if (chance < 0.5) return { kind: 'done', fixes };
      if (chance < 0.65) return { kind: 'done', fixes, breaks: ['b'] };
      if (chance < 0.8) return { kind: 'invalid', reason: 'tests fail' };
      return { kind: chance < 0.9 ? 'unchanged' : 'failed' };
    },
    validate: ({ key }) => ({ verdict: drawn(key) < 0.8 ? 'pass' : 'fail', findings: ['hm'] }),
    meddle: ({ id }) => (drawn(`others ${id}`) < 0.3 ? { a: 0 } : undefined),
  };
}

const GOALS = { a: 0, b: 1, c: 0, d: 0 };

/** Everything that was recorded, but for who drove. */
const recorded = ({ journal }: World): readonly unknown[] =>
  journal
    .read(0, 100_000)
    .map(({ event }) => event)
    .filter(({ type }) => type !== 'driven');

function sorted({ journal }: World): readonly unknown[] {
  return [...new Set(journal.read(0, 100_000).map(({ event }) => JSON.stringify(event)))].sort();
}

async function killedAt(seed: number, at: number, moment: 'before' | 'after'): Promise<World> {
  const world = worldOf(GOALS, { maxCycles: 5 });
  const journal = dying(world.journal, at, moment);
  await expect(play(world, scriptOf(seed), journal)).rejects.toThrow('killed');
  await play(world, scriptOf(seed));
  return world;
}

describe('a session that is killed', () => {
  it.each([1, 2, 3, 4])(
    'at any append goes on as if nothing had happened (%i)',
    async (seed) => {
      const plain = worldOf(GOALS, { maxCycles: 5 });
      const counting = dying(plain.journal, Number.POSITIVE_INFINITY, 'after');
      await play(plain, scriptOf(seed), counting);
      for (let at = 2; at < counting.appends(); at += 7)
        for (const moment of ['before', 'after'] as const) {
          const world = await killedAt(seed, at, moment).catch((error: unknown) => {
            throw new Error(`killed ${moment} append ${at}`, { cause: error });
          });
          expect(recorded(world), `${moment} ${at}`).toEqual(recorded(plain));
          expect(world.ledger).toEqual(plain.ledger);
          expect(world.tip).toBe(plain.tip);
        }
    },
    60_000,
  );

  it('is told the same of the same view, however many lanes are free', async () => {
    const world = worldOf(GOALS, { maxCycles: 3 });
    const strategy = ladder({ authors: [] });
    const watched: Journal = {
      ...world.journal,
      append: (decide) => {
        const view = world.journal.view();
        expect(strategy.ask(view, 1, 7)).toEqual(strategy.ask(view, 5, 7));
        return world.journal.append(decide);
      },
    };
    await play(world, scriptOf(2), watched);
  });

  it.each([2, 3, 5])('comes to the same in waves of any width', async (parallel) => {
    const script = { ...scriptOf(5), work: () => ({}), claim: () => ({ claimed: true }) };
    const one = worldOf(GOALS, { maxCycles: 4 }, { parallel });
    await play(one, script);
    const other = worldOf(GOALS, { maxCycles: 4 }, { parallel });
    const journal = dying(other.journal, 20, 'after');
    await expect(play(other, script, journal)).rejects.toThrow('killed');
    await play(other, script);
    expect(sorted(other)).toEqual(sorted(one));
    expect(told(other)).toEqual(told(one));
  });

  it.each(Array.from({ length: 12 }, (_, nth) => nth + 10))(
    'whatever happens, keeps its promises (%i)',
    async (seed) => {
      const world = worldOf(GOALS, { maxCycles: 30 }, { parallel: 1 + (seed % 3) });
      const before = JSON.parse(world.tip).tasks;
      await play(world, { ...scriptOf(seed), meddle: () => undefined });
      const after = JSON.parse(world.tip).tasks;
      for (const [goal, met] of Object.entries(before)) if (met === 1) expect(after[goal]).toBe(1);
      expect(world.claims.size).toBe(0);
      const view = world.journal.view();
      expect(view.counts().open).toBe(0);
      expect(view.unplaced()).toBeUndefined();
      const events = world.journal.read(0, 100_000).map(({ event }) => event);
      const proposed = events.flatMap((event) => (event.type === 'proposed' ? [event.proposal.id] : []));
      const placed = events.flatMap((event) => (event.type === 'placed' ? [event.proposal] : []));
      expect(placed.toSorted()).toEqual(proposed.toSorted());
      expect(events.some(({ type }) => type === 'sampled' || type === 'compared' || type === 'held-out')).toBe(false);
      expect(world.ledger.map(({ cycle }) => cycle)).toEqual(world.ledger.map((_, nth) => nth + 1));
      expect(world.teardowns).toHaveLength(1);
    },
  );
});
