import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Home, Resident } from '../domain/archive.ts';
import { TRUNK, trunk } from './trunk.ts';

type Tasks = Readonly<Record<string, number>>;

const one = (id: string, tasks?: Tasks): Resident => ({
  id,
  evaluation: {
    ...{ outcome: 'scored', epoch: 0, samples: [1], comparisons: [], metrics: {}, channel: 'number', stages: [] },
    ...(tasks === undefined ? {} : { tasks }),
  },
});
const home = (...living: readonly Resident[]): Home => ({
  name: TRUNK,
  size: living.length,
  worst: () => living.at(-1),
  top: (k) => living.slice(0, k),
});

describe('a trunk', () => {
  it.each<{ readonly name: string; readonly before: Tasks; readonly after: Tasks; readonly lost: readonly string[] }>([
    { name: 'nothing changes', before: { a: 1, b: 0 }, after: { a: 1, b: 0 }, lost: [] },
    { name: 'a goal is met', before: { a: 1, b: 0 }, after: { a: 1, b: 1 }, lost: [] },
    { name: 'a goal is lost', before: { a: 1, b: 1 }, after: { a: 1, b: 0 }, lost: ['b'] },
    { name: 'a goal is gone', before: { a: 1, b: 1 }, after: { a: 1 }, lost: ['b'] },
    { name: 'one is met and another is lost', before: { a: 1, b: 0 }, after: { a: 0, b: 1 }, lost: ['a'] },
    { name: 'a new goal fails', before: { a: 1 }, after: { a: 1, b: 0 }, lost: [] },
    { name: 'there are none', before: {}, after: {}, lost: [] },
  ])('where $name', ({ before, after, lost }) => {
    const placement = trunk().place(home(one('old', before)), one('new', after));
    if (lost.length > 0) expect(placement).toEqual({ kind: 'refused', reason: `regressed: ${lost.join(', ')}` });
    else expect(placement).toEqual({ kind: 'kept', home: TRUNK, evicted: ['old'] });
  });

  it('keeps the first, and nothing that has no score', () => {
    expect(trunk().place(home(), one('first', { a: 0 }))).toMatchObject({ kind: 'kept', evicted: [] });
    const invalid: Resident = {
      id: 'x',
      evaluation: { outcome: 'invalid', epoch: 0, reason: 'npm test failed', stages: [] },
    };
    expect(trunk().place(home(), invalid)).toEqual({ kind: 'refused', reason: 'npm test failed' });
  });

  it('never loses a goal, whatever comes', () => {
    const tasks = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(0, 1));
    fc.assert(
      fc.property(fc.array(tasks, { maxLength: 20 }), (all) => {
        let living: Resident | undefined;
        for (const [nth, given] of all.entries()) {
          const member = one(`n${nth}`, given);
          const before = living?.evaluation;
          if (trunk().place(home(...(living === undefined ? [] : [living])), member).kind !== 'kept') continue;
          living = member;
          if (before?.outcome !== 'scored') continue;
          for (const [goal, met] of Object.entries(before.tasks ?? {})) if (met === 1) expect(given[goal]).toBe(1);
        }
      }),
    );
  });
});
