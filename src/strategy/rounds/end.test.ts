import { describe, expect, it } from 'vitest';
import { EXPERIMENTING } from '../../domain/config.ts';
import type { Call } from '../../domain/ledger.ts';
import { closingAt, currentRound } from '../../domain/round.ts';

import { briefFrom, play, worldOf } from './world.fixture.ts';

const MINUTE = 60_000;

describe('a run of rounds ends', () => {
  it('by the stall', () => {
    expect(play(worldOf({ stall: 2 }), {})).toMatchObject({ cause: 'stall', reason: 'no new best for 2 rounds' });
  });

  it('by the number of rounds', () => {
    expect(play(worldOf({ rounds: 1 }), {})).toMatchObject({ cause: 'rounds', reason: '1 round done' });
  });

  it.each([
    { direction: 'max' as const, ceiling: 12, score: 12.5 },
    { direction: 'min' as const, ceiling: 3, score: 3 },
  ])('at a ceiling of $ceiling, direction $direction, also beyond it', ({ direction, ceiling, score }) => {
    const world = worldOf({ ceiling, depth: 1 }, { fixed: { direction } });
    const end = play(world, { fate: () => ({ kind: 'committed', score }) });
    expect(end).toMatchObject({ cause: 'ceiling', reason: `r1-l0-d0 has reached the ceiling of ${ceiling}` });
  });

  it('has no ceiling unless told', () => {
    const world = worldOf({ rounds: 1 }, {}, 1);
    expect(play(world, {})).toMatchObject({ cause: 'rounds' });
  });

  it('at a target', () => {
    const world = worldOf({ depth: 1 }, { adjustable: { stopAt: 11 } });
    expect(play(world, { fate: () => ({ kind: 'committed', score: 11 }) })).toMatchObject({ cause: 'target' });
  });

  it('without briefs, with the reason; and goes on when asked to', () => {
    const world = worldOf();
    expect(play(world, { brief: () => [briefFrom('gone', 'x')] })).toMatchObject({
      cause: 'briefs',
      reason: 'no brief for round 1: gone is not one of those to branch from',
    });
    world.journal.append(() => [{ type: 'memo', key: 'rounds/since', value: { round: 1 } }]);
    expect(play(world, {})).toMatchObject({ cause: 'stall' });
  });

  it('when nobody is left to branch from', () => {
    const world = worldOf();
    world.journal.append(() => [{ type: 'pruned', experiment: 'root', kind: 'exhausted', reason: 'enough' }]);
    expect(play(world, {})).toMatchObject({ cause: 'frontier' });
  });

  it('when a new epoch has begun and root was not measured, with what to do', () => {
    const world = worldOf();
    play(world, {}, { until: ({ questions }) => questions.some(({ of }) => of === 'scan') });
    world.journal.append(() => [{ type: 'infra', reason: 'another machine', noted: true, breaking: true }]);
    const end = play(world, {});
    expect(end).toMatchObject({ kind: 'stop', cause: 'broken' });
    expect(end).toHaveProperty('reason', expect.stringContaining('evolve exp rescore root'));
    expect(world.questions.some(({ of }) => of === 'brief')).toBe(false);
  });

  it('by evaluations, which are divided among the lanes, with its last round closed', () => {
    const world = worldOf({ subagents: 3, depth: 5 }, { adjustable: { budget: { evaluations: 7 } } });
    const end = play(world, {
      brief: () => ['parse', 'sort', 'cache'].map((objective) => briefFrom('root', objective)),
    });
    expect(end).toMatchObject({ cause: 'evaluations' });
    expect(world.journal.view().counts().charged).toBe(7);
    expect(closingAt(world.journal.view(), 1)).toMatchObject({ experiments: 7 });
  });

  it.each([
    { name: 'before its lanes begin', isOver: (asked: readonly string[]) => asked.includes('brief') },
    { name: 'while they work', isOver: (_: readonly string[], made: number) => made > 1 },
  ])('by minutes, within a round, $name', ({ isOver }) => {
    const world = worldOf({ depth: 5 }, { adjustable: { budget: { minutes: 1 } } });
    const asked = () => world.questions.map(({ of }) => of);
    const made = () => world.journal.view().counts().candidates;
    const now = () => (isOver(asked(), made()) ? 2 * MINUTE : 0);
    expect(play(world, {}, { now })).toMatchObject({ cause: 'minutes' });
    expect(closingAt(world.journal.view(), 1)).toBeUndefined();
    expect(currentRound(world.journal.view())).toBe(1);
  });

  it('when money is spent, and goes on in the same round once there is more', () => {
    const adjustable = { budget: { usd: 1 } };
    const world = worldOf({ depth: 3, rounds: 1 }, { adjustable });
    const call: Call = {
      key: 'r1-l0-d0/author',
      agent: 'ann',
      role: 'author',
      outcome: 'answered',
      usd: 1,
      usage: { input: 70, cached: 0, kept: 0, output: 30 },
      estimate: { usd: 1, tokens: 9 },
      ms: 1,
      record: '',
    };
    const script = { fate: () => ({ kind: 'worse', score: 1 }) as const };
    play(world, script, { until: ({ journal }) => journal.view().counts().candidates === 1 });
    world.journal.append(() => [
      { type: 'calling', call },
      { type: 'called', call },
    ]);
    expect(play(world, script)).toMatchObject({ cause: 'usd' });
    expect(world.journal.view().counts().candidates).toBe(1);
    const { config } = world.journal.view().run() ?? { config: undefined };
    if (config === undefined) throw new Error('not open');
    world.journal.append(() => [{ type: 'configured', adjustable: { ...config.adjustable, budget: { usd: 5 } } }]);
    expect(play(world, script)).toMatchObject({ cause: 'rounds' });
    expect(closingAt(world.journal.view(), 1)).toMatchObject({
      experiments: 3,
      spent: { author: { calls: 1, usd: 1, tokens: 100, unpriced: 0 } },
    });
  });
});

