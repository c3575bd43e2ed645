import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXPERIMENTING, type FrontierRule } from '../../domain/config.ts';
import { rng } from '../../domain/rng.ts';
import { closingAt, openingAt, planAt } from '../../domain/round.ts';
import type { Rounds } from '../../domain/rounds.ts';
import { laneEntries } from './course.ts';
import { iterationsOf } from './lane.ts';
import { rounds } from './rounds.ts';
import { briefFrom, type Fate, play, type Script, treeOf, type World, worldOf } from './world.fixture.ts';

const WORDS = ['parse', 'sort', 'cache', 'hash', 'index', 'heap', 'trie', 'batch'];

/** Agents and code that come to anything, and to the same whenever they are asked. */
function scriptOf(seed: number): Partial<Script> {
  const drawn = (key: string) => rng(seed, key).next();
  return {
    scan: ({ key, subjects }) => ({
      findings: subjects
        .slice(0, 2)
        .map(({ id }) => ({ description: `${id} in ${key}`, experiments: [id], evidence: [id] })),
      unproven: 0,
    }),
    ideate: ({ key, ideator }) => ({
      ideas: [{ ideator, hypothesis: `idea of ${key}`, technique: '', gain: drawn(key), confidence: 0.5, sources: [] }],
    }),
    brief: ({ round, parents }) =>
      WORDS.slice(0, 1 + Math.floor(drawn(`count ${round}`) * WORDS.length)).map((word) => {
        const parent = parents[Math.floor(drawn(`${round} ${word}`) * parents.length)]?.id ?? 'root';
        return briefFrom(parent, `${word} faster in round ${round}`, { hard: drawn(`hard ${round} ${word}`) < 0.3 });
      }),
    fate: ({ proposal: { id } }, attempt, parent): Fate => {
      const chance = drawn(`${id} ${attempt}`);
      // Scores of few values, so that there are ties.
      const score = parent + 1 + Math.floor(drawn(`${id} ${attempt} score`) * 3);
      const tasks = Object.fromEntries(['a', 'b', 'c'].map((task) => [task, Math.round(drawn(`${id} ${task}`))]));
      if (chance < 0.35) return { kind: 'committed', score, tasks };
      if (chance < 0.45) return { kind: 'cheat', score: score + 20 };
      if (chance < 0.65) return { kind: 'worse', score: parent - 1 };
      if (chance < 0.75) return { kind: 'gated', score, gates: ['tests'] };
      if (chance < 0.85) return { kind: 'crash' };
      return { kind: chance < 0.95 ? 'nothing' : 'unverified' };
    },
  };
}

const settings = fc.record({
  subagents: fc.integer({ min: 1, max: 5 }),
  depth: fc.integer({ min: 1, max: 4 }),
  stall: fc.integer({ min: 1, max: 3 }),
  ideateEvery: fc.integer({ min: 1, max: 5 }),
  scanBatch: fc.integer({ min: 1, max: 6 }),
});

const MOST_ROUNDS = 4;
const budgets = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });

const frontiers = fc.constantFrom<FrontierRule>(
  EXPERIMENTING.frontier,
  { kind: 'top-k', k: 3 },
  { kind: 'softmax', temperature: 1, k: 3 },
  { kind: 'epsilon-greedy', epsilon: 0.5 },
);

const worldWith = (given: Partial<Rounds>, evaluations: number | undefined, frontier = EXPERIMENTING.frontier): World =>
  worldOf(
    { ...given, rounds: MOST_ROUNDS },
    {
      adjustable: {
        budget: evaluations === undefined ? {} : { evaluations },
        experiments: { ...EXPERIMENTING, frontier },
      },
    },
  );

/** All that was decided, whenever it was. */
function decided({ journal }: World) {
  const view = journal.view();
  const nth = Array.from({ length: MOST_ROUNDS }, (_, index) => index + 1);
  const openings = nth.map((round) => openingAt(view, round)).map((one) => one && { ...one, openedAt: 0 });
  return { openings, plans: nth.map((round) => planAt(view, round)), ends: nth.map((round) => closingAt(view, round)) };
}

