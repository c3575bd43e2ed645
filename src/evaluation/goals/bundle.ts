import type { Contract } from '../../domain/contract.ts';
import type { EvaluateJob } from '../../domain/lane.ts';
import { explained } from '../2-gates.ts';
import { type CommandPlan, runCommand, type Site, tailOf } from '../command.ts';
import type { Staged } from '../evaluation.ts';
import { gateLogName } from '../gate-log.ts';
import { sanitised } from './check.ts';

/** The validation commands, each once: the bundle, then what the profile asks of finished work beside it. */
export function bundleOf({ bundle, profile }: Contract): readonly string[] {
  return [...new Set([...bundle, ...(profile?.done.validations ?? [])].map((command) => command.trim()))].filter(
    (command) => command !== '',
  );
}

/** Longer ones are cut where they are named. */
const NAMED = 100;

/** A command that must exit with 0. One that can't be found, hangs or is ended has not. */
export async function bundleStage(
  site: Site,
  plan: CommandPlan,
  job: EvaluateJob,
  { command, log }: { readonly command: string; readonly log: string },
  signal: AbortSignal,
): Promise<Staged<undefined>> {
  const stage = `validation ${command.length > NAMED ? `${command.slice(0, NAMED)}…` : command}`;
  const from = performance.now();
  const line = { name: gateLogName(log), shell: sanitised(command), verbatim: true } as const;
  const { ran, failure, broken } = await runCommand(site, plan, job, line, signal);
  const ms = performance.now() - from;
  if (broken !== undefined) return { ok: false, result: { stage, verdict: 'broken', ms, reason: broken } };
  if (failure !== undefined)
    return { ok: false, result: { stage, verdict: 'fail', ms, reason: explained(failure) }, tail: tailOf(ran) };
  return { ok: true, value: undefined, result: { stage, verdict: 'pass', ms } };
}
