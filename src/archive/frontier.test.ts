import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attempt, labConfig, openLab, propose } from '../../test/fake/experiments.ts';
import type { Direction } from '../domain/compare.ts';
import type { FrontierRule } from '../domain/config.ts';
import { FRONTIER } from '../domain/experiment.ts';
import type { Journal } from '../domain/journal.ts';
import { rng } from '../domain/rng.ts';
import type { View } from '../domain/view.ts';
import { memoryJournal } from '../journal/journal.ts';
import { draws, frontierOf } from './frontier.ts';
import { drawnFrom } from './lot.ts';

type Tasks = Readonly<Record<string, number>>;

const idsOf = (view: View, rule: FrontierRule, asked: Partial<Parameters<typeof frontierOf>[2]> = {}) =>
  frontierOf(view, rule, { seed: 1, ...asked }).nodes.map(({ proposal }) => proposal.id);

/** A root with so many committed children, each with its score and tasks. */
function fan(children: readonly (readonly [score: number, tasks?: Tasks])[], direction: Direction = 'max'): Journal {
  const journal = memoryJournal('r1', () => 0);
  openLab(journal, direction === 'max' ? -1000 : 1000, labConfig({ direction }));
  for (const [score, tasks] of children)
    attempt(journal, propose(journal, 'root'), 'committed', score, tasks === undefined ? {} : { tasks });
  return journal;
}

describe('frontier', () => {
  it('argmax and top-k go by score, the first of equals first, whichever way is better', () => {
    const view = fan([[3], [7], [5], [7]]).view();
    expect(idsOf(view, { kind: 'argmax' })).toEqual(['exp_0002']);
    expect(idsOf(view, { kind: 'top-k', k: 3 })).toEqual(['exp_0002', 'exp_0004', 'exp_0003']);
    expect(idsOf(fan([[3], [7], [5]], 'min').view(), { kind: 'top-k', k: 2 })).toEqual(['exp_0001', 'exp_0003']);
    expect(frontierOf(view, { kind: 'argmax' }, { seed: 1 })).not.toHaveProperty('seed');
  });

  it('leaves out whose child is being measured, and with all nobody but what was pruned', () => {
    const journal = fan([[3], [7], [5]]);
    const child = propose(journal, 'exp_0002');
    attempt(journal, child, 'committed', 9);
    journal.append(() => [{ type: 'pruned', experiment: 'exp_0003', kind: 'exhausted', reason: 'done' }]);
    const view = journal.view();
    expect(idsOf(view, { kind: 'top-k', k: 9 })).toEqual([child, 'exp_0001']);
    for (const rule of RULES) expect(idsOf(view, rule, { without: [child] }), rule.kind).toEqual(['exp_0001']);
    for (const rule of RULES) expect(idsOf(view, rule, { without: [child, 'exp_0001'] }), rule.kind).toEqual([]);
    const all = idsOf(view, { kind: 'top-k', k: 9 }, { all: true, without: [child] });
    expect(all).toEqual([child, 'exp_0002', 'exp_0001', 'root']);
  });

  it('has the root alone at first, and nobody while an epoch has no baseline', () => {
    const journal = fan([]);
    for (const rule of RULES) expect(idsOf(journal.view(), rule), rule.kind).toEqual(['root']);
    journal.append(() => [{ type: 'infra', reason: 'a new machine', noted: true, breaking: true }]);
    for (const rule of RULES) expect(idsOf(journal.view(), rule), rule.kind).toEqual([]);
    for (const rule of RULES) expect(idsOf(journal.view(), rule, { all: true }), rule.kind).toEqual([]);
  });

  it('draws the same by the same seed and says it', () => {
    const view = fan([[1], [2], [3], [4], [5]]).view();
    for (const rule of RULES.filter(draws)) {
      const once = frontierOf(view, rule, { seed: 7 });
      expect(frontierOf(view, rule, { seed: 7 })).toEqual(once);
      expect(once.seed).toBe(7);
    }
    const seeds = Array.from({ length: 50 }, (_, seed) =>
      idsOf(view, { kind: 'softmax', temperature: 2, k: 2 }, { seed }),
    );
    expect(new Set(seeds.map((ids) => ids.join())).size).toBeGreaterThan(3);
  });
});

const RULES: readonly FrontierRule[] = [
  { kind: 'argmax' },
  { kind: 'top-k', k: 1 },
  { kind: 'epsilon-greedy', epsilon: 0.5 },
  { kind: 'softmax', temperature: 0.5, k: 5 },
  { kind: 'pareto-per-task', k: 5, floor: 0 },
];

/** How often each comes first, by so many seeds. */
function firsts(view: View, rule: FrontierRule, seeds = 800): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let seed = 0; seed < seeds; seed++) {
    const [first = 'nobody'] = idsOf(view, rule, { seed });
    found[first] = (found[first] ?? 0) + 1 / seeds;
  }
  return found;
}

/** Five standard errors of a share of 800: draws are by seed, so this never fails by chance. */
const NEAR = 0.09;

