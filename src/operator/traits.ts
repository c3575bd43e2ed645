import { type Traits, traitsOf } from '../code/code.ts';
import { decoded } from './form.ts';

/** What a file is like; none of it where there is no such file. What is no text has a size only. */
export async function fileTraits(path: string, bytes: Buffer | undefined): Promise<Traits> {
  if (bytes === undefined) return NO_TRAITS;
  const text = decoded(bytes);
  return text === undefined ? { size: bytes.length, complexity: 0 } : traitsOf(path, text);
}

export const NO_TRAITS: Traits = { size: 0, complexity: 0 };
