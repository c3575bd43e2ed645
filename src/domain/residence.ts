import type { CandidateId } from './candidate.ts';

/** A home that a candidate lives in, and when it came: in which event, and as which of that event's moves. */
export interface Residence {
  readonly name: string;
  readonly since: number;
  readonly nth: number;
}

/** One move into a home, and who leaves for it. */
export interface Move {
  readonly candidate: CandidateId;
  readonly home: string;
  readonly evicted: readonly CandidateId[];
}

/** Lives there, too; who lives there already has come when it came. */
export const arrived = (homes: readonly Residence[], residence: Residence): readonly Residence[] =>
  homes.some(({ name }) => name === residence.name) ? homes : [...homes, residence];

/** Lives there no more; other homes stay. */
export const departed = (homes: readonly Residence[], home: string): readonly Residence[] =>
  homes.filter(({ name }) => name !== home);
