import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, type Exported, jsonOf } from './export-rows.ts';

const row = (more: Partial<Exported> = {}): Exported => ({
  run: 'r1',
  id: 'gen1-1',
  generation: 1,
  depth: 1,
  operator: 'cross',
  arm: null,
  by: 'tune',
  lens: null,
  parents: ['gen0-seed', 'gen0-other'],
  status: 'alive',
  homes: ['island-0', 'island-2'],
  score: 0,
  samples: 1,
  delta: -1.5,
  metrics: {},
  reason: null,
  sameAs: null,
  commit: 'c',
  createdAt: '2026-01-01T00:00:00.000Z',
  evaluationMs: 2,
  usd: 0.25,
  tokens: null,
  hypothesis: null,
  epoch: null,
  ...more,
});

/** A reader of RFC 4180 that knows nothing of how it was written. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const all = (pieces: Iterable<string>): string => [...pieces].join('');

describe('export', () => {
  it('has a column per metric, empty where a candidate has none', () => {
    const text = all(
      csvOf([row({ metrics: { fast: 1 } }), row({ metrics: { small: 2 }, score: null })], ['fast', 'small']),
    );
    expect(text.split('\r\n')).toEqual([
      'run,id,generation,operator,by,lens,parents,status,score,samples,delta,reason,sameAs,commit,createdAt,evaluationMs,usd,tokens,arm,depth,homes,hypothesis,epoch,metric fast,metric small',
      'r1,gen1-1,1,cross,tune,,gen0-seed gen0-other,alive,0,1,-1.5,,,c,2026-01-01T00:00:00.000Z,2,0.25,,,1,island-0 island-2,,,1,',
      'r1,gen1-1,1,cross,tune,,gen0-seed gen0-other,alive,,1,-1.5,,,c,2026-01-01T00:00:00.000Z,2,0.25,,,1,island-0 island-2,,,,2',
      '',
    ]);
  });

  it('gives back any text that it was given', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (given) => {
        const rows = given.map(([reason, lens]) => row({ reason, lens }));
        const [header = [], ...lines] = read(all(csvOf(rows, [])));
        expect(lines.map((line) => [line[header.indexOf('reason')], line[header.indexOf('lens')]])).toEqual(given);
        expect(JSON.parse(all(jsonOf(rows)))).toEqual(rows);
      }),
    );
  });
});
