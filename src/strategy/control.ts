import { isAllPlain, isByIslands, type RunConfig } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';

/** So many proposals are plain ones from the seed. */
export const CONTROL = 0.1;

/** Where all are plain there is nothing to compare them with. */
export const controlShare = (config: RunConfig): number =>
  isAllPlain(config) ? 0 : (config.adjustable.control ?? (isByIslands(config) ? 0 : CONTROL));

/** Whether the nth proposal is a plain one: evenly spread, so that their share is kept at any time. */
export function isControl({ config }: Pick<RunFacts, 'config'>, nth: number): boolean {
  const share = controlShare(config);
  return Math.floor(nth * share) > Math.floor((nth - 1) * share);
}
