import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../domain/view.ts';
import { claimant } from './patient.ts';

/** A ranking by how many kids each has had, and how far it was read. */
function ranking(kids: readonly number[]) {
  let read = 0;
  return {
    read: () => read,
    claims(_home: string, from: number, limit: number): readonly Claim[] {
      const page = kids.slice(from, from + limit);
      read = Math.max(read, from + page.length);
      return page.map((count, index) => ({ id: `c${from + index}`, key: 0 - from - index, kids: count }));
    },
  };
}

/** Whether one has a smaller claim than another, in whole numbers: (1 + rank)^patience · 2^kids. */
function smaller(one: Standing, other: Standing, patience: number): boolean {
  const claim = ({ rank, kids }: Standing): bigint => (BigInt(1 + rank) ** BigInt(patience)) << BigInt(kids);
  return claim(one) < claim(other);
}

interface Standing {
  readonly rank: number;
  readonly kids: number;
}

function plainly(kids: readonly number[], patience: number): string | undefined {
  const all = kids.slice(0, 1024).map((count, rank) => ({ rank, kids: count }));
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  return `c${others.reduce((least, one) => (smaller(one, least, patience) ? one : least), first).rank}`;
}

describe('the patient rule', () => {
  const patience = fc.constantFrom(4 as const, 8 as const);

  it('takes the least claim of all, the better rank where they are exactly equal', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 200 }), patience, (kids, of) => {
        expect(claimant(ranking(kids), 'pool', of)).toBe(plainly(kids, of));
      }),
    );
    // Ties by construction: rank 2^n - 1 without kids claims as much as the best after 8n kids.
    for (let n = 0; n < 7; n++) expect(claimant(ranking([8 * n, ...Array(200).fill(99)]), 'pool', 8)).toBe('c0');
    expect(claimant(ranking([8, 0]), 'pool', 8)).toBe('c0');
    expect(claimant(ranking([9, 0]), 'pool', 8)).toBe('c1');
    expect(claimant(ranking([4, 0]), 'pool', 4)).toBe('c0');
    expect(claimant(ranking([5, 0]), 'pool', 4)).toBe('c1');
    expect(claimant(ranking([]), 'pool', 8)).toBeUndefined();
  });

  it('gives nobody beyond the first 1,024 a turn', () => {
    const worn = Array.from({ length: 1024 }, () => 200);
    expect(claimant(ranking([...worn, 0]), 'pool', 8)).toBe('c0');
    expect(claimant(ranking([...worn.slice(1), 0]), 'pool', 8)).toBe('c1023');
  });

  it('reads no farther than somebody could still win, but for the rest of a page', () => {
    fc.assert(
      fc.property(fc.nat(70), patience, (kids, of) => {
        const ranked = ranking([kids, ...Array(3000).fill(1000)]);
        claimant(ranked, 'pool', of);
        const needed = Math.min(1024, 2 ** (kids / of));
        const pages = [16, 80, 336, 1024];
        expect(ranked.read()).toBeLessThanOrEqual(pages.find((end) => end >= needed) ?? 1024);
      }),
    );
    const fresh = ranking([0, ...Array(3000).fill(0)]);
    claimant(fresh, 'pool', 8);
    expect(fresh.read()).toBe(16);
  });
});
