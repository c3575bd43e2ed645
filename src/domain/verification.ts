import type { Broken } from './operator.ts';

/** What verifying a change came to, before it is measured. */
export type Verified =
  | { readonly kind: 'passed' }
  /** What is wrong with it, for whoever revises it: each a sentence that can be acted on. Never empty. */
  | { readonly kind: 'failed'; readonly findings: readonly string[] }
  | Broken
  /** The budget has no room for a verifier. */
  | { readonly kind: 'spent'; readonly reason: string };

/** How the reason begins of a change that was given up because no verification passed. */
export const UNVERIFIED = 'never passed verification';

export const isUnverified = (reason: string): boolean => reason.startsWith(UNVERIFIED);
