import type { Residence } from '../domain/residence.ts';

interface Moves {
  /** Whether it lives on in a home. */
  readonly stays: boolean;
  readonly came: readonly Residence[];
  readonly went: readonly Residence[];
}

/** What is different in where somebody lives. */
export function movesOf(before: readonly Residence[] = [], after: readonly Residence[] = []): Moves {
  const lacks = (homes: readonly Residence[]) => (one: Residence) => !homes.some(({ name }) => name === one.name);
  const went = before.filter(lacks(after));
  return { stays: went.length < before.length, came: after.filter(lacks(before)), went };
}
