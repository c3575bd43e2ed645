import type { Evaluation, StageResult } from '../domain/evaluation.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import { gateStage } from './2-gates.ts';
import type { Site } from './command.ts';
import type { Failed, Plan } from './evaluation.ts';

/** Runs every gate of a job, whatever the others say and whenever they would have their turn. */
export async function gatesAlone(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  stages: StageResult[],
  signal: AbortSignal,
): Promise<Failed | undefined> {
  const failed: Failed[] = [];
  for (const gate of job.gates ?? plan.gates) {
    const passed = await gateStage(site, plan, job, gate, signal);
    stages.push(passed.result);
    if (!passed.ok) failed.push(passed);
  }
  // What the machine did says nothing about the candidate.
  return failed.find(({ result }) => result.verdict === 'broken') ?? failed[0];
}

/** It passed, and nothing was measured. */
export const unmeasured = (stages: readonly StageResult[]): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [],
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages,
});
