import type { Variation } from './variation.ts';

/** Leaves every change to the operator `syntax`, which draws its own edits of the tree. */
export function structural(): Variation {
  return {
    questions: () => [],
    begin: () => ({ draw: () => ({ by: 'syntax' }), memos: () => [] }),
  };
}
