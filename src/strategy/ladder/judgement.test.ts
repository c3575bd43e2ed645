import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Entry } from '../../domain/view.ts';
import { judged } from './judgement.ts';
import { goal, item, worldOf } from './world.fixture.ts';

const view = worldOf({}).journal.view();
const brief = { objective: '', boundaries: [], pointers: [] };
const place = { batch: 1, ord: 0, home: 'trunk', operator: 'brief' as const, by: 'ann', inspirations: [] };

function entry(tasks: Readonly<Record<string, number>>, percent: number): Entry {
  const evaluation: Evaluation = {
    ...{ outcome: 'scored', epoch: 0, samples: [0], comparisons: [], channel: 'number', stages: [] },
    ...{ tasks, metrics: { percent } },
  };
  return { proposal: { id: 'c1-1', ...place, parents: ['c1'], brief }, evaluation, alive: false };
}

describe('a goal that is measured', () => {
  const coverage = goal('coverage', { continuous: { metric: 'percent', threshold: 80 } });
  const work = item('coverage', { source: 'goal', goal: 'coverage' });

  it.each([
    { name: 'comes nearer', before: 50, after: 60, kind: 'gated' },
    { name: 'stays where it is', before: 50, after: 50, kind: 'bad' },
    { name: 'goes away from it', before: 50, after: 40, kind: 'bad' },
    { name: 'comes down to a limit', before: 120, after: 90, kind: 'gated' },
  ])('$name: $kind', ({ before, after, kind }) => {
    const base = entry({ coverage: 0 }, before);
    expect(judged(view, entry({ coverage: 0 }, after), base, work, [coverage]).kind).toBe(kind);
  });

  it('has to be met where it is not measured by a number', () => {
    const [base, same] = [entry({ coverage: 0 }, 1), entry({ coverage: 0 }, 2)];
    expect(judged(view, same, base, work, [goal('coverage')])).toEqual({
      ...{ kind: 'bad', fault: 'failed', findings: ['the goal coverage is still not met'] },
    });
    expect(judged(view, entry({ coverage: 1 }, 2), base, work, [goal('coverage')]).kind).toBe('gated');
  });
});
