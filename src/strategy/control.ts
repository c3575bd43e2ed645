import type { RunFacts } from '../domain/view.ts';

/** So many proposals are plain ones from the seed. */
export const CONTROL = 0.1;

/** Whether the nth proposal is a plain one: evenly spread, so that their share is kept at any time. */
export function isControl({ config }: RunFacts, nth: number): boolean {
  const share = config.adjustable.control ?? CONTROL;
  return Math.floor(nth * share) > Math.floor((nth - 1) * share);
}