describe('as a round closes', () => {
  const settings = { subagents: 4, depth: 1, rounds: 2, regressed: 3 };
  const top = { adjustable: { experiments: { ...EXPERIMENTING, frontier: { kind: 'top-k' as const, k: 5 } } } };
  const four = (parent: string) => ['parse', 'sort', 'cache', 'hash'].map((objective) => briefFrom(parent, objective));

  it.each([
    { name: 'who has three children and none better is pruned', from: 'r1-l1-d0', worse: 4, pruned: ['r1-l1-d0'] },
    { name: 'not with a better one among them', from: 'r1-l1-d0', worse: 3, pruned: [] },
    { name: 'never the best', from: 'r1-l0-d0', worse: 4, pruned: [] },
  ])('$name', ({ from, worse, pruned }) => {
    const world = worldOf(settings, top);
    play(world, {
      brief: ({ round }) => (round === 1 ? four('root').slice(0, 2) : four(from)),
      fate: ({ proposal: { seat } }) => {
        if (seat?.round === 1) return { kind: 'committed', score: 20 - seat.lane };
        return (seat?.lane ?? 0) < worse ? { kind: 'worse', score: 1 } : { kind: 'committed', score: 19.5 };
      },
    });
    expect(closingAt(world.journal.view(), 2)?.pruned).toEqual(pruned);
    const laid = world.journal.view().experiments('pruned', 10);
    expect(laid.map(({ proposal }) => proposal.id)).toEqual(pruned);
  });

  it('never root', () => {
    const world = worldOf({ ...settings, rounds: 1 });
    play(world, { brief: () => four('root') });
    expect(world.journal.view().experiments('pruned', 10)).toEqual([]);
  });

  it('it is noted what was learned', () => {
    const world = worldOf({ ...settings, rounds: 1 });
    play(world, { brief: () => four('root').slice(0, 1), fate: () => ({ kind: 'committed', score: 11 }) });
    const [note] = world.journal.view().remarks({ kind: 'note' }, 5);
    expect(note?.text).toBe(
      'Round 1: 1 experiment, 1 committed, new best r1-l0-d0 with 11\nr1-l0-d0 (committed): parse',
    );
  });
});
