import { readFileSync, statSync } from 'node:fs';
import { eventReader, type Fields } from './cli-event.ts';

/** A longer record is not worth its reading: what was set aside has to do. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The lines of a session's record, as far as it was written; nothing of what can't be read. */
export function recordIn(file: string): readonly Fields[] {
  const lines: Fields[] = [];
  const reader = eventReader((line) => lines.push(line));
  reader.push(bytesOf(file));
  reader.end();
  return lines;
}

/** The same as one text. */
export const recordOf = (file: string): string => bytesOf(file).toString('utf8');

/** Agents may put anything in its place: a pipe would keep us waiting for ever. */
function bytesOf(file: string): Buffer {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(file) : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}
