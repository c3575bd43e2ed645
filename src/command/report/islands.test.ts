import { describe, expect, it } from 'vitest';
import { configOf } from '../../../test/fake/config.ts';
import { open } from '../../../test/fake/run.ts';
import type { Preset } from '../../domain/config.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Journal } from '../../domain/journal.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { codeText, type IslandsOutcome, islandsOf, islandsText } from './islands.ts';

const scored = (score: number, metrics: Readonly<Record<string, number>>): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics,
  channel: 'json',
  stages: [],
});

function started(strategy: Preset = 'islands'): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, {}, strategy), [1], 0.5);
  return journal;
}

function won(journal: Journal, nth: number, evaluation: Evaluation): void {
  const id = `c${nth}`;
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { batch: nth, ord: 1, home: 'island0', operator: 'mutate' as const, by: 'agent', inspirations: [] };
  const candidate = { id, proposal: id, parents: ['seed'], commit: id, tree: id, summary: 'Used a map' };
  journal.append(() => [
    { type: 'proposed', proposal: { id, ...place, parents: ['seed'], brief } },
    { type: 'applied', candidate },
    { type: 'evaluated', candidate: id, evaluation },
    { type: 'placed', proposal: id, placement: { kind: 'kept', home: 'island0', evicted: [] } },
  ]);
}

function outcomeOf(journal: Journal): IslandsOutcome | undefined {
  const run = journal.view().run();
  return run === undefined ? undefined : islandsOf(journal.view(), run);
}

const stop = { cause: 'iterations', reason: '10 iterations done' };
const confirmed = { delta: 0.4, percent: 80, confirmed: true, interval: null };

describe('the report of islands', () => {
  it('has baseline, best with its iteration, improvement and strategy', () => {
    const journal = started();
    won(journal, 7, scored(0.9, { 'efficiency-score': 0.9, ms: 3 }));
    const islands = outcomeOf(journal);
    if (islands === undefined) throw new Error('nothing to tell');
    expect(islandsText({ islands, state: 'finished', stop, improvement: confirmed })).toBe(
      [
        'Evolution complete.',
        'Baseline: {"score":0.5}',
        'Best:     {"efficiency-score":0.9} (iteration 7)',
        'Improvement: +80 %',
        '',
        'Strategy that worked best: Used a map',
      ].join('\n'),
    );
    const text = islandsText({ islands, state: 'stopped', stop, improvement: { ...confirmed, confirmed: false } });
    expect(text).toMatch(/^Evolution stopped: 10 iterations done\.$/m);
    expect(text).toMatch(/^Improvement: \+80 %, not confirmed/m);
  });

  it('says so when nothing is better', () => {
    const journal = started();
    won(journal, 1, scored(0.4, {}));
    const islands = outcomeOf(journal);
    if (islands === undefined) throw new Error('nothing to tell');
    expect(islandsText({ islands, state: 'finished', stop, improvement: null })).toBe(
      [
        'Evolution complete.',
        'Baseline: {"score":0.5}',
        'Best:     {"score":0.5} (the code as it was)',
        'Improvement: none, no candidate beats the baseline',
      ].join('\n'),
    );
  });

  it('is of islands alone, and shows only so much code', () => {
    expect(outcomeOf(started('patient'))).toBeUndefined();
    expect(codeText({})).toBe('');
    const code = Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n');
    const islands = { baseline: {}, best: {}, iteration: 1, improvement: 1, code, file: '.evolve/r1/best/target/f.py' };
    const lines = codeText({ islands }).split('\n');
    expect(lines).toHaveLength(82);
    expect(lines.at(-1)).toBe('… 10 more lines in .evolve/r1/best/target/f.py');
  });
});
