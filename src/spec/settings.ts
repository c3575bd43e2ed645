import { nearest } from '../lib/nearest.ts';
import { mistake } from './mistake.ts';
import type { Setting, Written } from './written.ts';
import { parseYaml } from './yaml.ts';

/**
 * The settings of a YAML file, in the order of the file. An empty file has none.
 * Contract: throws `UserError` with file and line on text that is no YAML, no map, or has a key twice or one that is not
 * known; `notes` says what to do about words that people may take for keys.
 */
export async function readSettings(
  text: string,
  file: string,
  keys: readonly string[],
  notes: Readonly<Record<string, string>> = {},
): Promise<readonly Setting[]> {
  const written = await parseYaml(text, file);
  if (written === undefined || (written.kind === 'scalar' && written.value === null)) return [];
  if (written.kind !== 'map') throw mistake(file, written.line, 'write settings as "key: value", one per line.');
  refuseUnknown(written, file, keys, notes);
  return written.settings;
}

/** Throws on a key that is not known and names the one that was probably meant. */
export function refuseUnknown(
  map: Extract<Written, { kind: 'map' }>,
  file: string,
  keys: readonly string[],
  notes: Readonly<Record<string, string>> = {},
): void {
  for (const { key, line } of map.settings) {
    if (keys.includes(key)) continue;
    const meant = nearest(key, keys);
    const advice = notes[key] ?? (meant === undefined ? `There are: ${keys.join(', ')}.` : `Did you mean "${meant}"?`);
    throw mistake(file, line, `unknown key ${JSON.stringify(key)}. ${advice}`);
  }
}
