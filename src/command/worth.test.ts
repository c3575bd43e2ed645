import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open } from '../../test/fake/run.ts';
import { scoreOf } from '../domain/compare.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import { memoryJournal } from '../journal/journal.ts';
import { controlLines, forecastLines, prospectsOf, worthText } from './worth.ts';

const SEED = [1, 2, 3, 4];
const far = (numbers: readonly number[]): number => 1 + numbers.reduce((sum, number) => sum + (number - 10) ** 2, 0);

/** What a run that makes the score small has come to. */
async function prospects(adjustable: Partial<Adjustable>, score = far, strategy: Preset = 'patient') {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({ direction: 'min' }, adjustable, strategy), SEED, score(SEED));
  await driveFake(journal, fakeLanes({ seed: SEED, score }));
  const view = journal.view();
  const [run, best] = [view.run(), view.best()?.evaluation];
  if (run === undefined || best === undefined) throw new Error('nothing was run');
  return { ...prospectsOf(view, run), best: { score: scoreOf(best) } };
}

describe('the prospects of a run', () => {
  it('are told in scores, the verdict first', async () => {
    const found = await prospects({ budget: { evaluations: 120 } });
    const { control, best } = found;
    expect(control).toMatchObject({ verdict: 'worth' });
    expect(control?.samples).toBeGreaterThanOrEqual(10);
    // Candidates that were known before are plain samples, too.
    expect(control?.draws).toBeGreaterThanOrEqual(120);
    // Less is better, and the seed is at 231.
    expect(control?.reached).toBeLessThan(231);
    expect(control?.reached).toBeGreaterThan(best.score ?? 0);
    expect(control?.low).toBeLessThanOrEqual(control?.high ?? 0);
    const [first, second] = controlLines(found);
    expect(first).toMatch(/^Evolution was worth it: \d+ plain samples would match [\d.]+ with a chance of .*%\.$/);
    expect(second).toMatch(/^By \d+ plain samples from the seed: \d+ would reach [\d.]+ \([\d.]+ to [\d.]+\)\.$/);
    expect(forecastLines(found)).toEqual([expect.stringMatching(/^20 more evaluations would gain about [\d.e-]+ %/)]);
  });

  it('say that there is no sign where nothing is better, and look as far ahead as the first rule', async () => {
    const still = await prospects({ budget: { evaluations: 30 } }, () => 5);
    expect(controlLines(still)).toEqual(['No sign that evolution was worth it: nothing is better than the seed.']);
    expect(forecastLines(still)).toEqual([]);
    const ruled = await prospects({ stopWhen: [{ gain: 0.2, evaluations: 7 }] });
    expect(ruled.forecast?.evaluations).toBe(7);
  });

  it('are headed by what they say', async () => {
    const budget = { evaluations: 60 };
    expect(worthText(await prospects({ budget })).heading).toBe('Was it worth it?');
    const alone = worthText(await prospects({ budget, control: 0 }));
    expect(alone).toEqual({ heading: 'What more would bring', lines: [expect.stringContaining('would gain about')] });
  });

  it('hold no verdict without a control arm', async () => {
    expect((await prospects({ budget: { evaluations: 40 }, control: 0 })).control).toBeUndefined();
    expect((await prospects({ budget: { evaluations: 40 } }, far, 'best-of-n')).control).toBeUndefined();
  });

  it('say too few where they are', () => {
    const control = {
      samples: 3,
      draws: 30,
      reached: 2,
      low: 2,
      high: 2,
      match: null,
      verdict: 'too-few',
    } as const;
    expect(controlLines({ control, best: { score: 9 } })).toEqual([
      'Too few plain samples to say: 3 plain samples from the seed, the best of them 2.',
    ]);
    const some = { ...control, samples: 6, match: 0.2, high: 3 };
    expect(controlLines({ control: some, best: { score: 9 } })).toEqual([
      'Too few plain samples to say: 30 plain samples would match 9 with a chance of 20 %.',
      'By 6 plain samples from the seed: 30 would reach 2 (2 to 3).',
    ]);
  });
});
