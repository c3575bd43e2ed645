import type { EvaluateJob } from '../domain/lane.ts';
import { boundary } from '../lib/seam.ts';
import type { Slot } from '../workspace/workspace.ts';
import { runCommand, type Site, tailOf } from './command.ts';
import type { Plan, Staged } from './evaluation.ts';
import { type Report, readReport } from './report.ts';

export type Sample = Extract<Report, { kind: 'score' }>;

/** Runs the fitness command once, alone in the machine's benchmark slot, and reads its score. */
export async function benchmarkStage(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  signal: AbortSignal,
  stage: 'benchmark' | 'holdout' = 'benchmark',
): Promise<Staged<Sample>> {
  return plan.slots.use(signal, (slot) =>
    job.noisy === true && plan.drift !== undefined ? plan.drift.around(slot, () => once(slot)) : once(slot),
  );

  async function once({ cores }: Slot): Promise<Staged<Sample>> {
    const { warm } = plan;
    const server = warm === undefined || stage === 'holdout' ? undefined : site.warm;
    const { ran, failure, broken, file } = await (warm !== undefined && server !== undefined
      ? server.ask({ ...plan, warm }, job, signal, cores)
      : runCommand(site, plan, job, stage, plan.fitness, signal, 'reset', cores));
    boundary();
    const { ms } = ran;
    if (broken !== undefined) return { ok: false, result: { stage, verdict: 'broken', ms, reason: broken } };
    if (failure !== undefined)
      return { ok: false, result: { stage, verdict: 'fail', ms, reason: failure }, tail: tailOf(ran) };
    const output = file === undefined ? { stdout: ran.stdout } : { stdout: ran.stdout, file };
    const report = readReport(output, server === undefined ? plan : { ...plan, channel: 'json' });
    if (report.kind === 'none')
      return { ok: false, result: { stage, verdict: 'fail', ms, reason: report.reason }, tail: tailOf(ran) };
    return { ok: true, value: report, result: { stage, verdict: 'pass', ms } };
  }
}
