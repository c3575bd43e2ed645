import type { EvaluateJob } from '../domain/lane.ts';
import { buildStage } from './1-protect.ts';
import { benchmarkStage, type Sample } from './3-benchmark.ts';
import { scaled } from './combined.ts';
import type { Site } from './command.ts';
import type { Plan, Staged } from './evaluation.ts';

/** A checkout for the held-out command. */
export interface HeldOutSite {
  /** With the held-out inputs. */
  readonly open: Site;
  /** The same checkout without them: what is built must not know them. */
  readonly blind: Site;
}

/**
 * The score of a version by the held-out command, alone in the benchmark slot. The plan's fitness is that command, and
 * its artifacts lie where no author looks.
 */
export async function measureHeldOut(
  { open, blind }: HeldOutSite,
  plan: Plan,
  job: EvaluateJob,
  signal: AbortSignal,
): Promise<Staged<Sample>> {
  const built = await buildStage(blind, plan, job, signal);
  if (!built.ok) return built;
  const ran = await benchmarkStage(open, plan, job, signal, { stage: 'holdout' });
  // It goes the way of the run's own score.
  return ran.ok ? { ...ran, value: { ...ran.value, score: scaled(ran.value.score, plan.judge ?? {}) } } : ran;
}
