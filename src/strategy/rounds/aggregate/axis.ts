import { indistinct } from '../../../domain/compare.ts';
import { NOISE } from '../../../domain/config.ts';
import type { Pattern } from '../../../domain/round.ts';
import type { Entry, RunFacts } from '../../../domain/view.ts';
import { bestFirst } from '../stall.ts';

/**
 * Different changes that came to the same: whatever they turn, it is not what the score hangs on. They differ where neither
 * touches only what the other does, too: the same place with other numbers is one hypothesis.
 */
export function axisWarning(run: RunFacts, committed: readonly Entry[], plateau: number): readonly Pattern[] {
  const { margin } = run.config.fixed.noise ?? NOISE;
  const ranked = bestFirst(run, committed).filter(({ candidate }) => (candidate?.touched ?? []).length > 0);
  const groups = ranked.map((anchor) => {
    const group: Entry[] = [];
    for (const one of [anchor, ...ranked])
      if (group.every((other) => isApart(one, other) && isLevel(one, other, margin))) group.push(one);
    return group;
  });
  const largest = groups.reduce<readonly Entry[]>((most, group) => (group.length > most.length ? group : most), []);
  if (largest.length < plateau) return [];
  const ids = largest.map(({ proposal }) => proposal.id);
  const places = [...new Set(largest.flatMap(({ candidate }) => candidate?.touched ?? []))].slice(0, 8);
  const label = `${ids.length} different changes came to about the same score (they touch ${places.join(', ')})`;
  return [{ kind: 'axis-warning', label, experiments: ids }];
}

function isApart(one: Entry, other: Entry): boolean {
  const [a, b] = [new Set(one.candidate?.touched), new Set(other.candidate?.touched)];
  return [...a].some((place) => !b.has(place)) && [...b].some((place) => !a.has(place));
}

function isLevel({ evaluation: one }: Entry, { evaluation: other }: Entry, margin: number): boolean {
  if (one?.outcome !== 'scored' || other?.outcome !== 'scored') return false;
  return indistinct(one.samples, other.samples, margin);
}
