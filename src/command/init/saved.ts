import { existsSync, readFileSync } from 'node:fs';
import { type Edit, editSettings } from '../../spec/spec.ts';
import { type FileInput, parseConfig } from '../config/file.ts';
import { settingsOf } from '../config/path.ts';
import { type ConfigValues, commentedConfig } from '../config/schema.ts';

/** What people who begin ask for next. */
const OFFERED = ['goal', 'gates', 'holdout', 'timeout', 'experiments'];

export const FILE = 'evolve.yaml';

/** A new evolve.yaml with these settings. */
export async function newConfig(input: FileInput): Promise<string> {
  const edits = settingsOf(input);
  const flat = edits.filter(({ path, value }) => path.length === 1 && isPlain(value));
  const values = Object.fromEntries(flat.map(({ path, value }) => [path[0], value]));
  const nested = edits.filter((edit) => !flat.includes(edit));
  const offered = OFFERED.filter((key) => !nested.some(({ path }) => path[0] === key));
  const text = commentedConfig(values as ConfigValues, offered);
  return nested.length === 0 ? text : editSettings(text, nested);
}

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isPlain));

/** What of the settings a file does not say, or says otherwise. */
export async function missingIn(text: string, input: FileInput): Promise<readonly Edit[]> {
  const said: Readonly<Record<string, unknown>> = { direction: 'max', ...(await parseConfig(text, FILE)) };
  const others = Object.entries(input).filter(([key, value]) => JSON.stringify(said[key]) !== JSON.stringify(value));
  return settingsOf(Object.fromEntries(others));
}

export const textOf = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
