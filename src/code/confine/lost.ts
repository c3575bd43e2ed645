import type { Target } from '../../domain/target.ts';
import { sourceOf } from '../symbol/source.ts';
import { mentions } from './mentions.ts';

/** Why a target can't be found in a text. */
export async function lostIn({ path, symbol }: Target, text: string): Promise<string> {
  const read = await sourceOf(path, text);
  if (read.kind !== 'read') return read.reason;
  const { errorLine, language } = read.source;
  const name = symbol.split('.').at(-1) ?? symbol;
  // Where not even the name is left, an error elsewhere is not the reason.
  if (errorLine === undefined || !mentions(text, name)) return `the target ${symbol} is missing or renamed`;
  return `line ${errorLine}: not valid ${language}`;
}
