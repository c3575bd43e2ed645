import { trunk } from '../../archive/archive.ts';
import type { Named } from '../../domain/author.ts';
import type { Strategy } from '../../domain/strategy.ts';

export interface LadderWorkers {
  readonly authors: readonly Named[];
}

/** Cycles that keep a repository to its goals: measure, take the most pressing thing, do it, hold it to the gate, land it. */
export function ladder(_workers: LadderWorkers): Strategy {
  return {
    places: 'barrier',
    archive: trunk(),
    tooLate: () => undefined,
    ask() {
      throw new Error('nothing is asked yet');
    },
  };
}
