import type { Target } from '../../domain/target.ts';
import { locate } from '../symbol/locate.ts';

/** The target of that name as a run would know it. */
export async function targetIn(
  path: string,
  text: string,
  symbol: string,
  more: Partial<Target> = {},
): Promise<Target> {
  const found = await locate(path, text, { symbol });
  if (found.kind !== 'one') throw new Error(`${symbol} in ${path}: ${found.kind}`);
  const { definition, nth } = found;
  const second = nth === 0 ? {} : { nth };
  return { path, symbol: definition.symbol, signature: definition.signature, ...second, ...more };
}
