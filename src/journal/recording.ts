import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Recording } from '../domain/ledger.ts';
import { boundary } from '../lib/seam.ts';

/** The folder of recordings in a run's folder. */
const FOLDER = 'calls';

/** The file of a call's next ending, relative to the run's folder: the same names whenever the run is replayed. */
export function recordOf(key: string, before?: string): string {
  const ending = before === undefined ? 1 : Number(/~(\d+)\.json$/.exec(before)?.[1] ?? 1) + 1;
  const name = encodeURIComponent(key).replaceAll('%2F', '.');
  return `${FOLDER}/${name}${ending === 1 ? '' : `~${ending}`}.json`;
}

/** Contract: the file is there as a whole or not at all. */
export function writeRecording(folder: string, record: string, key: string, { prompt, text }: Recording): void {
  const file = join(folder, record);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify({ key, prompt, text })}\n`);
  boundary();
  renameSync(`${file}.part`, file);
  boundary();
}

/** undefined when the file is gone, torn or another's. */
export function readRecording(folder: string, record: string, key: string): Recording | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, record), 'utf8'));
    return isRecording(read) && read.key === key ? { prompt: read.prompt, text: read.text } : undefined;
  } catch {
    return undefined;
  }
}

function isRecording(read: unknown): read is Recording & { readonly key: string } {
  return (
    typeof read === 'object' &&
    read !== null &&
    'key' in read &&
    'prompt' in read &&
    typeof read.prompt === 'string' &&
    'text' in read &&
    typeof read.text === 'string'
  );
}
