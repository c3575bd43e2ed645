import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planned, type Quoted, quoteLines } from './quote.ts';

const usage = { input: 9_000, cached: 0, kept: 0, output: 1_000 };
const author: Quoted = { name: 'llm:x/y', share: 1, works: 'text', usage, usd: 0.05 };
const settings = { k: 4, generations: 3, repair: false as const, budget: {} };

describe('calls that may come', () => {
  it.each([
    ['a first generation', { k: 4, generations: 1 }, 0, 'files', { changes: 4, calls: 8 }],
    ['without repairs', { k: 4, generations: 1, repair: false }, 0, 'files', { changes: 4, calls: 4 }],
    ['words that may be unusable', { k: 4, generations: 1, repair: false }, 0, 'text', { changes: 4, calls: 8 }],
    ['halves after it', { k: 5, generations: 4, repair: false }, 0, 'files', { changes: 11, calls: 11 }],
    ['the rest of a run', { k: 5, generations: 4, repair: false }, 3, 'files', { changes: 2, calls: 2 }],
    ['the end', { k: 5, generations: 4 }, 4, 'text', { changes: 0, calls: 0 }],
  ] as const)('%s', (_name, given, batch, works, expected) => {
    expect(planned(given, batch, works)).toEqual(expected);
  });

  it('counts those that are not done in a generation that was left', () => {
    expect(planned({ k: 5, generations: 4, repair: false }, 3, 'files', 2)).toEqual({ changes: 4, calls: 4 });
  });
});

describe('a quote', () => {
  it('says calls, tokens and dollars at most', () => {
    expect(quoteLines({ ...settings, budget: { usd: 10 } }, 0, [author])).toEqual([
      'quote: up to about 16 calls (8 changes with repairs and second answers), about 160k tokens and $0.80 in all; most runs end earlier',
    ]);
  });

  it('says when the budget ends it first, and when there is none', () => {
    expect(quoteLines({ ...settings, budget: { usd: 0.5 } }, 0, [author])[1]).toBe('it ends at $0.50');
    expect(quoteLines({ ...settings, budget: { tokens: 50_000 } }, 0, [author])[1]).toBe('it ends at 50k tokens');
    expect(quoteLines(settings, 0, [author])[1]).toContain('no limit on money');
  });

  it('never shows a cost that is not known', () => {
    const { usd: _usd, ...unpriced } = author;
    const [line, why] = quoteLines(settings, 0, [unpriced]);
    expect(line).not.toContain('$');
    expect(why).toMatch(/the price of llm:x\/y is not known.*--price y=IN\/OUT/);
    expect(why).toContain('--price');
    const own = quoteLines(settings, 0, [{ ...unpriced, name: 'claude', works: 'files', unnamed: true }]);
    expect(own[1]).toBe('claude chooses its model itself: what it costs is known after the first call');
    const mixed = quoteLines(settings, 0, [
      { ...author, share: 0.5 },
      { ...unpriced, share: 0.5, name: 'other' },
    ]);
    expect(mixed[0]).not.toContain('$');
  });

  it('is silent where nothing more is planned', () => {
    expect(quoteLines(settings, 3, [author])).toEqual([]);
    expect(quoteLines(settings, 0, [])).toEqual([]);
  });

  it('plans at least as many calls as changes, and no more the further a run is', () => {
    const any = fc.record({ k: fc.integer({ min: 2, max: 40 }), generations: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(any, fc.nat(60), fc.constantFrom('files' as const, 'text' as const), (given, batch, works) => {
        const now = planned(given, batch, works);
        expect(now.calls).toBeGreaterThanOrEqual(now.changes);
        expect(planned(given, batch + 1, works).changes).toBeLessThanOrEqual(now.changes);
      }),
    );
  });
});
