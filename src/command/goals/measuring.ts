import type { Goal, GoalResult, Goals, Snapshot } from '../../domain/goals.ts';
import { LADDER } from '../../domain/ladder.ts';
import { checksIn, measureGoals } from '../../evaluation/evaluation.ts';
import { UserError } from '../../lib/user-error.ts';
import { MachineFailure } from '../../loop/loop.ts';
import { findPlace, headOf } from '../../workspace/workspace.ts';
import { readConfig } from '../config/file.ts';
import type { Context } from '../contract.ts';
import { duration } from '../option.ts';

export const LIMITS = {
  timeout: duration(
    '--timeout <time>',
    `limit for one check, such as 90s or 5m (default: goals.check-seconds of evolve.yaml, else ${LADDER.checkSeconds} s)`,
  ),
  totalTimeout: duration('--total-timeout <time>', 'limit for all checks together (default: none)'),
} as const;

interface Limited {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly totalTimeout?: number;
}

/** Throws `UserError` where there is nothing to measure. */
export function refuseNone({ goals, path }: Goals): void {
  if (goals.length === 0) throw new UserError(`${path} has no goals yet. Add one: evolve goals add`);
}

/** Measures goals in the user's folder. Throws `UserError` where the time for all was over: nothing is known then. */
export async function measureHere(
  root: string,
  goals: readonly Goal[],
  limits: Limited,
  context: Context,
): Promise<Snapshot> {
  const checkSeconds = await secondsOf(root, limits);
  const { totalTimeout } = limits;
  const measured = await measureGoals(
    {
      goals,
      run: checksIn({ cwd: root, checkSeconds, env: process.env }),
      ...(totalTimeout === undefined ? {} : { totalSeconds: totalTimeout / 1000 }),
      onResult: progress(goals, context),
      now: Date.now,
      sha: await shaOf(root),
    },
    context.signal,
  );
  context.live?.end();
  switch (measured.kind) {
    case 'measured':
      return measured.snapshot;
    case 'broken':
      throw new MachineFailure(`the goals can't be measured: ${measured.reason}. Nothing was written.`);
    case 'unfinished':
      throw new UserError(`${measured.reason}. Nothing was written. Give it more time: --total-timeout`);
  }
}

async function secondsOf(root: string, { timeout }: Limited): Promise<number> {
  if (timeout !== undefined) return timeout / 1000;
  return (await readConfig(root, {}))?.input.checkSeconds ?? LADDER.checkSeconds;
}

/** Of the commit that is checked out; empty where there is none. */
async function shaOf(root: string): Promise<string> {
  try {
    const place = await findPlace(root);
    return place.kind === 'git' ? (await headOf(place)).commit : '';
  } catch (error) {
    if (error instanceof UserError) return '';
    throw error;
  }
}

function progress(goals: readonly Goal[], context: Context): (result: GoalResult) => void {
  let done = 0;
  context.live?.draw([`measuring ${goals.length} goals`]);
  return ({ goal, result }) => {
    done += 1;
    if (context.detail === 'verbose') context.tell(`${goal}: ${result}`);
    context.live?.draw([`measured ${done} of ${goals.length} goals, last ${goal}: ${result}`]);
  };
}
