import { describe, expect, it } from 'vitest';
import { configOf } from '../../../test/fake/config.ts';
import { open } from '../../../test/fake/run.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Event } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import { memoryJournal } from '../../journal/journal.ts';
import { styleOf } from '../../lib/style.ts';
import { frameOf } from './frame.ts';
import { Watch } from './live.ts';
import { storyOf, type Told } from './story.ts';

const stages = [{ stage: 'benchmark', verdict: 'pass' as const, ms: 1500 }];
const scored = (score: number): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics: {},
  feedback: 'task 3\nis slow',
  channel: 'number',
  stages,
});
const invalid: Evaluation = { outcome: 'invalid', epoch: 0, reason: 'exit 1\u001b[2J', tail: 'a\nb', stages };

function candidate(ord: number, evaluation?: Evaluation): readonly Event[] {
  const id = `gen1-${ord}`;
  const brief = { objective: '', boundaries: [], pointers: [], lens: 'caching' };
  const place = { batch: 1, ord, home: 'population', operator: 'mutate' as const, by: 'agent', inspirations: [] };
  const refused = ord === 1 ? { refused: [{ path: 'bench.sh', reason: 'outside the scope' }] } : {};
  const made = { id, proposal: id, parents: ['gen0-seed'], commit: id, tree: id, summary: 'line 1', ...refused };
  const proposed: Event = { type: 'proposed', proposal: { id, ...place, parents: ['gen0-seed'], brief } };
  if (evaluation === undefined) return [proposed];
  return [proposed, { type: 'applied', candidate: made }, { type: 'evaluated', candidate: id, evaluation }];
}

const placed = (ord: number): Event => ({
  type: 'placed',
  proposal: `gen1-${ord}`,
  placement: { kind: 'kept', home: 'population', evicted: [] },
});

function told(how: Told): readonly string[] {
  const journal = started();
  const story = storyOf(journal.view(), how);
  const events = [...candidate(1, scored(6)), ...candidate(2, invalid), placed(1), placed(2)];
  const recorded = journal.append(() => events);
  return recorded.flatMap(story);
}

function started(now = () => 0): Journal {
  const journal = memoryJournal('r1', now);
  open(journal, configOf(), [1], 5);
  return journal;
}

function show(watch: Watch, journal: Journal, events: readonly Event[]): void {
  for (const recorded of journal.append(() => events)) watch.see(recorded);
}

describe('story', () => {
  it('has a line per candidate without a terminal, refused edits included', () => {
    expect(told('normal')).toEqual([
      'gen1-1     left out bench.sh: outside the scope',
      'gen1-1              6        +1  mutate   line 1',
      'gen1-2     INVALID               mutate   exit 1 (b)',
      'generation 1 · best 6 · average 6',
    ]);
  });

  it('leaves to the live view what it shows', () => {
    expect(told({ live: 'normal' })).toEqual([
      'gen1-1     left out bench.sh: outside the scope',
      'gen1-2     INVALID               mutate   exit 1 (b)',
      'new best   gen1-1  6 +20 %  mutate (caching): line 1',
      'generation 1 · best 6 · average 6',
    ]);
  });

  it('tells more when asked to, and nothing when asked not to', () => {
    const more = told('verbose');
    for (const line of [
      '  mutate (caching) by agent from gen0-seed',
      '  benchmark 1.5 s',
      '  feedback: task 3 is slow',
      '  | b',
    ])
      expect(more).toContain(line);
    expect(told('quiet')).toEqual([]);
  });
});

describe('live view', () => {
  it('says what each lane does and for how long, from the journal alone', () => {
    let time = 1000;
    const journal = started(() => time);
    const watch = new Watch(journal.view(), 1000);
    const append = (events: readonly Event[]) => show(watch, journal, events);
    append([{ type: 'driven' }]);
    append([...candidate(1), ...candidate(2), ...candidate(3)]);
    time = 6000;
    expect(watch.facts(6000)?.lanes.map(({ id, doing, forMs }) => [id, doing, forMs])).toEqual([
      ['gen1-1', 'making', 5000],
      ['gen1-2', 'making', 5000],
    ]);
    append(candidate(1, scored(6)).slice(1));
    append(candidate(2, invalid).slice(1, 2));
    time = 9000;
    const facts = watch.facts(9000);
    expect(facts?.lanes.map(({ id, doing, forMs }) => [id, doing, forMs])).toEqual([
      ['gen1-2', 'measuring', 3000],
      ['gen1-3', 'making', 3000],
    ]);
    expect(facts?.progress).toEqual({ done: 1, of: 11, unit: 'candidate' });
    expect(facts?.leftMs).toBeUndefined();
    append(candidate(2, invalid).slice(2));
    expect(watch.facts(9000)?.leftMs).toBe(4000 * 9);
  });

  it('shows the final measurement while it lasts', () => {
    const journal = started();
    const watch = new Watch(journal.view(), 0);
    const question = {
      key: 'final',
      of: 'side-by-side' as const,
      candidates: ['gen0-seed', 'gen1-1'] as const,
      repeats: 3,
    };
    show(watch, journal, [{ type: 'asked', question }]);
    const facts = watch.facts(2000);
    expect(facts && frameOf(facts, 80, styleOf(false)).at(-1)).toBe(
      '  measuring gen0-seed and gen1-1 side by side  2 s',
    );
    show(watch, journal, [{ type: 'answered', key: 'final', answer: {} }]);
    expect(watch.facts(2000)?.notes).toEqual([]);
  });

  it('counts down the budget that ends first', () => {
    const journal = memoryJournal('r1', () => 0);
    open(journal, configOf({}, { budget: { evaluations: 3, minutes: 1 } }), [1], 5);
    journal.append(() => [{ type: 'driven' }, ...candidate(1, scored(6))]);
    const facts = new Watch(journal.view(), 0).facts(30_000);
    expect(facts).toMatchObject({
      progress: { done: 1, of: 3, unit: 'evaluation' },
      evaluationsLeft: 2,
      minutesLeft: 0.5,
      leftMs: 30_000,
    });
  });
});
