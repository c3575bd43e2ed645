import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { Adjustable, Preset } from '../domain/config.ts';
import { memoryJournal } from '../journal/journal.ts';
import { endsText } from './ending.ts';

function ends(adjustable: Partial<Adjustable>, preset: Preset = 'patient'): string {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, adjustable, preset), [1], 1);
  const run = journal.view().run();
  if (run === undefined) throw new Error('not open');
  return endsText(run);
}

const USUAL =
  'ends after 100 evaluations, or 40 without a better one (to change that: --budget-evals, --budget-minutes or --plateau)';

describe('when a run ends', () => {
  it('is told as it was asked for, and as it is where nothing was', () => {
    expect(ends({})).toBe(USUAL);
    expect(ends({ plateau: 7, budget: { minutes: 5 } })).toBe(
      'ends after 7 evaluations without a better one, or 5 minutes',
    );
  });

  it('is after so many iterations with islands, and at what else was asked for', () => {
    expect(ends({}, 'islands')).toBe('ends after 10 iterations (to change that: -n)');
    expect(ends({ iterations: 1 }, 'islands')).toBe('ends after 1 iteration');
    expect(ends({ iterations: 30, plateau: 7, budget: { evaluations: 20 } }, 'islands')).toBe(
      'ends after 30 iterations, or 20 evaluations, or 7 without a better one',
    );
  });

  it('leaves out what will never end it', () => {
    expect(ends({ budget: { usd: 5 } })).toBe(USUAL);
    expect(ends({ stopWhen: [{ gain: 0, evaluations: 20 }] })).toBe(USUAL);
    expect(ends({ operator: 'agent', budget: { usd: 5 } })).toBe('ends after $5.00 for agents');
  });
});
