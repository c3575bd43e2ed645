import { describe, expect, it } from 'vitest';
import { configOf } from '../../../test/fake/config.ts';
import { scoreOf } from '../../domain/compare.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Entry } from '../../domain/view.ts';
import type { CandidateFacts } from './facts.ts';
import { pageOf } from './page.ts';
import type { Ended } from './report.ts';

const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u0000';

const scored = (score: number): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score, score],
  comparisons: [],
  metrics: { [EVIL]: 1 },
  feedback: EVIL,
  channel: 'number',
  stages: [{ stage: EVIL, verdict: 'pass', ms: 5 }],
});
const invalid: Evaluation = {
  outcome: 'invalid',
  epoch: 0,
  reason: EVIL,
  tail: EVIL,
  stages: [{ stage: 'benchmark', verdict: 'fail', ms: 5, reason: EVIL }],
};

function facts(
  batch: number,
  ord: number,
  parents: readonly [string, ...string[]],
  evaluation: Evaluation,
): CandidateFacts {
  const id = batch === 0 ? 'gen0-seed' : `gen${batch}-${ord}`;
  const brief = { objective: EVIL, boundaries: [], pointers: [], ...(batch === 0 ? {} : { lens: EVIL }) };
  const operator = batch === 0 ? ('seed' as const) : ('mutate' as const);
  const entry: Entry = {
    proposal: { id, batch, ord, home: 'population', operator, by: EVIL, parents, inspirations: [], brief },
    candidate: {
      id,
      proposal: id,
      parents,
      commit: 'c',
      tree: 't',
      summary: EVIL,
      refused: [{ path: EVIL, reason: EVIL }],
    },
    evaluation,
    alive: true,
  };
  return {
    entry,
    rank: batch === 0 ? null : batch * 1000 + ord,
    score: scoreOf(evaluation),
    delta: 1,
    status: evaluation.outcome === 'scored' ? 'alive' : 'invalid',
    best: false,
    depth: batch,
    onPath: false,
    patch: { kind: 'shown', text: `diff --git a/${EVIL} b/x\n+${EVIL}\n-old`, left: 1 },
  };
}

function endedOf(candidates: readonly CandidateFacts[]): Ended {
  const last = Math.max(...candidates.map(({ entry }) => entry.proposal.batch));
  return {
    run: 'r1',
    strategy: 'generations',
    state: 'finished',
    generation: last,
    baseline: { id: 'gen0-seed', score: 1 },
    best: { id: 'gen1-1', score: 2, delta: 1 },
    proposals: { made: 2, unchanged: 0, dropped: 0 },
    candidates: { total: 2, scored: 1, invalid: 1, broken: 0, cached: 0 },
    stale: { count: 0, limit: 3 },
    history: Array.from({ length: last + 1 }, (_, generation) => ({
      generation,
      best: 1 + generation,
      avg: 1,
      delta: null,
    })),
    budget: { evaluationsSpent: 2, minutesSpent: 1 },
    stop: { cause: 'generations', reason: EVIL },
    fitness: EVIL,
    goal: EVIL,
    files: [EVIL],
    direction: 'max',
    lineage: [],
    sideBySide: { baseline: [1, 1, 1], best: [2, 2, 2] },
    improvement: { delta: 1, percent: 100, confirmed: true, interval: null },
    noisy: false,
    leaders: [],
    flagged: [],
    diff: `diff --git a/${EVIL} b/x\n+${EVIL}\n`,
    patch: EVIL,
    root: EVIL,
  };
}

const page = (candidates: readonly CandidateFacts[], left = 0): string =>
  pageOf({ ended: endedOf(candidates), config: configOf(), openedAt: 0, candidates, left, scriptHash: 'h' });

/** Numbers in the page's pictures and tables that are none. */
const oddIn = (candidates: readonly CandidateFacts[]): readonly string[] =>
  page(candidates)
    .split('<script>')[0]
    ?.match(/[^\n]*(?:NaN|Infinity)[^\n]*/g) ?? [];

const FEW = [
  facts(0, 0, ['gen0-seed'], scored(1)),
  { ...facts(1, 1, ['gen0-seed'], scored(2)), best: true, onPath: true },
  facts(1, 2, ['gen0-seed', 'gen1-1'], invalid),
];

