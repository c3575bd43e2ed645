import { describe, expect, it } from 'vitest';
import { EXPERIMENTING } from '../../domain/config.ts';
import { closingAt, type Opening, openingAt } from '../../domain/round.ts';
import { ideateAfter, ROUNDS } from '../../domain/rounds.ts';

import { briefFrom, type Fate, play, type Script, type World, worldOf } from './world.fixture.ts';

/** One lane of one iteration per round: round n comes to the nth. */
function played(fates: readonly Fate[], settings: Parameters<typeof worldOf>[0] = {}): World {
  const world = worldOf({ subagents: 1, depth: 1, rounds: fates.length, ...settings });
  play(world, { fate: ({ proposal }) => fates[(proposal.seat?.round ?? 1) - 1] ?? { kind: 'worse', score: 0 } });
  return world;
}

const openings = ({ journal }: World): readonly Opening[] =>
  Array.from({ length: 40 }, (_, nth) => openingAt(journal.view(), nth + 1)).filter((one) => one !== undefined);

const commit = (score: number): Fate => ({ kind: 'committed', score });
const worse: Fate = { kind: 'worse', score: 1 };
const cheat: Fate = { kind: 'cheat', score: 99 };

describe('the stall', () => {
  it.each([
    { name: 'grows with every round without a new best', fates: [worse, worse, worse], stalls: [0, 1, 2] },
    { name: 'is over with a new best', fates: [worse, commit(11), worse], stalls: [0, 1, 0] },
    { name: 'goes on after a cheat', fates: [worse, cheat, worse], stalls: [0, 1, 2] },
    { name: 'begins with a cheat', fates: [cheat, worse], stalls: [0, 1] },
  ])('$name', ({ fates, stalls }) => {
    const world = played(fates);
    expect(openings(world).map(({ stall }) => stall)).toEqual(stalls);
    const last = closingAt(world.journal.view(), fates.length);
    expect(last?.stall).toBe(last?.improved === undefined ? (stalls.at(-1) ?? 0) + 1 : 0);
  });

  /** Two lines from root, one better than the other; after that only the worse one goes on. */
  const twoLines = (first: number): { world: World; script: Partial<Script> } => ({
    world: worldOf(
      { subagents: 2, depth: 1, stall: 9, rounds: 3 },
      { adjustable: { experiments: { ...EXPERIMENTING, frontier: { kind: 'top-k', k: 5 } } } },
    ),
    script: {
      brief: ({ round }) =>
        round === 1
          ? [briefFrom('root', 'parse lazily'), briefFrom('root', 'sort once')]
          : [briefFrom(round === 2 ? 'r1-l1-d0' : 'r2-l0-d0', 'sort less')],
      fate: ({ proposal: { seat } }) => {
        if (seat?.round === 1) return commit(seat.lane === 0 ? first : 15);
        return seat?.round === 2 ? commit(17) : worse;
      },
    },
  });

  it('is not reset by what is better than its parent and no new best', () => {
    const { world, script } = twoLines(20);
    play(world, script);
    expect(world.journal.view().entry('r2-l0-d0')?.experiment?.status).toBe('committed');
    expect(openings(world).map(({ stall }) => stall)).toEqual([0, 0, 1]);
  });

  it.each([1, 2, 3, 4, 5, 6])('ends the run after %i rounds', (limit) => {
    const world = worldOf({ subagents: 1, depth: 1, stall: limit });
    const end = play(world, {});
    expect(end).toMatchObject({ kind: 'finish', cause: 'stall' });
    expect(openings(world)).toHaveLength(limit);
  });

  it('rolls back when a new best turns out to be invalid', () => {
    const world = worldOf({ subagents: 1, depth: 1, stall: 3 });
    const fates = [commit(11), worse, worse];
    play(
      world,
      { fate: ({ proposal }) => fates[(proposal.seat?.round ?? 1) - 1] ?? worse },
      { until: ({ journal }) => closingAt(journal.view(), 2) !== undefined },
    );
    world.journal.append(() => [{ type: 'pruned', experiment: 'r1-l0-d0', kind: 'invalid', reason: 'it cheats' }]);
    play(world, { fate: () => worse });
    expect(openings(world).map(({ stall, best }) => `${stall} ${best?.id}`)).toEqual([
      '0 root',
      '0 r1-l0-d0',
      '2 root',
    ]);
  });

  it('counts what was honest once the cheat that was above it is found out', () => {
    const { world, script } = twoLines(50);
    play(world, script, { until: ({ journal }) => closingAt(journal.view(), 2) !== undefined });
    expect(closingAt(world.journal.view(), 2)).toMatchObject({ stall: 1, committed: 1 });
    world.journal.append(() => [{ type: 'pruned', experiment: 'r1-l0-d0', kind: 'invalid', reason: 'it cheats' }]);
    play(world, script);
    expect(openings(world).map(({ stall, best }) => `${stall} ${best?.id}`)).toEqual([
      '0 root',
      '0 r1-l0-d0',
      '0 r2-l0-d0',
    ]);
  });

  it('begins anew when the user goes on', () => {
    const world = worldOf({ subagents: 1, depth: 1, stall: 2 });
    play(world, {});
    world.journal.append(() => [{ type: 'memo', key: 'rounds/since', value: { round: 2 } }]);
    expect(play(world, {})).toMatchObject({ cause: 'stall' });
    expect(openings(world).map(({ stall }) => stall)).toEqual([0, 1, 0, 1]);
  });
});

describe('ideators', () => {
  it.each([
    { limit: 1, after: 0, rounds: [1] },
    { limit: 2, after: 1, rounds: [2] },
    { limit: 3, after: 2, rounds: [3] },
    { limit: 4, after: 3, rounds: [4] },
    { limit: 5, after: 3, rounds: [4] },
    { limit: 6, after: 3, rounds: [4] },
  ])('are asked once in a stall, before its limit of $limit', ({ limit, after, rounds }) => {
    expect(ideateAfter({ ...ROUNDS, stall: limit })).toBe(after);
    const world = worldOf({ subagents: 1, depth: 1, stall: limit });
    play(world, {});
    const asked = openings(world).filter(({ ideate }) => ideate === 'stall');
    expect(asked.map(({ round }) => round)).toEqual(rounds);
    expect(world.questions.filter(({ of }) => of === 'ideate').map(({ key }) => key)).toEqual(
      rounds.flatMap((round) => ['frontier', 'failures', 'literature'].map((name) => `round/${round}/ideate/${name}`)),
    );
  });

  it('are asked again in the next stall', () => {
    const fates = [worse, worse, commit(11), worse, worse, worse];
    const world = played(fates, { stall: 3, ideateAfter: 2 });
    expect(openings(world).map(({ ideate, stall }) => `${stall} ${ideate ?? '-'}`)).toEqual([
      '0 -',
      '1 -',
      '2 stall',
      '0 -',
      '1 -',
      '2 stall',
    ]);
  });

  it('are asked whenever so many more were committed', () => {
    const fates = [commit(11), commit(12), commit(13), commit(14), commit(15)];
    const world = played(fates, { ideateEvery: 2 });
    expect(openings(world).map(({ ideate }) => ideate ?? '-')).toEqual(['-', '-', 'commits', '-', 'commits']);
  });
});
