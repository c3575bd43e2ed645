import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../lib/width.ts';
import { type Leaf, shownOf, treeLines } from './tree-lines.ts';

const leaf = (id: string, parents: readonly string[], score: number | null, more: Partial<Leaf> = {}): Leaf => ({
  id,
  parents,
  score,
  operator: parents.length === 0 ? 'seed' : parents.length === 1 ? 'mutate' : 'cross',
  lens: null,
  status: score === null ? 'invalid' : 'eliminated',
  best: false,
  ...more,
});

const LEAVES = [
  leaf('seed', [], 1, { status: 'alive' }),
  leaf('a', ['seed'], 2),
  leaf('b', ['seed'], null, { reason: 'exit 1' }),
  leaf('c', ['a'], 3, { lens: 'caching' }),
  leaf('d', ['a', 'b'], 4, { status: 'alive', best: true }),
  leaf('e', ['seed'], 2.5),
];

describe('tree', () => {
  it('hangs each on its first parent and names the others', () => {
    expect(treeLines(shownOf(LEAVES, 10, 'max'), 80, false)).toEqual([
      'seed  1',
      '├─ a  2  mutate',
      '│  ├─ c  3  mutate (caching)',
      '│  └─ d  4  best  alive  cross  with b',
      '├─ b  INVALID  mutate  exit 1',
      '└─ e  2.5  mutate',
    ]);
  });

  it('keeps the best and the living when it is cut, and says what is between', () => {
    const ids = (limit: number) => shownOf(LEAVES, limit, 'max').map(({ id, skipped }) => `${id}${skipped}`);
    expect(ids(2)).toEqual(['seed0', 'd1']);
    expect(ids(3)).toEqual(['seed0', 'a0', 'd0']);
    expect(ids(4)).toEqual(['seed0', 'a0', 'c0', 'd0']);
    expect(treeLines(shownOf(LEAVES, 2, 'max'), 80, false)[1]).toContain('after 1 more');
  });

  it('ranks by the direction of the run', () => {
    const [seed = leaf('seed', [], 1), ...rest] = LEAVES.map((one) => ({ ...one, best: false }));
    const ids = shownOf(
      [{ ...seed, status: 'eliminated' }, ...rest.map((one) => ({ ...one, status: 'eliminated' as const }))],
      2,
      'min',
    );
    expect(ids.map(({ id }) => id)).toEqual(['seed', 'a']);
  });

  it('is bounded, starts at the seed, and fits, whatever grew', () => {
    const forest = fc.array(fc.nat(), { maxLength: 60 }).map((parents) => {
      const leaves = [leaf('g0', [], 0)];
      for (const parent of parents)
        leaves.push(leaf(`g${leaves.length}`, [leaves[parent % leaves.length]?.id ?? 'g0'], parent % 7));
      return leaves;
    });
    fc.assert(
      fc.property(
        forest,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 5, max: 60 }),
        (leaves, limit, columns) => {
          const nodes = shownOf(leaves, limit, 'max');
          expect(nodes.length).toBe(Math.min(limit, leaves.length));
          expect(nodes[0]?.id).toBe('g0');
          expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
          for (const line of treeLines(nodes, columns, false)) expect(widthOf(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
