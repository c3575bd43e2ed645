import type { CandidateId } from '../../../domain/candidate.ts';
import type { Pattern } from '../../../domain/round.ts';
import type { Entry } from '../../../domain/view.ts';
import { byText } from '../course.ts';

/** Something that is true of some experiments. */
export interface Feature {
  readonly kind: 'gate' | 'task' | 'error';
  readonly label: string;
  readonly experiments: readonly CandidateId[];
}

/** What several have in common is told; what only one has is its own affair. */
export const SEVERAL = 2;

/** Collects what each experiment shows. Contract: in the order of how many show it, then by label. */
export function featuresOf(
  kind: Feature['kind'],
  entries: readonly Entry[],
  shown: (entry: Entry) => readonly string[],
): readonly Feature[] {
  const by = new Map<string, CandidateId[]>();
  for (const entry of entries)
    for (const label of new Set(shown(entry))) by.set(label, [...(by.get(label) ?? []), entry.proposal.id]);
  return [...by]
    .map(([label, experiments]) => ({ kind, label, experiments }))
    .toSorted((a, b) => b.experiments.length - a.experiments.length || byText(a.label, b.label));
}

/** Every two that at least two experiments show both of. */
export function intersections(features: readonly Feature[]): readonly Pattern[] {
  return features.flatMap((one, index) =>
    features.slice(index + 1).flatMap((other) => {
      const both = one.experiments.filter((id) => other.experiments.includes(id));
      if (both.length < SEVERAL) return [];
      return [{ kind: 'intersection' as const, label: `${named(one)} and ${named(other)}`, experiments: both }];
    }),
  );
}

export const named = ({ kind, label }: Feature): string => `${WORDS[kind]} ${label}`;

const WORDS = { gate: 'failing gate', task: 'zero on task', error: 'error' } as const;
