import { join } from 'node:path';
import type { Answered, Version } from '../domain/lane.ts';
import type { Question, SideBySideAnswer } from '../domain/question.ts';
import { type Failed, measure, type Plan, type Site } from '../evaluation/evaluation.ts';

/** As the question has it. */
type Asked = Pick<Extract<Question, { of: 'side-by-side' }>, 'key' | 'part' | 'repeats'>;

/** Measures versions in turns (A B, B A, …) in the same checkout, so that a drifting machine treats all alike. */
export async function sideBySide(
  site: Site,
  plan: Plan,
  versions: readonly Version[],
  { key, part, repeats }: Asked,
  signal: AbortSignal,
  watched: { readonly noisy?: true } = {},
): Promise<Answered> {
  const samples: number[][] = versions.map(() => []);
  // The logs of the first measurements stay as they are.
  const apart: Plan = { ...plan, artifacts: (of) => join(plan.artifacts(of), 'side-by-side') };
  for (let round = 0; round < repeats; round++) {
    const turn = [...versions.entries()];
    for (const [index, version] of round % 2 === 0 ? turn : turn.reverse()) {
      const named = [key.replaceAll('/', '-'), part, round + 1].filter((one) => one !== undefined).join('-');
      const job = { candidate: version, attempt: 1, cold: true as const, round: named, ...watched };
      const sample = await measure(site, apart, job, signal);
      if (!sample.ok && sample.result.verdict === 'broken') return brokenBy(sample);
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

function brokenBy({ result, final, spent }: Failed): Answered {
  return { kind: 'broken', reason: result.reason, ...(final ? { final } : {}), ...(spent ? { spent } : {}) };
}

const answered = (answer: SideBySideAnswer): Answered => ({ kind: 'answered', answer });
