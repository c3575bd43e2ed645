import { join } from 'node:path';
import type { Answered, Version } from '../domain/lane.ts';
import type { SideBySideAnswer } from '../domain/question.ts';
import { measure, type Plan, type Site } from '../evaluation/evaluation.ts';

/** Measures versions in turns (A B, B A, …) in the same checkout, so that a drifting machine treats all alike. */
export async function sideBySide(
  site: Site,
  plan: Plan,
  versions: readonly Version[],
  repeats: number,
  signal: AbortSignal,
  watched: { readonly noisy?: true } = {},
): Promise<Answered> {
  const samples: number[][] = versions.map(() => []);
  // The logs of the first measurements stay as they are.
  const apart: Plan = { ...plan, artifacts: (candidate) => join(plan.artifacts(candidate), 'side-by-side') };
  for (let round = 0; round < repeats; round++) {
    const turn = [...versions.entries()];
    for (const [index, version] of round % 2 === 0 ? turn : turn.reverse()) {
      const job = { candidate: version, attempt: 1, cold: true as const, ...watched };
      const sample = await measure(site, apart, job, signal);
      if (!sample.ok && sample.result.verdict === 'broken') return { kind: 'broken', reason: sample.result.reason };
      if (!sample.ok)
        return answered({
          samples: versions.map(() => []),
          failed: `${version.id}: ${sample.result.reason}`,
          by: version.id,
        });
      samples[index]?.push(sample.value.score);
    }
  }
  return answered({ samples });
}

const answered = (answer: SideBySideAnswer): Answered => ({ kind: 'answered', answer });
