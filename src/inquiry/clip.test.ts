import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipped } from './clip.ts';

describe('a text that is too long', () => {
  it('keeps its head, its tail and what fails in between', () => {
    const quiet = Array.from({ length: 2000 }, (_, nth) => `row ${nth} is fine`);
    quiet[900] = 'row 900: ValueError: bad shape (3, 4)';
    const { parts, left } = clipped(quiet.join('\n'), 4000);
    expect(parts[0]).toMatch(/^row 0 is fine\n/);
    expect(parts.at(-1)).toMatch(/row 1999 is fine$/);
    expect(parts.slice(1, -1).join('')).toContain('ValueError: bad shape (3, 4)');
    expect(left).toBeGreaterThan(20_000);
  });

  it('finds what fails in one endless line', () => {
    const { parts } = clipped(`${'{"a":1},'.repeat(5000)}{"passed": false}${',{"a":1}'.repeat(5000)}`, 3000);
    expect(parts.join('')).toContain('"passed": false');
  });

  it('is what it was where it fits', () => {
    expect(clipped('all of it\n', 100)).toEqual({ parts: ['all of it\n'], left: 0 });
  });

  it('never has more than it may, and every part stands in the text in its order', () => {
    const words = fc.constantFrom('ok ', 'error ', 'ä€𝄞', '\n', 'failed: 3 ', 'x'.repeat(50));
    fc.assert(
      fc.property(fc.array(words, { maxLength: 300 }), fc.integer({ min: 0, max: 2000 }), (pieces, bytes) => {
        const text = pieces.join('');
        const { parts, left } = clipped(text, bytes);
        const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
        expect(size).toBeLessThanOrEqual(Math.max(bytes, 0));
        expect(size + left).toBe(Buffer.byteLength(text));
        let from = 0;
        for (const part of parts) {
          const at = text.indexOf(part, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + part.length;
        }
      }),
    );
  });
});
