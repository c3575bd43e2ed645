import type { Definition } from '../symbol/definition.ts';
import { covers } from './helpers.ts';
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
  const texts = (reading: Reading, symbol: string): readonly string[] =>
    reading.definitions.filter((one) => one.symbol === symbol).map((one) => plain(reading, one));
  const others = seed.definitions.filter((one) => !covers(one, seed.target) && !covers(seed.target, one));
  const outermost = others.filter((one) => !others.some((other) => other !== one && covers(other, one)));
  return outermost.flatMap((one): string[] => {
    const there = texts(made, one.symbol);
    if (there.length === 0) return [`the removal of ${one.symbol}`];
    return there.includes(plain(seed, one)) ? [] : [`a change of ${one.symbol}`];
  });
}

export function notTaken(definitions: readonly Definition[], target: string, helpers: boolean): readonly string[] {
  return definitions
    .filter((one) => !definitions.some((other) => other !== one && covers(other, one)))
    .map(({ kind, symbol }) => {
      const why = helpers ? `${target} does not use it from there` : '--allow-helpers';
      return `a new ${KINDS[kind]} ${symbol} (${why})`;
    });
}

/** A few of them, the rest counted. */
export function bounded(left: readonly string[]): readonly string[] {
  const all = [...new Set(left)];
  return all.length <= MOST ? all : [...all.slice(0, MOST), `${all.length - MOST} more changes`];
}
