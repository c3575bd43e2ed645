import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import { scored } from '../../test/fake/scored.ts';
import type { Event } from '../domain/event.ts';
import { rng } from '../domain/rng.ts';
import { memoryJournal } from '../journal/journal.ts';
import { leader, origin, patient, pool } from './archive.ts';

const born = (id: string, batch: number, parent: string, score: number): readonly Event[] => [
  {
    type: 'proposed',
    proposal: {
      id,
      batch,
      ord: 1,
      home: 'pool',
      operator: 'mutate',
      by: 'tune',
      parents: [parent],
      inspirations: [],
      brief: { objective: '', boundaries: [], pointers: [] },
    },
  },
  { type: 'applied', candidate: { id, proposal: id, parents: [parent], commit: id, tree: id, summary: '' } },
  { type: 'evaluated', candidate: id, evaluation: scored(score) },
  { type: 'placed', proposal: id, placement: { kind: 'kept', home: 'pool', evicted: [] } },
];

function pooled(events: readonly Event[]) {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, {}, 'patient'), [1], 5);
  journal.append(() => events);
  return journal;
}

const random = rng(1, 'test');

describe('pool', () => {
  const home = { name: 'home', size: 0, worst: () => undefined, top: () => [] };

  it('keeps whoever has a score, however low, and drives nobody out', () => {
    expect(pool().place(home, { id: 'c1', evaluation: scored(-9) })).toEqual({
      kind: 'kept',
      home: 'pool',
      evicted: [],
    });
    const invalid = { outcome: 'invalid' as const, epoch: 0, reason: '', stages: [] };
    expect(pool().place(home, { id: 'c1', evaluation: invalid })).toMatchObject({ kind: 'refused' });
  });
});

describe('whose turn it is', () => {
  it('greedy: the best, the newest of equals; best-of-n: the seed', () => {
    const view = pooled([...born('c1', 1, 'seed', 7), ...born('c2', 2, 'c1', 7), ...born('c3', 3, 'c2', 6)]).view();
    expect(leader.parent(view, random)).toBe('c2');
    expect(origin('seed').parent(view, random)).toBe('seed');
    expect(origin('seed').mate(view, 'c1', random)).toBeUndefined();
  });

  it('patient: a new best at once; after eight children the next may be as good', () => {
    const journal = pooled([...born('c1', 1, 'seed', 7), ...born('c2', 2, 'seed', 6)]);
    expect(patient.parent(journal.view(), random)).toBe('c1');
    for (let nth = 3; nth <= 11; nth++) {
      expect(patient.parent(journal.view(), random)).toBe('c1');
      journal.append(() => born(`c${nth}`, nth, 'c1', 0));
    }
    expect(patient.parent(journal.view(), random)).toBe('c2');
    journal.append(() => born('c12', 12, 'c2', 8));
    expect(patient.parent(journal.view(), random)).toBe('c12');
  });

  it('a mate is the farthest of the best, and there is none in a home of two', () => {
    const two = pooled(born('c1', 1, 'seed', 7));
    expect(patient.mate(two.view(), 'c1', random)).toBeUndefined();
    two.append(() => [...born('c2', 2, 'c1', 6), ...born('c3', 3, 'seed', 4)]);
    expect(patient.mate(two.view(), 'c2', random)).toBe('c3');
    expect(patient.mate(two.view(), 'c3', random)).toBe('c2');
  });
});