/** Of the rounds that were opened: the scans of one that never is may have begun early. */
function asked({ journal, questions }: World): ReadonlySet<string> {
  const view = journal.view();
  const isOpened = (key: string) => openingAt(view, Number(key.split('/')[1])) !== undefined;
  return new Set(questions.map(({ key }) => key).filter((key) => !key.startsWith('round/') || isOpened(key)));
}

describe('rounds', () => {
  it('come to the same in whatever order things are done, at any width, killed anywhere', () => {
    fc.assert(
      fc.property(
        settings,
        budgets,
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(),
        frontiers,
        (given, most, seed, width, order, frontier) => {
          const plain = worldWith(given, most, frontier);
          const end = play(plain, scriptOf(seed), { width: 1 });
          const other = worldWith(given, most, frontier);
          const random = rng(order, 'order');
          // What was under way is forgotten each time: it is asked anew.
          let steps = 0;
          const killed = { width, random, until: () => ++steps % 40 === 39 };
          let otherEnd = play(other, scriptOf(seed), killed);
          while (otherEnd.kind === 'wait') otherEnd = play(other, scriptOf(seed), killed);
          expect(treeOf(other)).toEqual(treeOf(plain));
          expect(decided(other)).toEqual(decided(plain));
          expect(otherEnd).toEqual(end);
          expect(asked(other)).toEqual(asked(plain));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are no wider and no deeper than told, ask a bounded number of questions, and leave nothing open', () => {
    fc.assert(
      fc.property(settings, budgets, fc.nat(), (given, most, seed) => {
        const world = worldWith(given, most);
        play(world, scriptOf(seed), { random: rng(seed, 'order') });
        const view = world.journal.view();
        for (let round = 1; round <= MOST_ROUNDS; round++) {
          const { briefs = [], budgets: each = [] } = planAt(view, round) ?? {};
          expect(briefs.length).toBeLessThanOrEqual(given.subagents);
          for (const [lane] of briefs.entries()) {
            const used = laneEntries(view, round, lane).reduce((sum, entry) => sum + iterationsOf(view, entry), 0);
            expect(used).toBeLessThanOrEqual(each[lane] ?? 0);
            expect(each[lane]).toBeLessThanOrEqual(given.depth);
          }
          const keys = new Set(
            world.questions.map(({ key }) => key).filter((key) => key.startsWith(`round/${round}/`)),
          );
          // Hints, three ideators, the brief; a scan of every measured experiment at most.
          expect(keys.size).toBeLessThanOrEqual(5 + Math.max(5, given.subagents * given.depth));
        }
        expect(view.counts().open).toBe(0);
        expect(view.counts().charged).toBeLessThanOrEqual(most ?? Number.POSITIVE_INFINITY);
      }),
      { numRuns: 15 },
    );
  });

  it('say the same of the same view', () => {
    const world = worldWith({}, undefined);
    const strategy = rounds({ authors: [], experts: [] });
    play(world, scriptOf(7), {
      until: ({ journal }) => {
        expect(strategy.ask(journal.view(), 1, 0)).toEqual(strategy.ask(journal.view(), 5, 0));
        return false;
      },
    });
  });

  it('give a lane one author, and hard briefs to an expert', () => {
    const world = worldOf({ rounds: 1, subagents: 2, depth: 2 });
    play(
      world,
      { brief: () => [briefFrom('root', 'parse'), briefFrom('root', 'sort', { hard: true })] },
      { until: ({ journal }) => planAt(journal.view(), 1) !== undefined },
    );
    const named = (name: string) => ({ name, agent: name, weight: 1 });
    const ask = rounds({ authors: [named('ann'), named('bob')], experts: [named('eve')] }).ask(
      world.journal.view(),
      2,
      0,
    );
    expect(ask).toMatchObject({
      kind: 'propose',
      proposals: [
        { id: 'r1-l0-d0', by: expect.stringMatching(/ann|bob/), ord: 0, seat: { round: 1, lane: 0, iteration: 0 } },
        { id: 'r1-l1-d0', by: 'eve', ord: 1000, parents: ['root'], operator: 'brief' },
      ],
    });
  });
});
