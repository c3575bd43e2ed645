import type { Operation } from '../domain/proposal.ts';

/**
 * Which operations breed `count` children in a generation: about half point mutation, a quarter crossover, a quarter
 * fresh. What doesn't come out even alternates from generation to generation.
 */
export function operations(count: number, generation: number): readonly Operation[] {
  if (count === 1) return [ALONE[generation % ALONE.length] ?? 'mutate'];
  const mutations = Math.max(1, Math.floor(count / 2));
  const rest = count - mutations;
  const half = Math.floor(rest / 2);
  const odd: Operation[] = rest % 2 === 0 ? [] : [generation % 2 === 0 ? 'cross' : 'fresh'];
  return [...repeat('mutate', mutations), ...repeat('cross', half), ...odd, ...repeat('fresh', half)].sort(
    (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
  );
}

const ALONE: readonly Operation[] = ['mutate', 'cross', 'mutate', 'fresh'];
const ORDER: readonly Operation[] = ['mutate', 'cross', 'fresh'];

const repeat = (operation: Operation, times: number): Operation[] => Array.from({ length: times }, () => operation);
