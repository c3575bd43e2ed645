import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { Adjustable } from '../domain/config.ts';
import { memoryJournal } from '../journal/journal.ts';
import { endsText } from './ending.ts';

function ends(adjustable: Partial<Adjustable>): string {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, adjustable, 'patient'), [1], 1);
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

  it('leaves out what will never end it', () => {
    expect(ends({ budget: { usd: 5 } })).toBe(USUAL);
    expect(ends({ stopWhen: [{ gain: 0, evaluations: 20 }] })).toBe(USUAL);
    expect(ends({ operator: 'agent', budget: { usd: 5 } })).toBe('ends after $5.00 for agents');
  });
});
