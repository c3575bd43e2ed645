import type { Evaluation } from '../../src/domain/evaluation.ts';
import type { Lanes, Version } from '../../src/domain/lane.ts';

export interface FakeOptions {
  /** The seed's numbers. */
  readonly seed: readonly number[];
  /** What a program of these numbers comes to; undefined is invalid. */
  readonly score: (numbers: readonly number[]) => number | undefined;
  /** Says `broken` so many times before each first success. */
  readonly brokenFirst?: number;
  /** What the nth run of a candidate is multiplied by. */
  readonly noise?: (id: string, nth: number) => number;
  /** What a program of these numbers comes to by the held-out command. */
  readonly heldOut?: (numbers: readonly number[]) => number;
  /** Called before each piece of work, to put the lanes in another order. */
  readonly pause?: (what: string) => Promise<void>;
}

/** Lanes without files or processes: a commit is its numbers as text. */
export function fakeLanes(options: FakeOptions): Lanes & { readonly evaluated: string[] } {
  const evaluated: string[] = [];
  const failures = new Map<string, number>();
  const runs = new Map<string, number>();
  const run = (version: Version): number | undefined => {
    const nth = (runs.get(version.id) ?? 0) + 1;
    runs.set(version.id, nth);
    const score = options.score(numbersOf(version));
    return score === undefined ? undefined : score * (options.noise?.(version.id, nth) ?? 1);
  };
  const evaluation = (version: Version): Evaluation => {
    const score = run(version);
    if (score === undefined)
      return { outcome: 'invalid', epoch: 0, reason: 'benchmark exited with code 1', stages: [] };
    return {
      outcome: 'scored',
      epoch: 0,
      samples: [score],
      comparisons: [],
      metrics: {},
      channel: 'number',
      stages: [],
    };
  };
  return {
    evaluated,
    async apply({ proposal, parents }, signal) {
      await options.pause?.(`apply ${proposal.id}`);
      signal.throwIfAborted();
      const numbers = proposal.edit?.literals ?? numbersOf(parents[0]).map((value) => value + proposal.ord);
      const commit = numbers.join(' ');
      if (commit === parents[0].commit) return { kind: 'unchanged', reason: 'the same numbers' };
      return { kind: 'changed', commit, tree: commit, summary: commit, refused: [] };
    },
    async evaluate({ candidate }, signal) {
      await options.pause?.(`evaluate ${candidate.id}`);
      signal.throwIfAborted();
      const failed = failures.get(candidate.id) ?? 0;
      if (failed < (options.brokenFirst ?? 0)) {
        failures.set(candidate.id, failed + 1);
        return { outcome: 'broken', reason: 'no space left', stages: [] };
      }
      evaluated.push(candidate.id);
      return evaluation(candidate);
    },
    async answer({ question, candidates }, signal) {
      await options.pause?.(`answer ${question.key}`);
      signal.throwIfAborted();
      if (question.of === 'literals') {
        const literals = candidates.flatMap(numbersOf).map((value) => ({ value, integer: Number.isInteger(value) }));
        return { kind: 'answered', answer: { literals, skipped: [] } };
      }
      if (question.of === 'traits') return { kind: 'answered', answer: { traits: {} } };
      if (question.of === 'trees') return { kind: 'answered', answer: { editable: [], skipped: [] } };
      if (question.of !== 'holdout' && question.of !== 'side-by-side')
        throw new Error(`nobody is asked for ${question.of}`);
      const measure = question.of === 'holdout' ? (version: Version) => options.heldOut?.(numbersOf(version)) : run;
      const turns = Array.from({ length: question.repeats });
      const samples = candidates.map((version) => turns.map(() => measure(version)));
      const failing = candidates.find((_, index) => samples[index]?.includes(undefined));
      if (failing === undefined) return { kind: 'answered', answer: { samples } };
      const failed = { failed: `${failing.id}: exited with code 1`, by: failing.id };
      return { kind: 'answered', answer: { samples: candidates.map(() => []), ...failed } };
    },
  };
}

export const numbersOf = (version: Version): readonly number[] => version.commit.split(' ').map(Number);
