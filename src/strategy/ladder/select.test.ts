import { describe, expect, it } from 'vitest';
import type { WorkAnswer } from '../../domain/cycle.ts';
import type { Directive } from '../../domain/goals.ts';
import { LADDER } from '../../domain/ladder.ts';
import { firstState } from './course.ts';
import { NOTHING } from './memory.ts';
import { type Facts, select } from './select.ts';
import { goal, item } from './world.fixture.ts';

const directive = (number: number, finished = false): Directive & { readonly finished: boolean } => ({
  ...{ number, title: `t${number}`, body: '', id: `directive-${number}`, hash: `h${number}`, finished },
});
const bead = (id: string, more = {}) => item(id, { ref: `beads:${id}`, source: 'beads', target: id, ...more });

const WORK: WorkAnswer = {
  ...{ pass: 1, harvested: [], beads: [], learnings: [], warnings: [] },
  open: { high: 0, medium: 0, low: 0 },
  scope: { mutable: [], immutable: [] },
};
const ALL: WorkAnswer = {
  ...WORK,
  harvested: [item('low', { severity: 'low' }), item('medium'), item('high', { severity: 'high' })],
  beads: [bead('ag-1')],
  goals: {
    era: 'e',
    goals: [
      goal('light', { weight: 2 }),
      goal('heavy', { weight: 8 }),
      goal('also', { weight: 8 }),
      goal('met', { weight: 10 }),
    ],
    directives: [directive(3), directive(1, true), directive(2)],
  },
};
const TASKS = { light: 0, heavy: 0, also: 0, met: 1 };

const factsOf = (more: Partial<Facts> = {}, mode: (typeof LADDER)['mode'] = 'standard'): Facts => ({
  ...{ cycle: 1, work: ALL, tasks: TASKS, memory: NOTHING, lost: [], restore: [], wide: 1, ladder: LADDER },
  state: firstState(0, { ...LADDER, mode }, 0, undefined),
  ...more,
});

function targetOf(facts: Facts): readonly string[] {
  const { choice } = select(facts);
  return choice.kind === 'work' ? choice.works.map(({ target }) => target) : [choice.kind];
}

/** Everything in the order in which it is taken. */
function order(facts: Facts): readonly string[] {
  const taken: string[] = [];
  const lost: string[] = [];
  for (;;) {
    const { choice } = select({ ...facts, lost });
    if (choice.kind !== 'work') return taken;
    taken.push(...choice.works.map(({ target }) => target));
    lost.push(...choice.works.map(({ ref }) => ref));
  }
}

