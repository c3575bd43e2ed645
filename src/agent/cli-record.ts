import { readFileSync, statSync } from 'node:fs';
import { eventReader, type Fields } from './cli-event.ts';

/** A longer record is not worth its reading: what was set aside has to do. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The lines of a session's record, as far as it was written; nothing of what can't be read. */
export function recordIn(file: string): readonly Fields[] {
  const lines: Fields[] = [];
  const reader = eventReader((line) => lines.push(line));
  try {
    const found = statSync(file);
    if (!found.isFile() || found.size > MOST_BYTES) return [];
    reader.push(readFileSync(file));
    reader.end();
  } catch {
    return [];
  }
  return lines;
}
