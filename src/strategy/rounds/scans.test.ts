import { describe, expect, it } from 'vitest';
import { attempt, idOf, propose } from '../../../test/fake/experiments.ts';
import { openingAt } from '../../domain/round.ts';

import { briefFrom, type Fate, play, type World, worldOf } from './world.fixture.ts';

const commit: Fate = { kind: 'committed', score: 11 };
const worse: Fate = { kind: 'worse', score: 1 };
const scansIn = ({ journal }: World, round: number) => openingAt(journal.view(), round)?.scans;

describe('scans', () => {
  it('begin with whom to branch from and what nobody has decided about', () => {
    const world = worldOf({ rounds: 1 });
    for (let nth = 1; nth <= 8; nth++) attempt(world.journal, propose(world.journal, 'root'), 'evaluated', 1);
    play(world, {});
    expect(scansIn(world, 1)).toEqual([
      { name: 'start-0', experiments: ['root', ...[1, 2, 3, 4, 5].map(idOf)] },
      { name: 'start-1', experiments: [6, 7, 8].map(idOf) },
    ]);
  });

  it('go on with what is new, lane by lane, and what others have made since', () => {
    const world = worldOf({ subagents: 2, depth: 3, scanBatch: 2, rounds: 3 });
    const before = propose(world.journal, 'root');
    attempt(world.journal, before, 'evaluated', 1);
    // What others made counts from when the round was opened.
    const now = () => world.journal.tail(1)[0]?.at ?? 0;
    let since = '';
    play(
      world,
      {
        brief: ({ round }) =>
          round === 1 ? [briefFrom('root', 'parse'), briefFrom('root', 'sort')] : [briefFrom('root', 'hash')],
        fate: ({ proposal: { seat } }) => (seat?.lane === 0 ? worse : { kind: 'nothing' }),
      },
      {
        now,
        until: ({ journal }) => {
          if (since === '' && journal.view().entry('r1-l0-d1') !== undefined) {
            since = propose(journal, 'root');
            attempt(journal, since, 'failed', 0, {
              evaluation: { outcome: 'invalid', epoch: 0, reason: 'x', stages: [] },
            });
          }
          return false;
        },
      },
    );
    expect(scansIn(world, 2)).toEqual([
      { name: 'l0', experiments: ['r1-l0-d0', 'r1-l0-d1'] },
      { name: 'l0-1', experiments: ['r1-l0-d2'] },
      { name: 'hand-0', experiments: [since] },
    ]);
    expect(scansIn(world, 3)?.map(({ name }) => name)).toEqual(['l0', 'l0-1']);
  });

  it('of the next round begin while other lanes still work, and are not asked again', () => {
    const world = worldOf({ subagents: 2, depth: 2, rounds: 2 });
    play(world, {
      brief: ({ round }) => [briefFrom('root', `parse ${round}`), briefFrom('root', `sort the keys ${round}`)],
      fate: () => worse,
    });
    const keys = world.questions.map(({ key }) => key);
    const early = world.asks.findIndex(
      (ask) => ask.kind === 'gather' && ask.questions.some(({ key }) => key === 'round/2/scan/l0'),
    );
    const opened = world.asks.findIndex(
      (ask) => ask.kind === 'record' && ask.memos?.some(({ key }) => key === 'round/2') === true,
    );
    expect(early).toBeGreaterThan(-1);
    expect(early).toBeLessThan(opened);
    expect(keys.filter((key) => key === 'round/2/scan/l0')).toHaveLength(1);
    expect(scansIn(world, 2)?.map(({ name }) => name)).toEqual(['l0', 'l1']);
  });

  it('do not begin early where there will be no next round, unless somebody is better', () => {
    const early = (fate: Fate) => {
      const world = worldOf({ subagents: 2, depth: 2, stall: 1 });
      play(
        world,
        { brief: () => [briefFrom('root', 'parse'), briefFrom('root', 'sort')], fate: () => fate },
        { until: ({ journal }) => openingAt(journal.view(), 2) !== undefined },
      );
      return world.questions.filter(({ key }) => key.startsWith('round/2/')).map(({ key }) => key);
    };
    expect(early(worse)).toEqual([]);
    expect(early(commit)).toEqual(['round/2/scan/l0']);
  });
});
