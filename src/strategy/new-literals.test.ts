import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newLiterals } from './new-literals.ts';

const whole = (...values: readonly number[]) => values.map((value) => ({ value, integer: true }));

test('what was put in, changed or moved is new; what stayed is not', () => {
  expect(newLiterals(whole(1, 2, 3), [whole(1, 2, 3)])).toEqual([]);
  expect(newLiterals(whole(1, 7, 2, 3), [whole(1, 2, 3)])).toEqual([1]);
  expect(newLiterals(whole(1, 9, 3), [whole(1, 2, 3)])).toEqual([1]);
  expect(newLiterals(whole(1, 3), [whole(1, 2, 3)])).toEqual([]);
  expect(newLiterals(whole(1, 1, 1), [whole(1, 1)])).toHaveLength(1);
  expect(newLiterals([{ value: 1, integer: false }], [whole(1)])).toEqual([0]);
  expect(newLiterals(whole(4, 5), [[]])).toEqual([0, 1]);
});

test('of two parents, what either has is not new', () => {
  expect(newLiterals(whole(1, 2, 8), [whole(1), whole(2)])).toEqual([2]);
});

test('putting numbers into a sequence marks as many of it as were put in', () => {
  const values = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      values,
      fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 0, max: 4 })), { maxLength: 5 }),
      (before, put) => {
        const after = [...before];
        for (const [at, value] of put) after.splice(at, 0, value);
        const found = newLiterals(whole(...after), [whole(...before)]);
        expect(found).toHaveLength(put.length);
        const kept = after.filter((_, index) => !found.includes(index));
        expect(kept).toEqual(before);
      },
    ),
  );
});

test('two very long sequences are compared by what is in them', () => {
  const other = Array.from({ length: 2_000 }, (_, i) => i);
  expect(newLiterals(whole(-1, ...other.toReversed(), -2), [whole(...other)])).toEqual([0, 2001]);
});
