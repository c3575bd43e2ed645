import { BENCHMARK, RAW } from '../../../evaluation/evaluation.ts';
import { withoutJudges } from '../../judging.ts';
import type { Harness } from './red-team.ts';

/** The harness as its command alone measures: judges are asked nothing here, and can't be fooled by exiting early. */
export function withoutVerdicts(harness: Harness): Harness {
  const { config, baseline } = harness;
  if (config.fixed.judging === undefined) return harness;
  const score = baseline.metrics[RAW] ?? baseline.metrics[BENCHMARK];
  const samples = score === undefined ? [] : [score];
  return { ...harness, config: withoutJudges(config), baseline: { ...baseline, samples } };
}
