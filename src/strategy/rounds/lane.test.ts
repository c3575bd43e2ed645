import { describe, expect, it } from 'vitest';
import type { Experimenting } from '../../domain/config.ts';
import { EXPERIMENTING } from '../../domain/config.ts';
import { type Fate, play, worldOf } from './world.fixture.ts';

interface Course {
  readonly name: string;
  /** What one experiment after the other comes to, attempt by attempt. */
  readonly fates: readonly Fate[];
  readonly depth?: number;
  readonly limits?: Partial<Experimenting>;
  /** Each experiment: its parent, how many attempts it had, and what became of it. */
  readonly comes: readonly string[];
}

const commit = (score: number): Fate => ({ kind: 'committed', score });
const worse: Fate = { kind: 'worse', score: 1 };
const gated: Fate = { kind: 'gated', score: 99, gates: ['tests'] };
const crash: Fate = { kind: 'crash' };
const nothing: Fate = { kind: 'nothing' };

const COURSES: readonly Course[] = [
  {
    name: 'deepens from each commit',
    fates: [commit(11), commit(12), commit(13)],
    depth: 3,
    comes: ['root 1 committed', 'r1-l0-d0 1 committed', 'r1-l0-d1 1 committed'],
  },
  {
    name: 'goes on after what is no better, from where it was',
    fates: [worse, commit(11), worse, commit(12)],
    depth: 4,
    comes: ['root 1 discarded', 'root 1 committed', 'r1-l0-d1 1 discarded', 'r1-l0-d1 1 committed'],
  },
  { name: 'mends what a gate has stopped', fates: [gated, gated, commit(11)], depth: 3, comes: ['root 3 committed'] },
  {
    name: 'mends no more often than attempts are allowed',
    fates: [gated, gated, gated, commit(11)],
    depth: 4,
    comes: ['root 3 discarded', 'root 1 committed'],
  },
  { name: 'mends no more often than it has iterations', fates: [gated, gated], depth: 2, comes: ['root 2 discarded'] },
  { name: 'mends what crashed', fates: [crash, commit(11)], depth: 2, comes: ['root 2 committed'] },
  {
    name: 'gives up what keeps crashing',
    fates: [crash, crash, commit(11)],
    depth: 3,
    limits: { failures: 2 },
    comes: ['root 2 discarded', 'root 1 committed'],
  },
  {
    name: 'does not mend what was measured and is no better',
    fates: [worse, worse],
    depth: 2,
    comes: ['root 1 discarded', 'root 1 discarded'],
  },
  { name: 'ends when an audit says no', fates: [{ kind: 'cheat', score: 99 }], depth: 5, comes: ['root 1 pruned'] },
  {
    name: 'ends when an audit says no further down',
    fates: [commit(11), { kind: 'cheat', score: 99 }],
    depth: 5,
    comes: ['root 1 committed', 'r1-l0-d0 1 pruned'],
  },
  {
    name: 'ends when a change never passes verification',
    fates: [{ kind: 'unverified' }],
    depth: 5,
    comes: ['root 0 discarded'],
  },
  {
    name: 'ends after two in a row that came to nothing',
    fates: [nothing, nothing],
    depth: 5,
    comes: ['root 0 discarded', 'root 0 discarded'],
  },
  {
    name: 'goes on after one that came to nothing',
    fates: [nothing, worse, nothing, commit(11)],
    depth: 4,
    comes: ['root 0 discarded', 'root 1 discarded', 'root 0 discarded', 'root 1 committed'],
  },
  {
    name: 'counts what came to nothing, mending included',
    fates: [gated, nothing, commit(11)],
    depth: 3,
    comes: ['root 1 discarded', 'root 1 committed'],
  },
  {
    name: 'goes on after one that was ended by request',
    fates: [{ kind: 'aborted' }, commit(11)],
    depth: 2,
    comes: ['root 1 discarded', 'root 1 committed'],
  },
];

describe('a lane', () => {
  it.each(COURSES)('$name', ({ fates, depth = 5, limits = {}, comes }) => {
    const world = worldOf(
      { subagents: 1, depth, rounds: 1 },
      { adjustable: { experiments: { ...EXPERIMENTING, ...limits } } },
    );
    const left = [...fates];
    play(world, { fate: () => left.shift() ?? { kind: 'worse', score: 0 } });
    expect(left).toEqual([]);
    const made = world.journal.view().entriesAfter(0, 0, 100);
    expect(
      made.map(({ proposal, experiment }) => `${proposal.parents[0]} ${experiment?.attempt} ${experiment?.status}`),
    ).toEqual(comes);
    expect(world.journal.view().counts().open).toBe(0);
  });

  it('gives each experiment a reason, and tells whoever mends what is wrong', () => {
    const world = worldOf({ subagents: 1, depth: 2, rounds: 1 });
    const left: Fate[] = [gated, worse];
    play(world, { fate: () => left.shift() ?? worse });
    const said = world.journal.read(0, 1000).flatMap(({ event }) => (event.type === 'retried' ? event.reason : []));
    expect(said).toEqual(['gates tests failed']);
    expect(world.journal.view().entry('r1-l0-d0')?.experiment?.laid?.reason).toBe('not better');
  });
});