describe('selection', () => {
  it('in the standard order', () => {
    expect(order(factsOf())).toEqual([
      ...['low', 'medium', 'high', 'ag-1', 'directive-2', 'directive-3', 'also', 'heavy', 'light'],
    ]);
  });

  it('with quality first', () => {
    expect(order(factsOf({}, 'quality'))).toEqual([
      ...['high', 'medium', 'ag-1', 'also', 'heavy', 'directive-2', 'directive-3', 'low', 'light'],
    ]);
  });

  it('of tracked work alone', () => {
    expect(order(factsOf({}, 'beads-only'))).toEqual(['low', 'medium', 'high', 'ag-1']);
    expect(order(factsOf({ restore: ['heavy'] }, 'beads-only'))).not.toContain('heavy');
  });

  it('in the order of the repository’s profile, of what it names', () => {
    const work = { ...ALL, order: ['goal', 'drift', 'beads'] };
    expect(order(factsOf({ work }))).toEqual(['also', 'heavy', 'light', 'ag-1']);
    expect(select(factsOf({ work })).generators).toEqual(['drift', 'performance']);
  });

  it('looks for more by generators in their order', () => {
    const found = select(factsOf({ work: WORK, tasks: {} }));
    expect(found.choice.kind).toBe('nothing');
    expect(found.generators).toEqual(['testing', 'validation', 'bug-hunt', 'drift', 'performance', 'feature']);
  });

  it('leaves a directive alone whose gate is met', () => {
    const goals = { era: 'e', goals: [], directives: [directive(1), directive(2)] };
    expect(order(factsOf({ work: { ...WORK, goals }, tasks: { 'directive-1': 1 } }))).toEqual(['directive-2']);
  });

  it('restores first what has broken since', () => {
    expect(targetOf(factsOf({ restore: ['light'] }))).toEqual(['light']);
    const tried = { ...NOTHING, tried: { 'goal:light': 3 } };
    expect(targetOf(factsOf({ restore: ['light'], memory: tried }))).toEqual(['low']);
  });

  it('takes what has been tried least, and leaves alone what nothing comes of', () => {
    const work = {
      ...ALL,
      harvested: [],
      beads: [],
      goals: { era: 'e', goals: ALL.goals?.goals ?? [], directives: [] },
    };
    const memory = { ...NOTHING, tried: { 'goal:also': 1, 'goal:heavy': 3 } };
    expect(order(factsOf({ work, memory }))).toEqual(['light', 'also']);
  });

  it('takes the children of an epic, and what is not blocked by another', () => {
    const beads = [bead('epic', { children: ['ag-3', 'ag-2'] }), bead('ag-2'), bead('ag-3', { blockers: ['ag-2'] })];
    expect(targetOf(factsOf({ work: { ...WORK, beads }, tasks: {} }))).toEqual(['ag-3']);
    const others = [bead('ag-3', { blockers: ['ag-2'] }), bead('ag-2'), bead('ag-4', { blockers: ['gone'] })];
    expect(order(factsOf({ work: { ...WORK, beads: others }, tasks: {} }))).toEqual(['ag-2', 'ag-4']);
  });

  it('quarantines a goal that keeps breaking, and skips it from then on', () => {
    const work = { ...WORK, goals: { era: 'e', goals: [goal('a'), goal('b')], directives: [] } };
    const state = { ...factsOf().state, oscillations: { a: 3 } };
    expect(select(factsOf({ work, tasks: { a: 0, b: 0 }, state })).choice).toEqual({
      kind: 'quarantine',
      goal: 'a',
      count: 3,
    });
    const after = { ...state, quarantined: { a: 3 } };
    expect(targetOf(factsOf({ work, tasks: { a: 0, b: 0 }, state: after }))).toEqual(['b']);
  });

  it('parks what is out of scope, with the reason', () => {
    const work = {
      ...WORK,
      harvested: [item('x', { about: ['core/a.ts'] }), item('y')],
      scope: { mutable: [], immutable: ['core'] },
    };
    const found = select(factsOf({ work, tasks: {} }));
    expect(found.choice).toMatchObject({ works: [{ target: 'y' }] });
    expect(found.parked).toEqual([{ ref: item('x').ref, reason: 'x: core/a.ts may not change', escalated: 'x' }]);
    const narrow = { ...work, scope: { mutable: ['src'], immutable: [] } };
    expect(select(factsOf({ work: narrow, tasks: {} })).parked).toEqual([
      { ref: item('x').ref, reason: 'x: core/a.ts is outside of what may change' },
    ]);
  });

  it('takes goals together whose checks name no file in common', () => {
    const goals = [
      ...[goal('a', { check: 'scripts/x.sh a' }), goal('b', { check: 'scripts/x.sh b' })],
      ...[goal('c', { check: 'npm test' }), goal('d', { check: 'npm test' }), goal('e', { check: 'npm run lint' })],
    ];
    const work = { ...WORK, goals: { era: 'e', goals, directives: [] } };
    const tasks = { a: 0, b: 0, c: 0, d: 0, e: 0 };
    expect(targetOf(factsOf({ work, tasks, wide: 5 }))).toEqual(['a', 'c', 'e']);
    expect(targetOf(factsOf({ work, tasks, wide: 2 }))).toEqual(['a', 'c']);
    expect(targetOf(factsOf({ work, tasks, wide: 1 }))).toEqual(['a']);
    expect(targetOf(factsOf({ work, tasks, wide: 5, memory: { ...NOTHING, alone: ['goal:a'] } }))).toEqual(['a']);
    expect(targetOf(factsOf({ work, tasks, wide: 5, memory: { ...NOTHING, alone: ['goal:c'] } }))).toEqual([
      ...['a', 'd', 'e'],
    ]);
    expect(targetOf(factsOf({ work, tasks, wide: 5, lost: ['goal:c'] }))).toEqual(['a', 'd', 'e']);
  });
});
