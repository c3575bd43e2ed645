import { aimOf } from '../code/code.ts';
import type { EvaluateJob, Version } from '../domain/lane.ts';
import type { Target } from '../domain/target.ts';
import type { Staged } from './evaluation.ts';

export interface TargetPlan {
  readonly target: Target;
  /** The target's file in a version. */
  text(version: Version): Promise<string | undefined>;
}

/** Whether the target is there, under its name and with its signature. Nothing is run for it. */
export async function targetStage(
  { target, text }: TargetPlan,
  { candidate }: EvaluateJob,
): Promise<Staged<undefined>> {
  const from = performance.now();
  const file = await text(candidate);
  const reason = file === undefined ? `the file ${target.path} is gone` : await missed(target, file);
  const ms = performance.now() - from;
  if (reason === undefined) return { ok: true, value: undefined, result: { stage: 'target', verdict: 'pass', ms } };
  return { ok: false, result: { stage: 'target', verdict: 'fail', ms, reason } };
}

/** Of a signature: enough to see what is different. */
const SHOWN = 200;

async function missed(target: Target, file: string): Promise<string | undefined> {
  const aim = await aimOf(target, file);
  switch (aim.kind) {
    case 'met':
      return undefined;
    case 'lost':
      return aim.reason;
    case 'other':
      return `changed the signature: was ${quoted(target.signature)}, is ${quoted(aim.signature)} (--allow-signature)`;
  }
}

const quoted = (text: string): string => `\`${text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text}\``;
