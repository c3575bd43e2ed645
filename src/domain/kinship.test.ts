import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { farthest, kinship } from './kinship.ts';
import type { Kin } from './view.ts';

/**
 * A family by the parent of each, 0 being the seed. Jumps go far, as the journal makes them, or to the parent, as in runs that are older than
 * jumps, or first to the parent and then far, as in such runs when they go on.
 */
function family(parents: readonly number[], jumps: 'far' | 'parent' | 'parent, then far') {
  const kin: (Kin & { readonly id: number })[] = [{ id: 0, kids: 0, depth: 0 }];
  const at = (id: string | number | undefined) => {
    const found = kin[Number(id)];
    if (found === undefined) throw new Error(`no ${id}`);
    return found;
  };
  for (const drawn of parents) {
    const parent = at(drawn % kin.length);
    const far = at(parent.jump ?? parent.id);
    const farther = at(far.jump ?? far.id);
    const even = parent.depth - far.depth === far.depth - farther.depth;
    const old = jumps === 'parent' || (jumps === 'parent, then far' && kin.length < parents.length / 2);
    const jump = even && !old ? farther.id : parent.id;
    kin.push({ id: kin.length, kids: 0, depth: parent.depth + 1, parent: String(parent.id), jump: String(jump) });
  }
  return { size: kin.length, kin: (id: string): Kin | undefined => kin[Number(id)] };
}

function naive(of: ReturnType<typeof family>, one: string, other: string): number {
  const line = (id: string): readonly string[] => {
    const parent = of.kin(id)?.parent;
    return parent === undefined ? [id] : [id, ...line(parent)];
  };
  const [a, b] = [line(one), line(other)];
  return a.findIndex((id) => b.includes(id)) + b.findIndex((id) => a.includes(id));
}

describe('kinship', () => {
  const parents = fc.array(fc.nat(1000), { minLength: 1, maxLength: 60 });
  const chain = fc.integer({ min: 1, max: 60 }).map((length) => Array.from({ length }, (_, index) => index));
  const chains = fc
    .integer({ min: 1, max: 60 })
    .map((length) => Array.from({ length }, (_, at) => Math.max(0, at - 1)));

  it.each(['far', 'parent', 'parent, then far'] as const)(
    'is the number of steps in the tree, by jumps: %s',
    (jumps) => {
      fc.assert(
        fc.property(fc.oneof(parents, chain, chains), fc.nat(1000), fc.nat(1000), (drawn, one, other) => {
          const of = family(drawn, jumps);
          const [a, b] = [String(one % of.size), String(other % of.size)];
          expect(kinship(of, a, b)).toBe(naive(of, a, b));
          expect(kinship(of, b, a)).toBe(kinship(of, a, b));
        }),
      );
    },
  );

  it('names the farthest, of equals the first', () => {
    // 0 ← 1 ← 2 ← 3, and 0 ← 4 ← 5.
    const of = family([0, 1, 2, 0, 4], 'far');
    expect(farthest(of, '3', ['2', '5', '4'])).toBe('5');
    expect(farthest(of, '0', ['2', '5'])).toBe('2');
    expect(farthest(of, '0', ['5', '2'])).toBe('5');
    expect(farthest(of, '0', [])).toBeUndefined();
  });

  it('says so when somebody is unknown', () => {
    expect(() => kinship(family([0], 'far'), '0', '9')).toThrow('no proposal 9');
  });
});
