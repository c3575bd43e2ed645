import { readFileSync } from 'node:fs';
import type { Journal } from '../../src/domain/journal.ts';
import type { View } from '../../src/domain/view.ts';
import { openStore } from '../../src/journal/journal.ts';

/** What the kernel counts for this thread alone: nothing else runs in it while a question is answered. */
export const COUNTER = '/proc/thread-self/io';

/**
 * How often the store is read for an answer about run r1, by a connection that has seen nothing but the run itself. The middle of
 * a few: an append that finds a full page reads its neighbours too.
 */
export function pagesRead(stateDir: string, ask: (view: View, journal: Journal) => unknown): number {
  const counted = Array.from({ length: 5 }, () => {
    const store = openStore(stateDir);
    const journal = store.journal('r1');
    journal.view().run();
    const before = reads();
    ask(journal.view(), journal);
    const after = reads();
    store.close();
    return after - before;
  });
  return counted.sort((a, b) => a - b)[2] ?? 0;
}

function reads(): number {
  return Number(/^syscr: (\d+)$/m.exec(readFileSync(COUNTER, 'latin1'))?.[1]);
}
