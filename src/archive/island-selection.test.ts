import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import { ISLANDS } from '../domain/config.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import { rng } from '../domain/rng.ts';
import { memoryJournal } from '../journal/journal.ts';
import { drawn, onIsland } from './island-selection.ts';
import { islandOf } from './islands.ts';

/** Fifty people, best first, and how often each is drawn. */
function draws(given: Partial<typeof ISLANDS>, size: number, many: number): readonly number[] {
  const random = rng(7, 'draws');
  const counts = Array.from({ length: size }, () => 0);
  for (let nth = 0; nth < many; nth++) {
    const rank = Number(drawn({ ...ISLANDS, ...given }, { size, at: String }, random));
    counts[rank] = (counts[rank] ?? 0) + 1;
  }
  return counts;
}

/** Pearson's statistic. */
const chiSquare = (counts: readonly number[], expected: readonly number[]): number =>
  counts.reduce((sum, count, at) => sum + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 1), 0);

const MANY = 20_000;

describe('a parent', () => {
  it('is one of the top 3 in 70 of 100 draws, and else any of the island, each as likely', () => {
    const expected = Array.from({ length: 40 }, (_, rank) => MANY * (0.3 / 40 + (rank < 3 ? 0.7 / 3 : 0)));
    // 39 degrees of freedom: 62.4 is passed by one in a hundred, and the seed is fixed.
    expect(chiSquare(draws({}, 40, MANY), expected)).toBeLessThan(62.4);
    // Another rule would be found out.
    expect(chiSquare(draws({ exploit: 0.67 }, 40, MANY), expected)).toBeGreaterThan(62.4);
    expect(chiSquare(draws({ top: 4 }, 40, MANY), expected)).toBeGreaterThan(62.4);
  });

  it('is any of two where there are no three, and nobody where nobody lives', () => {
    const [one = 0, other = 0] = draws({}, 2, MANY);
    expect(Math.abs(one - other)).toBeLessThan(3 * Math.sqrt(MANY));
    expect(drawn(ISLANDS, { size: 0, at: String }, rng(1))).toBeUndefined();
  });

  it('is always or never of the top where that is asked for', () => {
    expect(draws({ exploit: 1, top: 1 }, 9, 1000)).toEqual([1000, 0, 0, 0, 0, 0, 0, 0, 0]);
    const expected = Array.from({ length: 9 }, () => MANY / 9);
    // 8 degrees of freedom, one in a hundred.
    expect(chiSquare(draws({ exploit: 0 }, 9, MANY), expected)).toBeLessThan(20.1);
  });
});

/** A run whose candidates were placed on these islands. */
function peopled(placed: readonly { id: string; score: number; home: string; evicted?: readonly string[] }[]): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, {}, 'islands'), [1], 0);
  const brief = { objective: '', boundaries: [], pointers: [] };
  journal.append(() =>
    placed.flatMap(({ id, score, home, evicted = [] }, at): Event[] => {
      const whose = { id, batch: at + 1, ord: 1, home, parents: ['seed'] as const, inspirations: [] };
      const scored = { outcome: 'scored', epoch: 0, samples: [score], comparisons: [], metrics: {} } as const;
      return [
        { type: 'proposed', proposal: { ...whose, operator: 'mutate', by: 'x', brief } },
        { type: 'applied', candidate: { id, proposal: id, parents: ['seed'], commit: id, tree: id, summary: '' } },
        { type: 'evaluated', candidate: id, evaluation: { ...scored, channel: 'number', stages: [] } },
        { type: 'placed', proposal: id, placement: { kind: 'kept', home, evicted } },
      ];
    }),
  );
  return journal;
}

describe('a turn', () => {
  it('goes round the islands', () => {
    expect([1, 2, 3, 4, 5].map((nth) => islandOf(ISLANDS, nth))).toEqual(
      [0, 1, 2, 0, 1].map((index) => `island-${index}`),
    );
  });

  it('has a parent of its island, and of all where that one is empty', () => {
    const journal = peopled([
      { id: 'a', score: 5, home: 'island-1' },
      { id: 'b', score: 9, home: 'island-2', evicted: ['seed'] },
    ]);
    const { parent } = onIsland({ ...ISLANDS, exploit: 0 });
    const parents = (home: string) =>
      new Set(Array.from({ length: 60 }, (_, nth) => parent(journal.view(), rng(nth, 'x'), home)));
    expect(parents('island-0')).toEqual(new Set(['seed']));
    expect(parents('island-1')).toEqual(new Set(['seed', 'a']));
    expect(parents('island-2')).toEqual(new Set(['b']));
    expect(parents('island-7')).toEqual(new Set(['seed', 'a', 'b']));
  });

  it('is inspired by the best of all islands that still live, each once, its parents left out', () => {
    const journal = peopled([
      { id: 'gone', score: 99, home: 'island-0' },
      { id: 'a', score: 5, home: 'island-0', evicted: ['gone'] },
      { id: 'b', score: 9, home: 'island-1' },
      { id: 'c', score: 7, home: 'island-1' },
      { id: 'd', score: 5, home: 'island-2' },
      { id: 'e', score: 4, home: 'island-2' },
    ]);
    const shown = (parents: readonly string[], inspirations = 3) =>
      onIsland({ ...ISLANDS, inspirations }).inspirations?.(journal.view(), parents);
    expect(shown(['e'])).toEqual(['b', 'c', 'a']);
    expect(shown(['b'])).toEqual(['c', 'a', 'd']);
    expect(shown(['b'], 9)).toEqual(['c', 'a', 'd', 'e', 'seed']);
    expect(shown(['b'], 0)).toEqual([]);
  });
});
