import { readyIssues } from '../beads.ts';
import type { Desk } from '../desk.ts';
import { textOf } from '../json.ts';
import { readNextWork } from '../next-work/file.ts';
import type { Known } from './guard.ts';

/** All work that is written down: what waits, what somebody has, what was finished not long ago, and issues that can be begun. */
export async function knownWork(desk: Desk, signal: AbortSignal): Promise<readonly Known[]> {
  const harvested = readNextWork(desk.root).items.map(({ item, status }) => ({
    title: String(item.title),
    description: textOf(item.description) ?? '',
    done: status === 'consumed',
  }));
  const issues = (await readyIssues(desk, signal)).items;
  return [...harvested, ...issues.map(({ title, description }) => ({ title, description, done: false }))];
}

/** The titles of what is written down. */
export const knownTitles = (desk: Desk): readonly string[] =>
  readNextWork(desk.root).items.map(({ item }) => String(item.title));

/** Titles that were written down by a producer; undefined where it has written nothing yet. */
export function writtenBy(desk: Desk, producer: string): readonly string[] | undefined {
  const { items } = readNextWork(desk.root);
  const written = items.filter(({ row }) => row.entry.produced_by === producer);
  return written.length === 0 ? undefined : written.map(({ item }) => String(item.title));
}
