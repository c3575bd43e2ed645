import { expect, it } from 'vitest';
import { openingAt } from '../../domain/round.ts';

import { briefFrom, play, worldOf } from './world.fixture.ts';

it('tells whoever works in a round how things stood when it began, the last failures first', () => {
  const world = worldOf({ subagents: 2, depth: 2, rounds: 2 });
  play(world, {
    brief: ({ parents: [parent] }) => ['parse', 'sort'].map((word) => briefFrom(parent?.id ?? '', word)),
    fate: ({ proposal: { id } }) =>
      id === 'r1-l0-d0' ? { kind: 'committed', score: 11 } : { kind: 'worse', score: 1 },
  });
  expect(openingAt(world.journal.view(), 1)?.state).toBe(
    'Best: root with 10 (the code as it was).\nTo branch from: root (10).',
  );
  expect(openingAt(world.journal.view(), 2)?.state.split('\n')).toEqual([
    'Best: r1-l0-d0 with 11 (parse).',
    'To branch from: r1-l0-d0 (11).',
    'What came to nothing last:',
    '- r1-l1-d1: sort: not better',
    '- r1-l1-d0: sort: not better',
    '- r1-l0-d1: parse: not better',
  ]);
});
