import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Warm } from '../domain/config.ts';
import type { EvaluateJob } from '../domain/lane.ts';
import type { Capture, Ended, Served } from '../workspace/workspace.ts';
import { type CommandPlan, type CommandRun, failureOf, memoryFailure, timeoutFailure } from './command.ts';
import { answerIn, type WarmAnswer } from './warm-line.ts';

/** A plan whose fitness command is a server. */
export interface WarmPlan extends CommandPlan {
  readonly fitness: string;
  readonly prefix?: string;
  readonly warm: Warm;
}

/** What came of a question. */
export type Heard =
  | WarmAnswer
  | { readonly kind: 'ended'; readonly ended: Ended }
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted' };

interface Places {
  /** Of the checkout. */
  readonly root: string;
  readonly traces: string;
  readonly checkpoints: string;
}

/** Node fires a longer timer at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asks a server for one candidate. Contract: never rejects; what it prints meanwhile is in the log. */
export async function question(
  served: Served,
  plan: WarmPlan,
  { candidate, attempt }: EvaluateJob,
  { root, traces, checkpoints }: Places,
  log: Capture,
  signal: AbortSignal,
): Promise<Heard> {
  const id = randomUUID();
  const files = plan.files.map((path) => join(root, path));
  const facts = { candidate: candidate.id, attempt, seed: plan.seed, worktree: root, target: files[0], files };
  let late: NodeJS.Timeout | undefined;
  let quit: (() => void) | undefined;
  try {
    const heard = await new Promise<Heard>((resolve) => {
      quit = () => resolve({ kind: 'aborted' });
      signal.addEventListener('abort', quit);
      if (signal.aborted) quit();
      late = setTimeout(() => resolve({ kind: 'late' }), Math.min(plan.timeoutMs, LONGEST_MS));
      served.ended.then((ended) => resolve({ kind: 'ended', ended }));
      served.hear({
        log,
        line(text) {
          const answer = answerIn(text, id);
          if (answer !== undefined) resolve(answer);
        },
      });
      served.write(JSON.stringify({ id, ...facts, traces, checkpoints }));
    });
    // What it said on stderr before it answered may still be in the pipe; the second turn has polled it.
    for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    return heard;
  } finally {
    served.hear(undefined);
    clearTimeout(late);
    if (quit !== undefined) signal.removeEventListener('abort', quit);
  }
}

export function outcome(heard: Heard, plan: WarmPlan): Pick<CommandRun, 'failure' | 'broken'> {
  switch (heard.kind) {
    case 'answered':
      return {};
    case 'failed':
      return { failure: `failed: ${heard.reason}` };
    case 'late':
      return { failure: timeoutFailure(plan) };
    case 'aborted':
      return { failure: 'was stopped' };
    case 'ended':
      if (heard.ended.kind === 'failed-to-start') return { broken: heard.ended.reason };
      if (heard.ended.kind === 'memory') return { failure: memoryFailure(plan) };
      return { failure: `${failureOf(heard.ended, plan) ?? 'exited with code 0'} before it answered` };
  }
}
