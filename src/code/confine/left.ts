import type { Definition } from '../symbol/definition.ts';
import { bySymbol, covers } from './helpers.ts';
import type { Reading } from './reading.ts';

/** So many are named. */
const MOST = 6;

const KINDS: Readonly<Record<Definition['kind'], string>> = {
  function: 'function',
  method: 'method',
  class: 'class',
  type: 'type',
  value: 'value',
};

/** What of the other definitions was changed and left out, in words. */
export function otherChanges(seed: Reading, made: Reading): readonly string[] {
  const plain = ({ text }: Reading, { start, end }: Definition): string => text.slice(start, end).replace(/\s+/g, '');
  const all = bySymbol(made);
  return outermost(seed.definitions.filter((one) => !covers(one, seed.target) && !covers(seed.target, one))).flatMap(
    (one): string[] => {
      const there = all.get(one.symbol) ?? [];
      if (there.length === 0) return [`the removal of ${one.symbol}`];
      const own = plain(seed, one);
      return there.some((other) => plain(made, other) === own) ? [] : [`a change of ${one.symbol}`];
    },
  );
}

/** Of definitions in source order, the ones that stand in no other. */
function outermost(definitions: readonly Definition[]): readonly Definition[] {
  let end = -1;
  return definitions.filter((one) => {
    if (one.end <= end) return false;
    end = one.end;
    return true;
  });
}

export function notTaken(seed: Reading, definitions: readonly Definition[], helpers: boolean): readonly string[] {
  const known = bySymbol(seed);
  return outermost(definitions).map(({ kind, symbol }) => {
    if (known.has(symbol)) return `another definition of ${symbol}`;
    const why = helpers ? `${seed.target.symbol} does not use it from there` : '--allow-helpers';
    return `a new ${KINDS[kind]} ${symbol} (${why})`;
  });
}

/** A few of them, the rest counted. */
export function bounded(left: readonly string[]): readonly string[] {
  const all = [...new Set(left)];
  return all.length <= MOST ? all : [...all.slice(0, MOST), `${all.length - MOST} more changes`];
}
