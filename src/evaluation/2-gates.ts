import type { Gate } from '../domain/config.ts';
import type { StageResult } from '../domain/evaluation.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import { runCommand, type Site, tailOf } from './command.ts';
import type { Failed, Plan, Staged } from './evaluation.ts';
import { gateLogName } from './gate-log.ts';

/** A command that must exit with 0. */
export async function gateStage(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  gate: Gate,
  signal: AbortSignal,
): Promise<Staged<undefined>> {
  const stage = `gate ${gate.name}`;
  const from = performance.now();
  const line = { name: gateLogName(gate.name), shell: gate.command };
  const { ran, failure, broken } = await runCommand(site, plan, job, line, signal);
  const ms = performance.now() - from;
  if (broken !== undefined) return { ok: false, result: { stage, verdict: 'broken', ms, reason: broken } };
  if (failure !== undefined)
    return { ok: false, result: { stage, verdict: 'fail', ms, reason: explained(failure) }, tail: tailOf(ran) };
  return { ok: true, value: undefined, result: { stage, verdict: 'pass', ms } };
}

/** The gates of a phase, told in `stages`: what keeps the candidate from going on. The job's own are all run. */
export async function gatesStage(
  site: Site,
  plan: Plan,
  job: EvaluateJob,
  phase: Gate['phase'],
  stages: StageResult[],
  signal: AbortSignal,
): Promise<Failed | undefined> {
  const failed: Failed[] = [];
  for (const gate of (job.gates ?? plan.gates).filter((one) => one.phase === phase)) {
    const passed = await gateStage(site, plan, job, gate, signal);
    stages.push(passed.result);
    if (!passed.ok) failed.push(passed);
    if (!passed.ok && job.gates === undefined) return passed;
  }
  // What the machine did is not charged to the candidate.
  const [first, ...more] = [
    ...failed.filter(({ result }) => result.verdict === 'broken'),
    ...failed.filter(({ result }) => result.verdict === 'fail'),
  ];
  if (first === undefined || first.result.verdict === 'broken' || more.length === 0) return first;
  const others = more.map(({ result }) => `${result.stage} ${result.reason}`);
  return { ...first, result: { ...first.result, reason: [first.result.reason, ...others].join('; ') } };
}

/** What a shell means by it. */
export const explained = (failure: string): string =>
  failure
    .replace(/^exited with code 127$/, '$&: a command in it was not found')
    .replace(/^exited with code 126$/, '$&: a command in it can’t be run');
