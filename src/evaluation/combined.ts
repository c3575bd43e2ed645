import type { Judging } from '../domain/config.ts';
import { formatNumber } from '../lib/format.ts';
import type { Sample } from './3-benchmark.ts';
import { EFFICIENCY } from './verdict.ts';

/** What one judge has said of the code, from 1 to 10. */
export interface Verdict {
  readonly judge: string;
  readonly weight: number;
  readonly score: number;
}

/** A benchmark's number from 0 to 1, beside the judges. */
export const BENCHMARK = 'benchmark-score';

/** The number as the benchmark printed it, where it was mapped. */
export const RAW = 'benchmark';

/** Verdicts go up to 10, scores to 1. */
const TEN = 10;

/** The judges' scores as one, from 0 to 1, by their weights. */
export function meanOf(verdicts: readonly Verdict[]): number {
  const weights = verdicts.reduce((sum, { weight }) => sum + weight, 0);
  return verdicts.reduce((sum, { weight, score }) => sum + weight * score, 0) / weights / TEN;
}

/** A benchmark's number on the scale of the judges; it may lie beyond its ends. */
export function scaled(score: number, { scale }: Pick<Judging, 'scale'>): number {
  if (scale === undefined) return score;
  const [zero, one] = scale;
  return (score - zero) / (one - zero);
}

/** Why a benchmark's number can't stand beside a judge's. */
export function offScale(score: number, judging: Judging): string | undefined {
  const at = scaled(score, judging);
  if (at >= 0 && at <= 1) return undefined;
  const [zero, one] = judging.scale ?? [0, 1];
  return `scored ${formatNumber(score)}, which is not between ${formatNumber(zero)} and ${formatNumber(one)}`;
}

/** One sample of what the benchmark, where there is one, and the judges say. */
export function combined(
  benchmark: Sample | undefined,
  verdicts: readonly Verdict[],
  judging: Pick<Judging, 'weight' | 'scale'>,
): Sample {
  const judged = meanOf(verdicts);
  const each =
    verdicts.length < 2 ? {} : Object.fromEntries(verdicts.map(({ judge, score }) => [`judge/${judge}`, score / TEN]));
  if (benchmark === undefined)
    return { kind: 'score', channel: 'judge', score: judged, metrics: { [EFFICIENCY]: judged, ...each } };
  const measured = Math.min(1, Math.max(0, scaled(benchmark.score, judging)));
  const score = judging.weight * judged + (1 - judging.weight) * measured;
  // What it printed itself, where the score has it mapped.
  const printed = judging.scale === undefined ? {} : { [RAW]: benchmark.score };
  const metrics = { ...benchmark.metrics, ...printed, [EFFICIENCY]: judged, [BENCHMARK]: measured, ...each };
  return { ...benchmark, score, metrics };
}
