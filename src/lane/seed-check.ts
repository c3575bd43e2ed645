import type { Evaluation } from '../domain/evaluation.ts';
import type { EvaluateJob } from '../domain/lane.ts';

/** So many invalid candidates in a row are more likely the machine than the candidates. */
const IN_A_ROW = 3;

/** What a shell says when a program is missing or can't be run: seldom a candidate's doing. */
const MISSING = /exited with code 12[67](?=$|[:;])/;

/** It was measured, so the machine works. */
const MEASURED = /^rung \S+ scored /;

/**
 * Keeps a failing machine from being charged to candidates: when failures look like the machine's, the seed is measured
 * again, and if that fails too the candidate's result is `broken`.
 */
export class SeedCheck {
  #invalid = 0;
  /** Checks that go on. */
  #checking = 0;
  #failing = false;

  async judge(
    evaluation: Evaluation,
    { candidate }: EvaluateJob,
    measureSeed: () => Promise<Evaluation>,
  ): Promise<Evaluation> {
    if (evaluation.outcome !== 'invalid' || MEASURED.test(evaluation.reason)) {
      if (evaluation.outcome !== 'broken') this.#failing = false;
      this.#invalid = 0;
      return evaluation;
    }
    this.#invalid += 1;
    const doubted = this.#failing || this.#checking > 0 || this.#invalid % IN_A_ROW === 0;
    if (!doubted && !MISSING.test(evaluation.reason)) return evaluation;
    const seed = await this.#checked(measureSeed);
    if (seed.outcome === 'scored' || MEASURED.test(seed.reason)) return evaluation;
    // Without the money for a check there is nothing to say for the candidate.
    if (seed.outcome === 'broken' && seed.spent === true) return evaluation;
    const reason = `the seed, which was fine before, fails too: ${seed.reason} (seen while measuring ${candidate.id})`;
    const final = seed.outcome === 'broken' && seed.final === true ? { final: seed.final } : {};
    return { outcome: 'broken', reason, ...final, stages: evaluation.stages };
  }

  async #checked(measureSeed: () => Promise<Evaluation>): Promise<Evaluation> {
    this.#checking += 1;
    try {
      const seed = await measureSeed();
      const unpaid = seed.outcome === 'broken' && seed.spent === true;
      this.#failing = seed.outcome !== 'scored' && !unpaid && !MEASURED.test(seed.reason);
      return seed;
    } finally {
      this.#checking -= 1;
    }
  }
}
