import { describe, expect, it } from 'vitest';
import { attempt, growTree, propose } from '../../../test/fake/experiments.ts';
import { closingAt, openingAt, planAt } from '../../domain/round.ts';

import { briefFrom, type Fate, play, worldOf } from './world.fixture.ts';

const worse: Fate = { kind: 'worse', score: 1 };

/** Defects of the driver in seed 002, by their numbers, that are matters of what to do next. */
describe('the rounds of the seed', () => {
  it('1: a commit that an audit found invalid led on; here it is neither best nor branched from, and resets no stall', () => {
    const world = worldOf({ subagents: 1, depth: 3, rounds: 2 });
    play(world, { fate: ({ proposal: { id } }) => (id === 'r1-l0-d0' ? { kind: 'cheat', score: 99 } : worse) });
    expect(openingAt(world.journal.view(), 2)).toMatchObject({
      best: { id: 'root', score: 10 },
      stall: 1,
      parents: [{ id: 'root' }],
    });
    expect(closingAt(world.journal.view(), 1)).toMatchObject({ experiments: 1, committed: 0 });
  });

  it('3: the ceiling was 1 or 0, by equality; here it is an option, and whoever is beyond has reached it', () => {
    expect(play(worldOf({ rounds: 1 }, {}, 1), {})).toMatchObject({ cause: 'rounds' });
    expect(play(worldOf({ rounds: 1 }, { fixed: { direction: 'min' } }, 0), {})).toMatchObject({ cause: 'rounds' });
    expect(play(worldOf({ ceiling: 9.5 }), {})).toMatchObject({ cause: 'ceiling' });
  });

  it('4: everything evaluated was scanned in every round; here a round costs the same after a long history', () => {
    const questions = (history: number) => {
      const world = worldOf({ subagents: 2, depth: 2, rounds: 3, ideateEvery: 1000 });
      growTree(world.journal, history);
      for (let nth = 0; nth < 40; nth++) attempt(world.journal, propose(world.journal, 'root'), 'evaluated', 1);
      play(world, {
        brief: ({ parents: [parent] }) => ['parse', 'sort'].map((word) => briefFrom(parent?.id ?? '', word)),
      });
      const asked = world.questions
        .filter(({ of }) => of === 'scan')
        .flatMap((one) => (one.of === 'scan' ? [one] : []));
      const size = JSON.stringify(world.questions.filter(({ of }) => of === 'brief').at(-1)).length;
      return { scans: asked.map(({ key, subjects }) => `${key} ${subjects.length}`), size };
    };
    const [short, long] = [questions(150), questions(600)];
    expect(long.scans).toEqual(short.scans);
    expect(long.scans.filter((key) => !key.startsWith('round/1/'))).toEqual([
      'round/2/scan/l0 2',
      'round/2/scan/l1 2',
      'round/3/scan/l0 2',
      'round/3/scan/l1 2',
    ]);
    expect(long.size).toBeLessThan(1.2 * short.size);
  });

  it('5: no budget was in any condition; here evaluations, minutes and money end a run, also within a round', () => {
    const evaluations = worldOf({ depth: 5 }, { adjustable: { budget: { evaluations: 2 } } });
    expect(play(evaluations, {})).toMatchObject({ cause: 'evaluations' });
    expect(evaluations.journal.view().counts().charged).toBe(2);
    const minutes = worldOf({ depth: 5 }, { adjustable: { budget: { minutes: 1 } } });
    const now = () => (minutes.journal.view().counts().candidates > 0 ? 90_000 : 0);
    expect(play(minutes, {}, { now })).toMatchObject({ cause: 'minutes' });
    const usd = worldOf({ depth: 5 }, { adjustable: { budget: { usd: 0 } } });
    expect(play(usd, {})).toMatchObject({ cause: 'usd' });
    expect(usd.questions).toEqual([]);
  });

  it('6: briefs were compared by free text; here by what their pointers are, and without any by what they say', () => {
    const world = worldOf({ rounds: 1, subagents: 5, depth: 1 });
    play(world, {
      brief: () => [
        briefFrom('root', 'one', { pointers: [{ kind: 'task', name: 'T7', why: 'fails on long input' }] }),
        briefFrom('root', 'two', { pointers: [{ kind: 'task', name: 't7', why: 'is slow' }] }),
        briefFrom('root', 'Make the parser read each line once'),
        briefFrom('root', 'make the parser read each line once'),
      ],
    });
    expect(planAt(world.journal.view(), 1)?.briefs.map(({ objective }) => objective)).toEqual([
      'one',
      'Make the parser read each line once',
    ]);
  });

  it('7: a lane ended with its first failure and never mended; here it goes on while it has iterations', () => {
    const world = worldOf({ rounds: 1, subagents: 1, depth: 5 });
    const fates: Fate[] = [
      worse,
      { kind: 'gated', score: 99, gates: ['tests'] },
      { kind: 'committed', score: 11 },
      worse,
    ];
    play(world, { fate: () => fates.shift() ?? { kind: 'committed', score: 12 } });
    const made = world.journal.view().entriesAfter(0, 0, 10);
    expect(
      made.map(({ proposal, experiment }) => `${proposal.parents[0]} ${experiment?.attempt} ${experiment?.status}`),
    ).toEqual(['root 1 discarded', 'root 2 committed', 'r1-l0-d1 1 discarded', 'r1-l0-d1 1 committed']);
  });

  it('8: a limit of one round never ideated; here it does at once', () => {
    const world = worldOf({ stall: 1 });
    play(world, {});
    expect(world.questions.filter(({ of }) => of === 'ideate')).toHaveLength(3);
  });

  it('8: old commits made ideators start at once; here those before the first round are none of theirs', () => {
    const world = worldOf({ stall: 9, rounds: 2 });
    for (let nth = 1; nth <= 6; nth++) attempt(world.journal, propose(world.journal, 'root'), 'committed', 10 + nth);
    play(world, { fate: () => ({ kind: 'worse', score: 0 }) });
    expect(openingAt(world.journal.view(), 1)).toMatchObject({ commits: 6, ideatedAt: 6 });
    expect(world.questions.filter(({ of }) => of === 'ideate')).toEqual([]);
  });

  it('8: stall and round were in memory; here another driver goes on where the last one was', () => {
    const world = worldOf({ stall: 3, depth: 1, subagents: 1 });
    let asks = 0;
    const killed = { until: () => ++asks % 3 === 0 };
    let end = play(world, {}, killed);
    while (end.kind === 'wait') end = play(world, {}, killed);
    expect(end).toMatchObject({ cause: 'stall' });
    expect(openingAt(world.journal.view(), 3)?.stall).toBe(2);
    expect(openingAt(world.journal.view(), 4)).toBeUndefined();
  });

  it('9: the slowest lane kept all others idle; here the next round reads the lanes that are done meanwhile', () => {
    const world = worldOf({ subagents: 2, depth: 3, rounds: 2 });
    play(
      world,
      {
        brief: ({ parents: [parent] }) => ['parse', 'sort'].map((word) => briefFrom(parent?.id ?? '', word)),
        fate: ({ proposal: { seat } }) => (seat?.lane === 0 ? { kind: 'cheat', score: 99 } : worse),
      },
      { until: ({ journal }) => journal.view().answer('round/2/scan/l0') !== undefined },
    );
    expect(closingAt(world.journal.view(), 1)).toBeUndefined();
    expect(world.journal.view().run()?.statuses?.pending).toBeGreaterThan(0);
  });
});
