import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Resident } from '../domain/archive.ts';
import { byRankKey, rankKey } from '../domain/compare.ts';
import { ranked } from './ranked.ts';

const member = (id: string, score: number | null): Resident => ({
  id,
  evaluation:
    score === null
      ? { outcome: 'invalid', epoch: 0, reason: 'exited with code 1', stages: [] }
      : { outcome: 'scored', epoch: 0, samples: [score], comparisons: [], metrics: {}, channel: 'number', stages: [] },
});

/** Plays placements on a home kept in order, as the journal keeps it. */
function play(scores: readonly (number | null)[], capacity: number, direction: 'max' | 'min') {
  const archive = ranked({ capacity, home: 'h', direction });
  const key = (one: Resident) => rankKey(one.evaluation, direction);
  let living: Resident[] = [];
  for (const [index, score] of scores.entries()) {
    const one = member(`c${index}`, score);
    const sorted = [...living].sort((a, b) => byRankKey(key(a), key(b)));
    const placement = archive.place(
      { name: 'home', size: sorted.length, worst: () => sorted.at(-1), top: (k) => sorted.slice(0, k) },
      one,
    );
    if (placement.kind === 'refused') continue;
    living = [...living.filter(({ id }) => !placement.evicted.includes(id)), one];
    expect(living.length).toBeLessThanOrEqual(capacity);
  }
  return living.sort((a, b) => byRankKey(key(a), key(b))).map(({ id }) => id);
}

describe('ranked', () => {
  const scores = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { nil: null }), { maxLength: 20 });

  it('keeps exactly the best, the first of equals, at any capacity and direction', () => {
    fc.assert(
      fc.property(
        scores,
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('max' as const, 'min' as const),
        (all, capacity, direction) => {
          const valid = all.flatMap((score, index) => (score === null ? [] : [{ score, id: `c${index}` }]));
          const sign = direction === 'max' ? -1 : 1;
          const best = valid.sort((a, b) => sign * (a.score - b.score)).slice(0, capacity);
          const living = play(all, capacity, direction);
          if (best.length > 0) expect(living).toEqual(best.map(({ id }) => id));
        },
      ),
    );
  });

  it('makes room when its capacity was lowered', () => {
    const sorted = [member('a', 9), member('b', 7), member('c', 5), member('d', 3)];
    const home = { name: 'home', size: 4, worst: () => sorted.at(-1), top: (k: number) => sorted.slice(0, k) };
    const archive = ranked({ capacity: 2, home: 'h', direction: 'max' });
    expect(archive.place(home, member('e', 8))).toEqual({ kind: 'kept', home: 'h', evicted: ['b', 'c', 'd'] });
    expect(archive.place(home, member('e', 6))).toMatchObject({ kind: 'refused' });
  });

  it('lets invalid ones live only while nothing else does', () => {
    expect(play([null, null, null], 2, 'max')).toEqual(['c0', 'c1']);
    expect(play([null, null, 3, null], 2, 'max')).toEqual(['c2']);
    expect(play([3, null], 2, 'max')).toEqual(['c0']);
  });
});
