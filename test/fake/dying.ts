import type { Journal } from '../../src/domain/journal.ts';

/** A journal whose process dies at the n-th append, just before or just after its commit. */
export function dying(journal: Journal, at: number, moment: 'before' | 'after'): Journal & { appends(): number } {
  let appends = 0;
  return {
    ...journal,
    appends: () => appends,
    append(decide) {
      appends += 1;
      if (appends > at || (appends === at && moment === 'before')) throw new Error('killed');
      const recorded = journal.append(decide);
      if (appends === at) throw new Error('killed');
      return recorded;
    },
  };
}
