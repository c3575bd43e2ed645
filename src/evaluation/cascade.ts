import { type Direction, reaches } from '../domain/compare.ts';
import type { Rung } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import { formatNumber } from '../lib/format.ts';
import { runCommand, type Site, tailOf } from './command.ts';
import type { Plan, Staged } from './evaluation.ts';
import { readReport } from './report.ts';

/** A rung with the score that a candidate must reach there; without one it is only measured, as it is of the seed. */
export interface Hurdle extends Pick<Rung, 'name' | 'command'> {
  readonly direction: Direction;
  readonly threshold?: number;
}

/** Under this name the score of a rung is among the metrics of an evaluation. */
export const metricOf = (rung: string): string => `cascade/${rung}`;

/**
 * The rungs of a run, given what the seed scored on them. A share is taken towards worse as well as towards better whatever
 * the sign: 90 % of −20 is −22.
 */
export function hurdlesOf(rungs: readonly Rung[], direction: Direction, seed?: Evaluation): readonly Hurdle[] {
  const metrics = seed?.outcome === 'scored' ? seed.metrics : {};
  return rungs.map(({ name, command, threshold, of }) => {
    const base = { name, command, direction };
    if (of === 'score') return { ...base, threshold };
    const scored = metrics[metricOf(name)];
    return scored === undefined ? base : { ...base, threshold: scored + (threshold - 1) * Math.abs(scored) };
  });
}

/** A cheaper benchmark, in the machine's benchmark slot: whoever does badly here is not worth the next. */
export async function rungStage(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  { name, command, direction, threshold }: Hurdle,
  signal: AbortSignal,
): Promise<Staged<number>> {
  const stage = `rung ${name}`;
  return plan.slots.use(signal, async () => {
    const { ran, failure, broken, file } = await runCommand(
      site,
      plan,
      job,
      { name: `rung_${name}`, shell: command, reports: true },
      signal,
    );
    const { ms } = ran;
    if (broken !== undefined) return { ok: false, result: { stage, verdict: 'broken', ms, reason: broken } };
    const failed = (reason: string): Staged<number> => ({
      ok: false,
      result: { stage, verdict: 'fail', ms, reason },
      tail: tailOf(ran),
    });
    if (failure !== undefined) return failed(failure);
    const { parse, metric } = plan;
    const options = { parse, ...(metric === undefined ? {} : { metric }) };
    const report = readReport({ stdout: ran.stdout, ...(file === undefined ? {} : { file }) }, options);
    if (report.kind === 'none') return failed(report.reason);
    const { score } = report;
    if (threshold === undefined || reaches(score, threshold, direction))
      return { ok: true, value: score, result: { stage, verdict: 'pass', ms } };
    return failed(
      `scored ${formatNumber(score)}, ${direction === 'max' ? 'below' : 'above'} ${formatNumber(threshold)}`,
    );
  });
}
