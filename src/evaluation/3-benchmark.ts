import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EvaluateJob } from '../domain/lane.ts';
import { boundary } from '../lib/seam.ts';
import type { Slot } from '../workspace/workspace.ts';
import { beforeRunStage } from './before-run.ts';
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
  { stage = 'benchmark', nth = 1 }: { readonly stage?: 'benchmark' | 'holdout'; readonly nth?: number } = {},
): Promise<Staged<Sample>> {
  return plan.slots.use(signal, (slot) =>
    job.noisy === true && plan.drift !== undefined ? plan.drift.around(slot, () => once(slot)) : once(slot),
  );

  async function once({ cores }: Slot): Promise<Staged<Sample>> {
    const { warm, prefix, fitness: shell } = plan;
    const server = warm === undefined || stage === 'holdout' ? undefined : site.warm;
    const unready = server === undefined ? await beforeRunStage(site, plan, job, stage, signal) : undefined;
    if (unready !== undefined) return { ok: false, ...unready };
    const goesOn = plan.beforeRun !== undefined;
    const line = { name: stage, shell, goesOn, cores: cores ?? [], reports: true, nth } as const;
    const { ran, failure, broken, file } = await (warm !== undefined && server !== undefined
      ? server.ask({ ...plan, warm }, job, signal, cores)
      : runCommand(site, plan, job, prefix === undefined ? line : { ...line, prefix }, signal));
    boundary();
    const { ms } = ran;
    if (broken !== undefined) {
      // Nothing ran, so nothing has taken away what came before it.
      if (goesOn && server === undefined) await site.checkout.reset();
      return { ok: false, result: { stage, verdict: 'broken', ms, reason: broken } };
    }
    if (failure !== undefined)
      return { ok: false, result: { stage, verdict: 'fail', ms, reason: failure }, tail: tailOf(ran) };
    const output = file === undefined ? { stdout: ran.stdout } : { stdout: ran.stdout, file };
    const report = readReport(output, server === undefined ? plan : { ...plan, channel: 'json' });
    if (report.kind === 'none')
      return { ok: false, result: { stage, verdict: 'fail', ms, reason: report.reason }, tail: tailOf(ran) };
    const note = stage === 'benchmark' && report.tasks === undefined ? untold(join(plan.artifacts(job), 'traces')) : {};
    return { ok: true, value: report, result: { stage, verdict: 'pass', ms, ...note } };
  }
}

/** Of a benchmark that traced tasks and told no scores of them: whoever compares by task has nothing to go by. */
function untold(traces: string): { readonly note?: string } {
  const tasks = tracedIn(traces);
  return tasks < 2 ? {} : { note: `it traced ${tasks} tasks, but its result has no "tasks"` };
}

function tracedIn(folder: string): number {
  try {
    return readdirSync(folder).filter((name) => /^task_.*\.json$/.test(name)).length;
  } catch {
    return 0;
  }
}
