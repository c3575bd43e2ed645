import { createHash } from 'node:crypto';
import { normalForm } from '../code/code.ts';

/** A file that differs from the seed's; absent where there is none. */
export interface FormChange {
  readonly path: string;
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
  /** What else differs, such as the mode. */
  readonly besides: string;
}

/** The form of what differs from the seed in nothing that matters. */
export const SEED_FORM = hashOf([]);

/**
 * A hash of a version's code in its normal form, from what differs from the seed: files that don't, and those that differ in
 * form only in nothing, are left out, so the cost is that of the change.
 */
export async function formOf(changes: readonly FormChange[]): Promise<string> {
  const parts: string[] = [];
  for (const { path, before, after, besides } of [...changes].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const [was, is] = [await fileForm(path, before), await fileForm(path, after)];
    if (was !== is || besides !== '') parts.push(`${path}\0${is}\0${besides}`);
  }
  return hashOf(parts);
}

async function fileForm(path: string, bytes: Buffer | undefined): Promise<string> {
  if (bytes === undefined) return 'none';
  const text = decoded(bytes);
  const form = text === undefined ? undefined : await normalForm(path, text);
  const hash = createHash('sha256').update(form ?? bytes);
  return `${form === undefined ? 'bytes' : 'form'} ${hash.digest('hex')}`;
}

/** Larger files are data. */
const MOST_BYTES = 1024 * 1024;

export function decoded(bytes: Buffer): string | undefined {
  if (bytes.length > MOST_BYTES) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);
}
