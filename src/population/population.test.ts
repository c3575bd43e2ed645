import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../lib/sqlite.ts';
import { openPopulation, type Population, type Settings } from './population.ts';

const root = mkdtempSync(join(tmpdir(), 'galapagos-population-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const FILE = join(root, 'program.py');
writeFileSync(FILE, 'def f(): pass\n');

let folders = 0;
const folder = (): string => join(root, `p${folders++}`);
const program = (score: number, parentId = '0') => ({
  codePath: FILE,
  targetCode: 'def f(): pass',
  parentId,
  metrics: { score },
  changes: `scores ${score}`,
});

/** Who lives on each island, best first, by the tables. */
function living(dir: string, islands: number): readonly (readonly string[])[] {
  const database = openDatabase(join(dir, 'population.db'));
  const people = Array.from({ length: islands }, (_, island) =>
    database.prepare('select id, slot from resident where island = ? order by rank_key desc, arrival').all(island),
  );
  for (const rows of people)
    expect(rows.map(({ slot }) => Number(slot)).sort((a, b) => a - b)).toEqual(rows.map((_, index) => index));
  const homes = database.prepare('select id, homes from program').all();
  const lists = people.map((rows) => rows.map(({ id }) => String(id)));
  for (const { id, homes: known } of homes)
    expect(Number(known)).toBe(lists.filter((list) => list.includes(String(id))).length);
  database.close();
  return lists;
}

/** The rules in plain lists. */
function played(settings: Settings, acts: readonly Act[]): readonly (readonly string[])[] {
  const sign = settings.direction === 'max' ? -1 : 1;
  const islands: { id: string; score: number }[][] = Array.from({ length: settings.islands }, () => []);
  const put = (island: number, who: { id: string; score: number }) => {
    const list = islands[island] ?? [];
    if (list.some(({ id }) => id === who.id)) return;
    list.push(who);
    list.sort((a, b) => sign * (a.score - b.score));
    list.splice(settings.islandCapacity);
  };
  let [added, total] = [0, 0];
  for (const { kind, score } of acts) {
    total += 1;
    const who = { id: `p${total}`, score };
    if (kind === 'seed') islands.forEach((_, island) => void put(island, who));
    else {
      put(added % settings.islands, who);
      added += 1;
      if (added % settings.migrationInterval !== 0) continue;
      const best = islands.map(([first]) => first);
      best.forEach((one, from) => {
        if (one !== undefined) islands.forEach((_, island) => void (island !== from && put(island, one)));
      });
    }
  }
  return islands.map((list) => list.map(({ id }) => id));
}

interface Act {
  readonly kind: 'seed' | 'add';
  readonly score: number;
}

const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('add' as const, 'add' as const, 'add' as const, 'seed' as const),
    score: fc.integer({ min: 0, max: 6 }),
  }),
  { minLength: 1, maxLength: 25 },
);
const settings = fc.record({
  islands: fc.integer({ min: 1, max: 4 }),
  islandCapacity: fc.integer({ min: 1, max: 4 }),
  migrationInterval: fc.integer({ min: 1, max: 5 }),
  direction: fc.constantFrom('max' as const, 'min' as const),
});

describe('a population', () => {
  it('places, prunes and migrates as plain lists do, and keeps the best', () => {
    fc.assert(
      fc.property(settings, acts, (given, all) => {
        const dir = folder();
        const population = openPopulation(dir, given);
        for (const { kind, score } of all) population[kind](program(score));
        const whole = { ...population.info(), ...given };
        expect(living(dir, given.islands)).toEqual(played(whole, all));
        const adds = all.filter(({ kind }) => kind === 'add').length;
        const scores = all.map(({ score }) => score);
        expect(whole).toMatchObject({
          totalPrograms: all.length,
          generation: adds,
          currentIsland: adds % given.islands,
          migrations: Math.floor(adds / given.migrationInterval),
          bestScore: given.direction === 'max' ? Math.max(...scores) : Math.min(...scores),
          sizes: living(dir, given.islands).map(({ length }) => length),
        });
        expect(population.best().score).toBe(whole.bestScore);
        population.close();
      }),
      { numRuns: 30 },
    );
  });

  it('says of an addition where it came to and who is best', () => {
    const population = openPopulation(folder(), { islands: 2, islandCapacity: 1 });
    expect(population.seed(program(5))).toEqual({
      id: 'p1',
      bestMetrics: { score: 5 },
      lastIteration: 0,
      island: 0,
      generation: 0,
      kept: true,
    });
    expect(population.add(program(3, 'p1'))).toMatchObject({ id: 'p2', lastIteration: 1, island: 0, kept: false });
    expect(population.add(program(7, 'p2'))).toMatchObject({
      id: 'p3',
      bestMetrics: { score: 7 },
      lastIteration: 2,
      island: 1,
      generation: 2,
      kept: true,
    });
    population.close();
  });

  it('scores by the mean, or by the metric that it was made for', () => {
    const both = { ...program(0), metrics: { a: 1, b: 0.5, note: 'text' } };
    const mean = openPopulation(folder());
    mean.add(both);
    expect(mean.best()).toMatchObject({ score: 0.75, metrics: both.metrics });
    const named = openPopulation(folder(), { metric: 'b' });
    named.add(both);
    expect(named.best().score).toBe(0.5);
    expect(() => named.add({ ...both, metrics: { a: 1 } })).toThrow('metrics has no number b');
    for (const one of [mean, named]) one.close();
  });

  it.each([
    ['an unknown parent', { parentId: 'p9' }, 'There is no program p9'],
    ['a file that is not there', { codePath: '/no/such/file.py' }, 'is no readable file'],
    ['a folder for a file', { codePath: root }, 'is no readable file'],
    ['metrics without a number', { metrics: { note: 'good' } }, 'metrics holds no number'],
    ['a metric without bounds', { metrics: { score: Number.POSITIVE_INFINITY } }, 'give a finite number'],
  ])('refuses %s and changes nothing', (_, part, message) => {
    const population = openPopulation(folder());
    population.add(program(1));
    const before = population.info();
    expect(() => population.add({ ...program(2), ...part })).toThrow(message);
    expect(population.info()).toEqual(before);
    population.close();
  });

  it('keeps its settings for life, once it holds programs', () => {
    const dir = folder();
    openPopulation(dir, { islands: 2 }).close();
    const changed = openPopulation(dir, { islands: 4 });
    expect(changed.info()).toMatchObject({ islands: 4, sizes: [0, 0, 0, 0] });
    changed.seed(program(1));
    changed.close();
    expect(() => openPopulation(dir, { islands: 3 })).toThrow('under another setting of islands');
    const again = openPopulation(dir, { islands: 4 });
    expect(again.info().totalPrograms).toBe(1);
    again.close();
    expect(() => openPopulation(folder(), { islands: 0 })).toThrow('islands must be a whole number, from 1 to 100');
  });

  it('passes over a parent whose file is gone', () => {
    const population = openPopulation(folder(), { islands: 1 });
    const gone = join(root, 'gone.py');
    writeFileSync(gone, '');
    population.add(program(1));
    population.add({ ...program(9), codePath: gone });
    rmSync(gone);
    for (let nth = 0; nth < 20; nth++) expect(population.sample().parent.id).toBe('p1');
    population.close();
  });
});

