import type { Desk } from '../desk.ts';
import { readNextWork } from '../next-work/file.ts';

/** Titles of all work that is written down: what waits, what somebody has, and what was finished not long ago. */
export const knownTitles = (desk: Desk): readonly string[] =>
  readNextWork(desk.root).items.map(({ item }) => String(item.title));

/** Titles that were written down by a producer; undefined where it has written nothing yet. */
export function writtenBy(desk: Desk, producer: string): readonly string[] | undefined {
  const { items } = readNextWork(desk.root);
  const written = items.filter(({ row }) => row.entry.produced_by === producer);
  return written.length === 0 ? undefined : written.map(({ item }) => String(item.title));
}
