import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lock, lock, pauseMs } from '../../lib/lock.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { type Place, stateName } from '../place.ts';
import type { Sha } from '../tree.ts';
import { gitPath, usersGit } from './git.ts';
import { type Move, takeTreeBack } from './trunk-tree.ts';

/**
 * A landing on the branch that is checked out, written down before the user's files are touched. Files come first and the branch last, so
 * that whoever finds it knows by the branch whether it was finished.
 */
interface Plan {
  readonly branch: string;
  readonly from: Sha;
  readonly to: Sha;
  readonly move: Move;
}

const planPath = (place: Place): string => join(place.root, stateName, 'landing.json');

/** One landing at a time in a folder. */
export const lockLanding = (place: Place, signal?: AbortSignal): Promise<Lock> =>
  lock(join(place.root, stateName, 'locks', 'landing.lock'), signal);

export function writePlan(place: Place, plan: Plan): void {
  writeWhole(planPath(place), JSON.stringify(plan));
}

export function dropPlan(place: Place): void {
  rmSync(planPath(place), { force: true });
}

/** Takes back what a landing that was killed has left half done. Waits for one that is going on. */
export async function settleLanding(place: Place): Promise<void> {
  if (planOf(place) === undefined) return;
  const held = await lockLanding(place);
  try {
    await settleHeld(place);
  } finally {
    held.release();
  }
}

/** As `settleLanding`, for who holds the lock. */
export async function settleHeld(place: Place): Promise<void> {
  const plan = planOf(place);
  if (plan === undefined) return;
  const { stdout } = await usersGit(place, ['rev-parse', '-q', '--verify', `refs/heads/${plan.branch}`]);
  const head = await usersGit(place, ['symbolic-ref', '-q', 'HEAD']);
  const isHere = head.stdout.toString('utf8').trim() === `refs/heads/${plan.branch}`;
  // Elsewhere it was finished, or the user has gone on from there.
  if (isHere && stdout.toString('latin1').trim() === plan.from) {
    await untilFree(place);
    // What can't be taken back is seen as an uncommitted change, and named.
    await takeTreeBack(place, plan.move).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error;
    });
  }
  dropPlan(place);
}

/** The git that whoever was killed had started may still be writing. */
const PATIENCE_MS = 5000;

async function untilFree(place: Place): Promise<void> {
  const path = await gitPath(place, 'index.lock');
  const until = performance.now() + PATIENCE_MS;
  for (let asked = 0; existsSync(path); asked++) {
    if (performance.now() > until)
      throw new UserError(`Another git is at work here (${path}): try again when it has ended, or remove that file.`);
    await sleep(pauseMs(asked));
  }
}

function planOf(place: Place): Plan | undefined {
  try {
    return JSON.parse(readFileSync(planPath(place), 'utf8'));
  } catch {
    return undefined;
  }
}
