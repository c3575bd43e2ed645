import { describe, expect, it } from 'vitest';
import { configOf } from '../../../test/fake/config.ts';
import { open } from '../../../test/fake/run.ts';
import type { Adjustable, Preset } from '../../domain/config.ts';
import type { Evaluation, StageResult } from '../../domain/evaluation.ts';
import type { Event } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { Watch } from './live.ts';
import { storyOf, type Told } from './story.ts';

const scored = (score: number, metrics: Readonly<Record<string, number>> = {}): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics,
  channel: 'number',
  stages: [],
});
const failing: StageResult = { stage: 'gate test', verdict: 'fail', ms: 1, reason: 'exited with code 1' };
const invalid: Evaluation = { outcome: 'invalid', epoch: 0, reason: 'gate test exited with code 1', stages: [failing] };

function started(strategy: Preset = 'islands', settings: Partial<Adjustable> = { iterations: 10 }): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, settings, strategy), [1], 0.5);
  return journal;
}

function iteration(nth: number, came: Evaluation | string): readonly Event[] {
  const id = `c${nth}`;
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { batch: nth, ord: 1, home: 'island0', operator: 'mutate' as const, by: 'agent', inspirations: [] };
  const candidate = { id, proposal: id, parents: ['seed'], commit: id, tree: id, summary: `idea ${nth}` };
  const placement = { kind: 'kept' as const, home: 'island0', evicted: [] };
  const proposed: Event = { type: 'proposed', proposal: { id, ...place, parents: ['seed'], brief } };
  if (typeof came === 'string')
    return [
      proposed,
      { type: 'dropped', proposal: id, kind: 'failed', reason: came },
      { type: 'placed', proposal: id, placement: { kind: 'refused', reason: came } },
    ];
  return [
    proposed,
    { type: 'applied', candidate },
    { type: 'evaluated', candidate: id, evaluation: came },
    { type: 'placed', proposal: id, placement },
  ];
}

function told(journal: Journal, events: readonly Event[], how: Told = 'normal'): readonly string[] {
  const story = storyOf(journal.view(), how);
  return journal.append(() => events).flatMap(story);
}

describe('the story of islands', () => {
  it('has a line per iteration with the parts of the score and the best so far, and what changed', () => {
    const journal = started();
    const both = { 'efficiency-score': 0.8, 'benchmark-score': 0.75, seconds: 3 };
    const lines = told(journal, [
      ...iteration(1, scored(0.85, { 'efficiency-score': 0.9, 'benchmark-score': 0.8 })),
      ...iteration(2, invalid),
      ...iteration(3, scored(0.775, both)),
      ...iteration(4, 'the agent timed out\u001b[2J\nafter 20 min'),
    ]);
    expect(lines).toEqual([
      'Iteration 1/10 | efficiency-score: 0.9 | benchmark-score: 0.8 | best: 0.85',
      '  Δ idea 1',
      'Iteration 2/10 | discarded: gate test exited with code 1 | best: 0.85',
      'Iteration 3/10 | efficiency-score: 0.8 | benchmark-score: 0.75 | best: 0.85',
      '  Δ idea 3',
      'Iteration 4/10 | discarded: the agent timed out after 20 min | best: 0.85',
    ]);
  });

  it('tells the best as it was then, though the view is ahead', () => {
    const lines = told(started('islands', {}), [...iteration(1, scored(0.6)), ...iteration(2, scored(0.9))]);
    expect(lines).toEqual([
      'Iteration 1/10 | score: 0.6 | best: 0.6',
      '  Δ idea 1',
      'Iteration 2/10 | score: 0.9 | best: 0.9',
      '  Δ idea 2',
    ]);
  });

  it('says nothing of held-out scores that part where the best is told of late', () => {
    const [proposed, applied, evaluated, placed] = iteration(1, scored(0.6));
    const heldOut: Event = { type: 'held-out', candidate: 'c1', samples: [0.7] };
    const events = [proposed, applied, evaluated, heldOut, placed].flatMap((event) => event ?? []);
    expect(told(started(), events)).toEqual(['Iteration 1/10 | score: 0.6 | best: 0.6', '  Δ idea 1']);
  });

  it('is told beside a live view, too, and counted in it', () => {
    const journal = started();
    const lines = told(journal, iteration(1, scored(0.6)), { live: 'normal' });
    expect(lines).toEqual(['Iteration 1/10 | score: 0.6 | best: 0.6', '  Δ idea 1']);
    const watch = new Watch(journal.view(), 0);
    expect(watch.facts(0)?.progress).toEqual({ done: 1, of: 10, unit: 'iteration' });
    expect(told(journal, iteration(2, scored(0.6)), 'quiet')).toEqual([]);
  });
});

describe('three in a row that come to nothing', () => {
  const warned = (lines: readonly string[]) => lines.filter((line) => line.startsWith('warning'));

  it.each(['islands', 'patient'] as const)('are warned of once, with the cause and what to do (%s)', (strategy) => {
    const lines = told(started(strategy), [
      ...iteration(1, invalid),
      ...iteration(2, invalid),
      ...iteration(3, 'it refused'),
      ...iteration(4, invalid),
    ]);
    expect(warned(lines)).toEqual([
      'warning: 3 in a row came to nothing: gate test failed (2 times); it refused. Look at evolve show c3, then try the test command by hand and see that the agent works (evolve doctor)',
    ]);
  });

  it('are not told their stage twice', () => {
    const died = (reason: string): Evaluation => ({
      ...{ outcome: 'invalid', epoch: 0, reason },
      stages: [{ stage: 'benchmark', verdict: 'fail', ms: 1, reason }],
    });
    const row = (reason: string) =>
      told(
        started(),
        [1, 2, 3].flatMap((nth) => iteration(nth, died(reason))),
      );
    expect(warned(row('benchmark exited with code 1'))).toEqual([expect.stringContaining('nothing: benchmark exited')]);
    expect(warned(row('printed no number'))).toEqual([
      expect.stringContaining('nothing: benchmark: printed no number'),
    ]);
  });

  it('for want of a verdict say how to ask the judge', () => {
    const reason = 'the judge gave no verdict: the agent exited with code 1';
    const mute: Evaluation = {
      outcome: 'invalid',
      epoch: 0,
      reason,
      stages: [{ stage: 'judge', verdict: 'fail', ms: 1, reason }],
    };
    const lines = told(
      started(),
      [1, 2, 3].flatMap((nth) => iteration(nth, mute)),
    );
    expect(warned(lines)).toEqual([
      `warning: 3 in a row came to nothing: ${reason} (3 times). Look at evolve show c3, then ask the judge by hand: evolve judge FILE`,
    ]);
  });

  it('are counted anew after a success, and across drivers', () => {
    const journal = started();
    expect(warned(told(journal, [...iteration(1, invalid), ...iteration(2, scored(0.4))]))).toEqual([]);
    expect(warned(told(journal, [...iteration(3, invalid), ...iteration(4, invalid)]))).toEqual([]);
    expect(warned(told(journal, iteration(5, invalid)))).toHaveLength(1);
    expect(warned(told(journal, iteration(6, invalid)))).toEqual([]);
  });
});
