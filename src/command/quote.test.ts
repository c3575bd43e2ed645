import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import { type Coming, callsFor, comingOf, type Quoted, quoteLines } from './quote.ts';

const usage = { input: 9_000, cached: 0, kept: 0, output: 1_000 };
const author: Quoted = { name: 'llm:x/y', share: 1, works: 'text', usage, usd: 0.05 };
const { usd: _usd, ...unpriced } = author;
const bred: Coming = { changes: 8, repairs: 'none', choice: 'weight' };

const coming = (adjustable: Partial<Adjustable>, batch = 0, open = 0, charged = 0, strategy: Preset = 'generations') =>
  comingOf({ config: configOf({}, adjustable, strategy), batch }, { open, charged, proposed: charged + open });

describe('changes that may come of islands', () => {
  it('are its iterations, fewer where evaluations are, and none is mended', () => {
    expect(coming({}, 0, 0, 0, 'islands')).toEqual({ changes: 10, repairs: 'none', choice: 'gain' });
    expect(coming({ iterations: 30 }, 0, 1, 4, 'islands').changes).toBe(26);
    expect(coming({ iterations: 30, budget: { evaluations: 9 } }, 0, 0, 4, 'islands').changes).toBe(5);
  });
});

describe('changes that may come of generations', () => {
  it.each([
    ['a first generation', { k: 4, generations: 1 }, 0, 4],
    ['halves after it', { k: 5, generations: 4 }, 0, 11],
    ['the rest of a run', { k: 5, generations: 4 }, 3, 2],
    ['the end', { k: 5, generations: 4 }, 4, 0],
  ] as const)('%s', (_name, given, batch, expected) => {
    expect(coming(given, batch).changes).toBe(expected);
  });

  it('count those that are not done in a generation that was left', () => {
    expect(coming({ k: 5, generations: 4 }, 3, 2).changes).toBe(4);
  });

  it('take calls for repairs and second answers beside them', () => {
    const calls = (repair: Pick<Adjustable, 'repair'>, works: 'files' | 'text') => callsFor(coming(repair), works);
    expect([calls({}, 'files'), calls({ repair: false }, 'files')]).toEqual([2, 1]);
    expect([calls({}, 'text'), calls({ repair: false }, 'text')]).toEqual([4, 2]);
  });

  it('are no more the further a run is', () => {
    const any = fc.record({ k: fc.integer({ min: 2, max: 40 }), generations: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(any, fc.nat(60), (given, batch) => {
        expect(coming(given, batch + 1).changes).toBeLessThanOrEqual(coming(given, batch).changes ?? 0);
      }),
    );
  });
});

describe('changes that may come of any other run', () => {
  const steady = (adjustable: Partial<Adjustable>, charged = 0) => coming(adjustable, 7, 2, charged, 'patient');

  it('are its evaluations, repairs and plain samples among them', () => {
    expect(steady({})).toEqual({ changes: 100, repairs: 'among', choice: 'gain' });
    expect(steady({ budget: { evaluations: 30 } }, 12).changes).toBe(18);
    expect(steady({ budget: { evaluations: 30 }, repair: false }, 31)).toMatchObject({ changes: 0, repairs: 'none' });
    expect(callsFor(steady({}), 'files')).toBe(1);
  });

  it('are not known where money, time or a plateau ends it', () => {
    expect(steady({ operator: 'agent', budget: { usd: 5 } })).toEqual({ repairs: 'among', choice: 'gain' });
    expect(steady({ budget: { minutes: 5 } }).until).toBe('as many as 5 minutes allow');
    expect(steady({ plateau: 20 }).until).toBe('until 20 in a row bring no new best');
  });
});

describe('a quote', () => {
  it('says calls, tokens and dollars at most', () => {
    expect(quoteLines(bred, { usd: 10 }, [author])).toEqual([
      'quote: up to about 16 calls (8 changes with repairs and second answers), about 160k tokens and $0.80 in all; most runs end earlier',
    ]);
    expect(quoteLines({ ...bred, repairs: 'among', choice: 'gain' }, { usd: 10 }, [author])).toEqual([
      'quote: up to about 16 calls (8 changes, repairs among them, with second answers), about 160k tokens and $0.80 in all; most runs end earlier',
    ]);
  });

  it('says what a change costs where their number is not known', () => {
    const open: Coming = { repairs: 'among', choice: 'gain' };
    expect(quoteLines(open, { usd: 10 }, [author])).toEqual([
      'quote: up to about 20k tokens and $0.10 for each change (2 calls), and no limit on their number',
      'it ends at $10.00',
    ]);
    expect(quoteLines({ ...open, until: 'as many as 5 minutes allow' }, {}, [author])[0]).toMatch(
      /, as many as 5 minutes allow$/,
    );
  });

  it('counts the dearest where the choice follows what each brings', () => {
    const two = [
      { ...author, share: 0.5 },
      { ...author, share: 0.5, name: 'dear', usd: 0.5 },
    ];
    expect(quoteLines(bred, { usd: 10 }, two)[0]).toContain('and $4.40 in all');
    expect(quoteLines({ ...bred, choice: 'gain' }, { usd: 10 }, two)[0]).toContain('and $8.00 in all');
  });

  it('says when the budget ends it first, and when there is none', () => {
    expect(quoteLines(bred, { usd: 0.5 }, [author])[1]).toBe('it ends at $0.50');
    expect(quoteLines(bred, { tokens: 50_000 }, [author])[1]).toBe('it ends at 50k tokens');
    expect(quoteLines(bred, {}, [author])[1]).toContain('no limit on money');
  });

  it('never shows a cost that is not known', () => {
    const [line, why] = quoteLines(bred, {}, [unpriced]);
    expect(line).not.toContain('$');
    expect(why).toMatch(/the price of llm:x\/y is not known.*--price y=IN\/OUT/);
    const own = quoteLines(bred, {}, [{ ...unpriced, name: 'claude', works: 'files', unnamed: true }]);
    expect(own[1]).toBe('claude chooses its model itself: what it costs is known once a call has said so');
    const mixed = quoteLines(bred, {}, [
      { ...author, share: 0.5 },
      { ...unpriced, share: 0.5, name: 'other' },
    ]);
    expect(mixed[0]).not.toContain('$');
  });

  it('is silent where nothing more is planned', () => {
    expect(quoteLines({ ...bred, changes: 0 }, {}, [author])).toEqual([]);
    expect(quoteLines(bred, {}, [])).toEqual([]);
  });
});
