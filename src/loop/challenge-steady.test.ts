import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { type FakeOptions, fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import type { Journal } from '../domain/journal.ts';
import { rng } from '../domain/rng.ts';
import { memoryJournal } from '../journal/journal.ts';

const SEED = [1, 2.5, 40];
const cost = (numbers: readonly number[]) =>
  1 + numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0) / 500;
const noise = (id: string, nth: number) => Math.exp(0.05 * rng(nth, id).normal());

/** A steady run on a noisy benchmark, whose seed has been measured six times. */
function fresh(options: FakeOptions, evaluations: number): Journal {
  const journal = memoryJournal('r1', () => 0);
  const score = options.score(SEED) ?? 0;
  const config = configOf({ direction: 'min' }, { budget: { evaluations }, control: 0 }, 'patient');
  open(journal, config, SEED, score);
  const samples = [1, 2, 3, 4, 5].map((nth) => score * (options.noise?.('seed', nth) ?? 1));
  journal.append(() => [{ type: 'sampled', candidate: 'seed', samples }]);
  return journal;
}

const samplesOf = (journal: Journal): number =>
  journal
    .view()
    .ranking(1000)
    .reduce((sum, { evaluation }) => sum + (evaluation?.outcome === 'scored' ? evaluation.samples.length : 0), 0);

describe('a would-be best that comes alone', () => {
  it('is not found among candidates that are all alike, and they cost few measurements', async () => {
    let [wrong, measured, begun] = [0, 0, 0];
    const [runs, evaluations] = [12, 40];
    for (let nth = 0; nth < runs; nth++) {
      const options = { seed: SEED, score: () => 2, noise: (id: string, run: number) => noise(`${nth} ${id}`, run) };
      const journal = fresh(options, evaluations);
      await driveFake(journal, fakeLanes(options), { width: 2 });
      expect(journal.view().counts().charged).toBe(evaluations);
      wrong += (journal.view().run()?.bests ?? 0) - 1;
      begun += journal.view().run()?.comparisons ?? 0;
      measured += samplesOf(journal);
    }
    expect(wrong).toBeLessThan(runs / 2);
    expect(begun / runs).toBeLessThan(evaluations / 2);
    expect(measured / (runs * evaluations)).toBeLessThan(8);
  });

  it('is found where there is one, and confirmed', async () => {
    const options = { seed: SEED, score: cost, noise };
    const journal = fresh(options, 80);
    await driveFake(journal, fakeLanes(options), { width: 2 });
    const bests = journal.view().improvements(100);
    expect(bests.length).toBeGreaterThan(1);
    for (const [index, { candidate }] of bests.slice(1).entries()) {
      const evaluation = journal.view().entry(candidate)?.evaluation;
      const comparisons = evaluation?.outcome === 'scored' ? evaluation.comparisons : [];
      expect(comparisons).toContainEqual(
        expect.objectContaining({ against: bests[index]?.candidate, verdict: 'better' }),
      );
    }
  });
});
