import type { Entry, View } from '../domain/view.ts';

/** Few enough to hold, enough to ask seldom. */
const PAGE = 500;

/** Every proposal of a run, the seed first, by (batch, ord). Contract: holds one page at a time. */
export function* everyEntry(view: View): Generator<Entry> {
  for (let [batch, ord] = [-1, 0]; ; ) {
    const page = view.entriesAfter(batch, ord, PAGE);
    yield* page;
    const last = page.at(-1)?.proposal;
    if (last === undefined || page.length < PAGE) return;
    [batch, ord] = [last.batch, last.ord];
  }
}
