import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rng } from '../domain/rng.ts';
import { choice } from './bandit.ts';
import { chosen, NOBODY, type Outcome, type Standings, told, unitOf } from './standing.ts';

/** An author as it is played: how likely its nth turn of the run improves something, by how much, and for how many dollars. */
interface Played {
  readonly name: string;
  readonly weight: number;
  readonly chance: (turn: number) => number;
  readonly size?: number;
  readonly usd?: number;
}

const author = (name: string, chance: number | ((turn: number) => number), more: Partial<Played> = {}): Played => ({
  name,
  weight: 1,
  chance: typeof chance === 'number' ? () => chance : chance,
  ...more,
});

function play(authors: readonly Played[], turns: number, seed: number, width = 1, plain = false) {
  let standings: Standings = NOBODY;
  const picks: string[] = [];
  const open: { readonly who: Played; readonly turn: number }[] = [];
  let [gain, usd] = [0, 0];
  for (let turn = 0; turn < turns; turn++) {
    const any = authors[rng(seed, 'any', turn).int(authors.length)];
    const name = plain ? any?.name : choice(standings, authors);
    const who = authors.find((one) => one.name === name);
    if (who === undefined) throw new Error('nobody was chosen');
    standings = chosen(standings, who.name);
    picks.push(who.name);
    open.push({ who, turn });
    const landed = open.length < width ? undefined : open.shift();
    if (landed === undefined) continue;
    const outcome = outcomeOf(landed.who, landed.turn, seed);
    gain += outcome.gain;
    usd += landed.who.usd ?? 1;
    standings = told(standings, outcome);
  }
  return { picks, gain, usd };
}

function outcomeOf({ name, chance, size = 1, usd = 1 }: Played, turn: number, seed: number): Outcome {
  const random = rng(seed, 'outcome', turn);
  const gain = random.next() < chance(turn) ? size * Math.exp(random.normal()) : 0;
  const leads = gain > 0 && random.next() < 0.6;
  return { author: name, repair: false, candidate: true, gain, ...(leads ? { lead: gain } : {}), spent: [{ usd }] };
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const shareOf = (name: string, picks: readonly string[]): number =>
  picks.filter((pick) => pick === name).length / picks.length;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the author that brings more for its cost', () => {
  it.each([
    ['three times as often', [author('good', 0.3), author('bad', 0.1)], 1],
    ['three times as often, eight at work', [author('good', 0.3), author('bad', 0.1)], 8],
    ['for a third of the money', [author('good', 0.2), author('bad', 0.2, { usd: 3 })], 1],
  ] as const)('gets most turns, %s, and more is gained than by plain turns', (_how, authors, width) => {
    const runs = SEEDS.map((seed) => play(authors, 120, seed, width));
    expect(mean(runs.map(({ picks }) => shareOf('good', picks.slice(60))))).toBeGreaterThan(0.65);
    const perCost = (all: readonly { readonly gain: number; readonly usd: number }[]) =>
      mean(all.map(({ gain, usd }) => gain / usd));
    const plain = SEEDS.map((seed) => play(authors, 120, seed, width, true));
    expect(perCost(runs)).toBeGreaterThan(1.1 * perCost(plain));
  });

  it('loses its lead when it dries up', () => {
    const authors = [author('good', (turn) => (turn < 60 ? 0.3 : 0)), author('other', 0.15)];
    const runs = SEEDS.map((seed) => play(authors, 130, seed).picks);
    expect(mean(runs.map((picks) => shareOf('good', picks.slice(40, 60))))).toBeGreaterThan(0.55);
    expect(mean(runs.map((picks) => shareOf('other', picks.slice(90, 120))))).toBeGreaterThan(0.6);
  });

  it('turns evenly where nobody gains anything', () => {
    const { picks } = play([author('one', 0), author('two', 0)], 100, 1);
    expect(shareOf('one', picks)).toBeCloseTo(0.5, 1);
  });
});

it('the user’s weights decide at first, and results later', () => {
  const authors = [author('good', 0.3), author('favoured', 0.05, { weight: 4 })];
  const runs = SEEDS.map((seed) => play(authors, 200, seed).picks);
  expect(mean(runs.map((picks) => shareOf('favoured', picks.slice(0, 12))))).toBeGreaterThan(0.55);
  expect(mean(runs.map((picks) => shareOf('good', picks.slice(100))))).toBeGreaterThan(0.6);
});

it('nobody waits longer than its share of a tenth allows, one of weight 0 for ever', () => {
  const any = fc.array(
    fc.record({ chance: fc.double({ min: 0, max: 1, noNaN: true }), usd: fc.integer({ min: 1, max: 99 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(any, fc.nat(), fc.integer({ min: 1, max: 9 }), (them, seed, width) => {
      const authors = them.map(({ chance, usd }, index) => author(`a${index}`, chance, { usd }));
      const { picks } = play([...authors, author('never', 1, { weight: 0 })], 150, seed, width);
      expect(picks).not.toContain('never');
      // Several may be overdue at once.
      const most = them.length / 0.1 + them.length;
      for (const { name } of authors)
        for (let from = 0; from + most <= picks.length; from++) expect(picks.slice(from, from + most)).toContain(name);
    }),
    { numRuns: 30 },
  );
});

it('a choice is the same whatever the unit of the scores', () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(1e-6, 1e3), (seed, unit) => {
      const authors = (size: number) => [author('a', 0.3, { size }), author('b', 0.1, { size })];
      expect(play(authors(unit), 60, seed).picks).toEqual(play(authors(1), 60, seed).picks);
    }),
    { numRuns: 20 },
  );
});

it('cost is told in dollars where every price is known, else in tokens, else in calls', () => {
  const outcome = (name: string, spent: Outcome['spent'][number]): Outcome => ({
    author: name,
    repair: false,
    candidate: true,
    gain: 0,
    spent: [spent],
  });
  const unit = (...spent: readonly Outcome['spent'][number][]) => {
    const authors = spent.map((_, index) => ({ name: `a${index}`, weight: 1 }));
    return unitOf(
      spent.reduce((all, one, index) => told(all, outcome(`a${index}`, one)), NOBODY),
      authors,
    );
  };
  expect(unit({ usd: 1, tokens: 5 }, { usd: 2, tokens: 5 })).toBe('usd');
  expect(unit({ usd: 1, tokens: 5 }, { tokens: 5 })).toBe('tokens');
  expect(unit({ usd: 1, tokens: 5 }, {})).toBe('calls');
  expect(unit({ usd: 0, tokens: 5 }, { usd: 0, tokens: 9 })).toBe('tokens');
});
