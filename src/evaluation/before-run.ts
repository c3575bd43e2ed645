import type { EvaluateJob } from '../domain/lane.ts';
import { runCommand, type Site, tailOf } from './command.ts';
import type { Failed, Plan } from './evaluation.ts';

/** Under these names it is known and its log kept; what belongs to the held-out command is named so. */
const STAGE = 'before-run';
const LOGS = { benchmark: 'before_run', holdout: 'holdout_before_run' } as const;

/** Runs what the fitness command needs each time anew; what it makes is there for that one run. Tells why it did not pass. */
export async function beforeRunStage(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  of: keyof typeof LOGS,
  signal: AbortSignal,
): Promise<Failed | undefined> {
  if (plan.beforeRun === undefined) return undefined;
  const line = { name: LOGS[of], shell: plan.beforeRun, after: 'leave' } as const;
  const { ran, failure, broken } = await runCommand(site, plan, job, line, signal);
  const { ms } = ran;
  if (broken === undefined && failure === undefined) return undefined;
  await site.checkout.reset();
  if (broken !== undefined) return { result: { stage: STAGE, verdict: 'broken', ms, reason: broken } };
  return { result: { stage: STAGE, verdict: 'fail', ms, reason: failure ?? '' }, tail: tailOf(ran) };
}
