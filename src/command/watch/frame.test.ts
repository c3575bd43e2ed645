import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { styleOf } from '../../lib/style.ts';
import { widthOf } from '../../lib/width.ts';
import { frameOf, type LiveFacts } from './frame.ts';

const ESC = '\u001b';
const SGR = new RegExp(String.raw`${ESC}\[\d+m`, 'g');

const FACTS: LiveFacts = {
  run: 'r1',
  strategy: 'generations',
  where: ['generation 3 of 10', 'stale 1/3'],
  elapsedMs: 72_400,
  best: { id: 'gen2-1', score: 5.01557, percent: 12.34 },
  history: [4.5, 4.8, 5.01557],
  progress: { done: 12, of: 40, unit: 'candidate' },
  invalid: 2,
  dropped: 1,
  leftMs: 130_000,
  evaluationsLeft: 28,
  minutesLeft: 12,
  lanes: [
    { id: 'gen3-1', doing: 'measuring', forMs: 4200, made: 'mutate (caching) by tune', parents: ['gen2-1'] },
    { id: 'gen3-10', doing: 'making', forMs: 65_000, made: 'cross by agent', parents: ['gen2-1', 'gen2-3'] },
  ],
  notes: [],
};

const frame = (columns: number, facts = FACTS) => frameOf(facts, columns, styleOf(false)).slice(1);

describe('frame', () => {
  it('fits 80 columns', () => {
    expect(frame(80)).toEqual([
      'run r1 · generations · generation 3 of 10 · stale 1/3 · 1 min 12 s',
      'best  gen2-1  5.01557  +12.3 %  ▁▅█',
      '███████░░░░░░░░░░░░░░░░░  12/40 candidates · about 2 min left at most',
      'budget left: 28 evaluations · 12 min 0 s',
      '  gen3-1   measuring        4 s  mutate (caching) by tune of gen2-1',
      '  gen3-10  making     1 min 5 s  cross by agent of gen2-1, gen2-3',
    ]);
  });

  it('says what agents have cost', () => {
    expect(frame(80, { ...FACTS, cost: '$0.42 of $1.00, 12 calls' })[4]).toBe('agents: $0.42 of $1.00, 12 calls');
  });

  it('has room for all at 200', () => {
    expect(frame(200)[2]).toBe(
      '███████░░░░░░░░░░░░░░░░░  12/40 candidates · about 2 min left at most · 2 invalid · 1 dropped',
    );
  });

  it('says what matters most at 40', () => {
    expect(frame(40).slice(0, 4)).toEqual([
      'run r1 · generation 3 of 10 · stale 1/3',
      'best  gen2-1  5.01557  +12.3 %  ▁▅█',
      '███░░░░░░░  12/40 candidates',
      'budget left: 28 evaluations · 12 min 0…',
    ]);
  });

  it('has no line as wide as the terminal, whatever is in it', () => {
    const hostile = fc.string({ unit: fc.constantFrom('a', '漢', '\n', '\u001b[31m', '🚀') });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 120 }), hostile, fc.boolean(), (columns, made, color) => {
        const lanes = FACTS.lanes.map((lane) => ({ ...lane, made }));
        for (const line of frameOf({ ...FACTS, lanes }, columns, styleOf(color))) {
          expect(widthOf(line)).toBeLessThan(columns);
          expect(line).not.toContain('\n');
        }
      }),
    );
  });

  it('says the same without colours', () => {
    const coloured = frameOf(FACTS, 80, styleOf(true)).map((line) => line.replaceAll(SGR, ''));
    expect(coloured).toEqual(frameOf(FACTS, 80, styleOf(false)));
  });
});
