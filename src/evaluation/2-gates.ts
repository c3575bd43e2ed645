import type { Gate } from '../domain/config.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import { runCommand, type Site, tailOf } from './command.ts';
import type { Plan, Staged } from './evaluation.ts';

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
  const { ran, failure, broken } = await runCommand(site, plan, job, `gate_${gate.name}`, gate.command, signal);
  const ms = performance.now() - from;
  if (broken !== undefined) return { ok: false, result: { stage, verdict: 'broken', ms, reason: broken } };
  if (failure !== undefined)
    return { ok: false, result: { stage, verdict: 'fail', ms, reason: failure }, tail: tailOf(ran) };
  return { ok: true, value: undefined, result: { stage, verdict: 'pass', ms } };
}
