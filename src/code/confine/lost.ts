import type { Target } from '../../domain/target.ts';
import { type Source, sourceOf } from '../symbol/source.ts';
import { mentions } from './mentions.ts';

/** Why a target can't be found in a text. */
export async function lostIn(target: Target, text: string): Promise<string> {
  const read = await sourceOf(target.path, text);
  return read.kind === 'read' ? lostOf(target, read.source) : read.reason;
}

export function lostOf({ symbol }: Target, { text, errorLine, language }: Source): string {
  const name = symbol.split('.').at(-1) ?? symbol;
  // Where not even the name is left, an error elsewhere is not the reason.
  if (errorLine === undefined || !mentions(text, name)) return `the target ${symbol} is missing or renamed`;
  return `line ${errorLine}: not valid ${language}`;
}
