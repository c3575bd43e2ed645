import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted } from './table.ts';
import { widthOf } from './width.ts';

const COLUMNS = [
  { title: 'Rank', align: 'right' as const },
  { title: 'Candidate' },
  { title: 'Operator', spare: 2 },
  { title: 'Reason', spare: 1 },
];
const ROWS = [
  ['1', 'gen1-1', 'mutate (caching)', ''],
  ['12', 'gen10-12', 'cross', 'benchmark exited with code 1 and had nothing more to say'],
];

describe('fitted', () => {
  it('shows everything where there is room', () => {
    expect(fitted(COLUMNS, ROWS, 200).split('\n')).toEqual([
      'Rank  Candidate  Operator          Reason',
      '   1  gen1-1     mutate (caching)',
      '  12  gen10-12   cross             benchmark exited with code 1 and had nothing more to say',
    ]);
  });

  it('shortens the widest text first, then leaves out what can be spared', () => {
    expect(fitted(COLUMNS, ROWS, 50).split('\n')).toEqual([
      'Rank  Candidate  Operator          Reason',
      '   1  gen1-1     mutate (caching)',
      '  12  gen10-12   cross             benchmark exit…',
    ]);
    expect(fitted(COLUMNS, ROWS, 30).split('\n')).toEqual([
      'Rank  Candidate  Reason',
      '   1  gen1-1',
      '  12  gen10-12   benchmark ex…',
    ]);
  });

  it('leaves out a column in which nothing stands', () => {
    expect(fitted(COLUMNS, [['1', 'gen1-1', 'fresh', '']], 200)).not.toContain('Reason');
  });

  it('never has a line that wraps', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '漢', ' ', '\n', '\u001b') });
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 4, maxLength: 4 })),
        fc.integer({ min: 1, max: 80 }),
        (rows, room) => {
          for (const line of fitted(COLUMNS, rows, room).split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(room);
        },
      ),
    );
  });
});
