import { type Definition, definitionsIn } from '../code.ts';

/** The definitions of a text. Throws where it has none. */
export async function definitionsOf(path: string, text: string): Promise<readonly Definition[]> {
  const found = await definitionsIn(path, text);
  if (found.kind !== 'found') throw new Error(found.reason);
  return found.definitions;
}

/** `symbol kind: signature` of each; what stands in a function is marked with `~`. */
export const outline = async (path: string, text: string): Promise<readonly string[]> =>
  (await definitionsOf(path, text)).map(
    ({ symbol, kind, signature, local }) => `${local === true ? '~' : ''}${symbol} ${kind}: ${signature}`,
  );