describe('page', () => {
  it('shows what others wrote as text and nothing else', () => {
    const text = page(FEW);
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toContain('<img');
    expect(text).not.toContain('\u0000');
    expect(text.split('&lt;script&gt;').length).toBeGreaterThan(20);
    expect(text.replaceAll(/<[^>]*>/g, '')).not.toMatch(/onerror=alert\(1\)>/);
  });

  it('loads nothing and allows no script but its own', () => {
    const text = page(FEW);
    expect(text).not.toMatch(/(?:src|href)="(?!#)/);
    expect(text).not.toMatch(/url\(|@import|https?:/);
    expect(text).toContain('script-src &#39;sha256-h&#39;');
  });

  it('says what agents have cost, and nothing where there was none', () => {
    const none = { calls: 0, usd: 0, tokens: 0 };
    const usage = { input: 30_000, cached: 0, kept: 0, output: 4_000 };
    const cost = { calls: 12, usd: 0.42, unpriced: 0, tokens: 34_000, usage, pending: none, lost: none };
    const ended = { ...endedOf(FEW), cost, usdPerPercent: 0.0042 };
    const text = pageOf({ ended, config: configOf(), openedAt: 0, candidates: FEW, left: 0, scriptHash: 'h' });
    expect(text).toContain('<b>$0.42</b>');
    expect(text).toContain('>12 calls, 34k tokens · $0.0042 per 1 % gained');
    expect(page(FEW)).not.toContain('Agents');
  });

  it('says what it leaves out', () => {
    expect(page(FEW, 7)).toContain('7 more candidates left out');
    expect(page(FEW)).not.toContain('left out here');
    expect(
      page([...FEW.slice(0, 2), { ...facts(1, 2, ['gen0-seed'], scored(0)), patch: { kind: 'left out' } }]),
    ).toContain('evolve diff gen1-2 parent');
  });

  it('draws every candidate once in the curve, by its shape', () => {
    const [curve = ''] = /aria-label="Score[\s\S]*?<\/svg>/.exec(page(FEW)) ?? [];
    expect(curve.match(/<a href="#c-/g)).toHaveLength(3);
    for (const shape of ['class="best"', 'class="invalid"', 'class="alive"']) expect(curve).toContain(shape);
    expect(curve).not.toContain('NaN');
  });

  it('stays finite with no score, one score, and wild ones', () => {
    for (const scores of [[1], [1, 1, 1], [1, -1e300, 1e300, 2]]) {
      const candidates = [
        facts(0, 0, ['gen0-seed'], scored(scores[0] ?? 0)),
        ...scores.map((score, index) => facts(1, index + 1, ['gen0-seed'], scored(score))),
      ];
      expect(oddIn(candidates)).toEqual([]);
    }
    expect(oddIn([facts(0, 0, ['gen0-seed'], invalid)])).toEqual([]);
  });

  it('draws no more of a lineage than can be looked at', () => {
    const many = Array.from({ length: 900 }, (_, index) =>
      facts(1 + Math.floor(index / 4), (index % 4) + 1, ['gen0-seed'], scored(index)),
    );
    const text = page([...FEW.slice(0, 1), ...many]);
    const [graph = ''] = /aria-label="Lineage[\s\S]*?<\/svg>/.exec(text) ?? [];
    expect(graph.match(/<a href="#c-/g)).toHaveLength(600);
    expect(text).toContain('600 of 901 candidates');
  });
});

it('shows who lives in a grid or on a front, and what free operators did', () => {
  const candidates = [facts(0, 0, ['gen0-seed'], scored(1)), facts(1, 1, ['gen0-seed'], scored(2))];
  const member = { id: 'gen1-1', score: 2, values: { [EVIL]: 7 }, won: [EVIL] };
  const ended: Ended = {
    ...endedOf(candidates),
    front: { by: 'tasks', size: 3, members: [member] },
    arms: { control: 1, idle: 4, partner: 0, idleBests: 0 },
  };
  const shown = pageOf({ ended, config: configOf(), openedAt: 0, candidates, left: 0, scriptHash: 'h' });
  expect(shown).toContain('<h2>Front: 3 candidates, together best at every task</h2>');
  expect(shown).toContain('… 2 more: <code>evolve status --json</code>');
  expect(shown).toContain('4 evaluations by free operators');
  expect(shown).not.toContain('<script>alert');
});
