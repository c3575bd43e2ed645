import type { RunConfig } from '../../domain/config.ts';
import type { Entry } from '../../domain/view.ts';
import type { Ended } from './report.ts';

/** All that a page shows. */
export interface PageFacts {
  readonly ended: Ended;
  readonly config: RunConfig;
  readonly openedAt: number;
  /** By (batch, ord), the seed first. */
  readonly candidates: readonly CandidateFacts[];
  /** How many more there are. */
  readonly left: number;
  /** Of the script, so that no other one may run. */
  readonly scriptHash: string;
}

export interface CandidateFacts {
  readonly entry: Entry;
  /** null for the seed and for what was never measured. */
  readonly rank: number | null;
  readonly score: number | null;
  readonly delta: number | null;
  readonly status: string;
  readonly best: boolean;
  /** Steps from the seed, by first parents. */
  readonly depth: number;
  /** Whether the winner descends from it, by first parents. */
  readonly onPath: boolean;
  readonly patch: Patch;
}

/** The change against the first parent. */
export type Patch =
  | { readonly kind: 'none' }
  | { readonly kind: 'shown'; readonly text: string; readonly left: number }
  | { readonly kind: 'left out' };

/** How a dot looks: by shape and not by colour alone. */
export function markOf({ best, status }: CandidateFacts): 'best' | 'alive' | 'eliminated' | 'invalid' {
  if (best) return 'best';
  if (status === 'alive' || status === 'eliminated') return status;
  if (status === 'committed') return 'alive';
  if (status === 'evaluated' || status === 'discarded' || status === 'pruned') return 'eliminated';
  return 'invalid';
}
