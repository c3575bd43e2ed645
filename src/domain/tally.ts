import type { Evaluation } from './evaluation.ts';
import type { Counts, Entry } from './view.ts';

export const NOTHING: Counts = {
  proposed: 0,
  unchanged: 0,
  failed: 0,
  candidates: 0,
  scored: 0,
  invalid: 0,
  broken: 0,
  cached: 0,
  charged: 0,
  control: 0,
  idle: 0,
  partner: 0,
  added: 0,
  open: 0,
  idleProposed: 0,
  idleOpen: 0,
};

/** An evaluation that is taken again, after a broken one or because it could not be repeated, gives back what it counted. */
export function tally({ evaluation: before, proposal }: Entry, after: Evaluation, cached: boolean): Partial<Counts> {
  const charge = (one: Evaluation): number => (cached || one.outcome === 'broken' ? 0 : 1);
  if (before?.outcome === after.outcome) return {};
  const charged = charge(after) - (before === undefined ? 0 : charge(before));
  return {
    [after.outcome]: 1,
    ...(before === undefined ? {} : { [before.outcome]: -1 }),
    cached: cached ? 1 : 0,
    charged,
    ...(proposal.arm === undefined ? {} : { [proposal.arm]: charged }),
  };
}

/** A proposal opens or, with −1, gets its place. */
export const opening = ({ arm }: Entry['proposal'], open: 1 | -1): Partial<Counts> => ({
  open,
  ...(open === 1 ? { proposed: 1 } : {}),
  ...(arm === 'idle' ? { idleOpen: open, ...(open === 1 ? { idleProposed: 1 } : {}) } : {}),
});

export function count(counts: Counts, seed: boolean, change: Partial<Counts>): Counts {
  if (seed) return counts;
  const add = (name: keyof Counts): number => counts[name] + (change[name] ?? 0);
  return {
    proposed: add('proposed'),
    unchanged: add('unchanged'),
    failed: add('failed'),
    candidates: add('candidates'),
    scored: add('scored'),
    invalid: add('invalid'),
    broken: add('broken'),
    cached: add('cached'),
    charged: add('charged'),
    control: add('control'),
    idle: add('idle'),
    partner: add('partner'),
    added: add('added'),
    open: add('open'),
    idleProposed: add('idleProposed'),
    idleOpen: add('idleOpen'),
  };
}