describe('draws', () => {
  it('epsilon-greedy takes anybody alike in a share of cases, else the best', () => {
    const found = firsts(fan([[1], [2], [3], [4]]).view(), { kind: 'epsilon-greedy', epsilon: 0.4 });
    for (const id of ['exp_0001', 'exp_0002', 'exp_0003']) expect(Math.abs((found[id] ?? 0) - 0.1)).toBeLessThan(NEAR);
    expect(Math.abs((found.exp_0004 ?? 0) - 0.7)).toBeLessThan(NEAR);
    const view = fan([[1], [2]]).view();
    expect(Object.keys(firsts(view, { kind: 'epsilon-greedy', epsilon: 0 }, 200))).toEqual(['exp_0002']);
  });

  it.each(['max', 'min'] as const)('softmax goes by score and temperature: %s', (direction) => {
    const sign = direction === 'max' ? 1 : -1;
    const view = fan([[sign * 1], [sign * 2], [sign * 3]], direction).view();
    const found = firsts(view, { kind: 'softmax', temperature: 1, k: 1 });
    const weights = [Math.exp(-2), Math.exp(-1), 1];
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries())
      expect(Math.abs((found[`exp_000${index + 1}`] ?? 0) - weight / total)).toBeLessThan(NEAR);
  });

  it('softmax never draws what weighs nothing, nor anybody twice', () => {
    const view = fan([[0], [1e6], [1e6]]).view();
    for (let seed = 0; seed < 50; seed++) {
      const ids = idsOf(view, { kind: 'softmax', temperature: 0.5, k: 3 }, { seed });
      expect(ids.toSorted()).toEqual(['exp_0002', 'exp_0003']);
    }
  });

  it('without putting back follows the weights, place by place', () => {
    const lots = [1, 2, 5].map((weight) => ({ of: weight, weight }));
    const seconds = { 1: 0, 2: 0, 5: 0 };
    for (let seed = 0; seed < 4000; seed++) {
      const [first, second] = drawnFrom(lots, 2, rng(seed, 'lots'));
      if (first === 5 && (second === 1 || second === 2)) seconds[second]++;
    }
    expect(Math.abs(seconds[2] / (seconds[1] + seconds[2]) - 2 / 3)).toBeLessThan(NEAR);
  });

  it('pareto-per-task goes by how many tasks nobody does better', () => {
    const view = fan([
      [1, { a: 9, b: 1, c: 1, d: 1 }],
      [2, { a: 1, b: 9, c: 9, d: 9 }],
      [3, { a: 2, b: 2, c: 2, d: 2 }],
    ]).view();
    const found = firsts(view, { kind: 'pareto-per-task', k: 1, floor: 0 });
    expect(Object.keys(found).sort()).toEqual(['exp_0001', 'exp_0002']);
    expect(Math.abs((found.exp_0001 ?? 0) - 0.25)).toBeLessThan(NEAR);
  });
});

describe('pareto-per-task', () => {
  const k = 50;
  const needed = (journal: Journal, floor = 0) =>
    idsOf(journal.view(), { kind: 'pareto-per-task', k, floor }).toSorted();

  it('goes by the tasks that all report who report any; others have no vote', () => {
    expect(needed(fan([[1, { a: 5, x: 9 }], [2, { a: 7 }], [9]]))).toEqual(['exp_0002']);
    expect(needed(fan([[1, { x: 9 }], [2, { a: 7 }], [9]]))).toEqual(['exp_0003']);
    expect(needed(fan([[1], [9], [2]]))).toEqual(['exp_0002']);
  });

  it('leaves out tasks at which nobody is better than the floor, but not where less is better', () => {
    const journal = fan([
      [1, { a: 0.2, b: 0.9 }],
      [2, { a: 0.3, b: 0.1 }],
    ]);
    expect(needed(journal)).toEqual(['exp_0001', 'exp_0002']);
    expect(needed(journal, 0.3)).toEqual(['exp_0001']);
    expect(needed(journal, 1)).toEqual(['exp_0002']);
    const least = fan(
      [
        [1, { a: 0.2 }],
        [2, { a: 0.3 }],
      ],
      'min',
    );
    expect(needed(least, 0.9)).toEqual(['exp_0001']);
  });

  it('names whom the original rule names, whatever the tree', () => {
    const member = fc.tuple(fc.nat(4), fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(3)));
    fc.assert(
      fc.property(fc.array(member, { minLength: 1, maxLength: 12 }), fc.nat(2), fc.nat(2), (members, floor, apart) => {
        const journal = fan(members);
        const without = Array.from({ length: apart }, (_, nth) => `exp_000${nth + 1}`);
        const rule = { kind: 'pareto-per-task', k, floor } as const;
        expect(idsOf(journal.view(), rule, { without }).toSorted()).toEqual(original(journal.view(), floor, without));
      }),
      { numRuns: 60 },
    );
  });
});

/** The rule as it was first written down, everybody against everybody. */
function original(view: View, floor: number, without: readonly string[]): readonly string[] {
  const nodes = view
    .top(FRONTIER, 999)
    .filter(({ proposal }) => !without.includes(proposal.id))
    .map(({ proposal, evaluation }) => ({
      id: proposal.id,
      score: evaluation?.outcome === 'scored' ? (evaluation.samples[0] ?? 0) : 0,
      tasks: evaluation?.outcome === 'scored' ? (evaluation.tasks ?? {}) : {},
    }));
  const reporting = nodes.filter(({ tasks }) => Object.keys(tasks).length > 0);
  const [first] = reporting;
  const shared = Object.keys(first?.tasks ?? {}).filter((task) => reporting.every(({ tasks }) => task in tasks));
  const fronts = shared.flatMap((task) => {
    const best = Math.max(...reporting.map(({ tasks }) => tasks[task] ?? 0));
    return best <= floor ? [] : [reporting.filter(({ tasks }) => tasks[task] === best).map(({ id }) => id)];
  });
  if (fronts.length === 0) return nodes.slice(0, 1).map(({ id }) => id);
  const left = new Set(reporting.map(({ id }) => id));
  for (;;) {
    // The lowest score first, the last of equals: `top` is in the opposite order.
    const gone = reporting
      .toReversed()
      .find(
        ({ id }) =>
          left.has(id) &&
          fronts.every((front) => !front.includes(id) || front.some((one) => one !== id && left.has(one))),
      );
    if (gone === undefined) return [...left].sort();
    left.delete(gone.id);
  }
}