/** How often each was a parent. */
function drawnFrom(population: Population, draws: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let nth = 0; nth < draws; nth++) {
    const { id } = population.sample().parent;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

describe('a sample', () => {
  const filled = (given: Partial<Settings>, scores: readonly number[]): Population => {
    const population = openPopulation(folder(), given);
    for (const score of scores) population.add(program(score));
    return population;
  };

  it('is one of the island’s top 3 in 70 of 100, else anybody of the island, each as often', () => {
    const population = filled({ islands: 2, islandCapacity: 20, migrationInterval: 1000, seed: 7 }, [
      ...Array.from({ length: 20 }, (_, index) => (index * 37) % 101),
    ]);
    const draws = 4000;
    const counts = drawnFrom(population, draws);
    const onIsland = Array.from({ length: 10 }, (_, index) => index * 2);
    const order = onIsland.sort((a, b) => ((b * 37) % 101) - ((a * 37) % 101)).map((index) => `p${index + 1}`);
    expect([...counts.keys()].sort()).toEqual([...order].sort());
    const square = order.reduce((sum, id, rank) => {
      const expected = draws * (0.3 / 10 + (rank < 3 ? 0.7 / 3 : 0));
      return sum + ((counts.get(id) ?? 0) - expected) ** 2 / expected;
    }, 0);
    // Of 9 degrees of freedom, one in a thousand is above it; the draws are those of one seed.
    expect(square).toBeLessThan(27.9);
    population.close();
  });

  it('goes round the islands with the additions, and to the next one while an island is empty', () => {
    const population = filled({ islands: 3, migrationInterval: 1000 }, [1]);
    expect(population.sample()).toMatchObject({ island: 0, parent: { id: 'p1' } });
    population.add(program(2));
    expect(population.sample()).toMatchObject({ island: 0 });
    population.add(program(3));
    const islands = Array.from({ length: 6 }, (_, nth) => {
      const { island } = population.sample();
      population.add(program(nth));
      return island;
    });
    expect(islands).toEqual([0, 1, 2, 0, 1, 2]);
    population.close();
  });

  it('brings the best of all islands that live, without the parent', () => {
    const population = filled({ islands: 2, islandCapacity: 2, migrationInterval: 1000 }, [1, 2, 3, 4, 5, 6]);
    for (let nth = 0; nth < 20; nth++) {
      const { parent, inspirations } = population.sample({ inspirations: 5 });
      // p1 and p2 were pruned.
      expect(inspirations.map(({ id }) => id)).toEqual(['p6', 'p5', 'p4', 'p3'].filter((id) => id !== parent.id));
      expect(inspirations[0]).not.toHaveProperty('targetCode');
    }
    expect(population.sample().inspirations).toHaveLength(3);
    expect(population.sample({ inspirations: 0 }).inspirations).toEqual([]);
    population.close();
  });

  it('is another one each time, and the same in a population of the same seed', () => {
    const given = { islands: 1, islandCapacity: 30 };
    const scores = Array.from({ length: 30 }, (_, index) => index);
    const run = (seed: number) => {
      const population = filled({ ...given, seed }, scores);
      const ids = Array.from({ length: 30 }, () => population.sample().parent.id);
      population.close();
      return ids;
    };
    expect(run(1)).toEqual(run(1));
    expect(run(1)).not.toEqual(run(2));
    expect(new Set(run(1)).size).toBeGreaterThan(3);
  });
});
