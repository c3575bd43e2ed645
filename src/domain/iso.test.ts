import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoOf } from './iso.ts';

it('is what everybody writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 8_000_000_000_000 }), (ms) => {
      expect(isoOf(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});
