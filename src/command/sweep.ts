import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { tryLock } from '../lib/lock.ts';
import { remove } from '../workspace/workspace.ts';
import { claimPath, evaluationFolder } from './exp/folders.ts';
import { claimsFolder, lanesFolder } from './place.ts';

/** Takes away what a driver that was killed has left. The caller holds the lease. */
export function sweep(stateDir: string, run: string): void {
  remove(lanesFolder(stateDir, run));
  sweepEvaluations(stateDir, run);
  sweepClaims(claimsFolder(stateDir, run));
}

/** What belongs to a claim, such as its journal, goes after it. */
function sweepClaims(folder: string): void {
  const names = namesIn(folder);
  const claims = names.filter((name) => name.endsWith('.claim'));
  for (const name of claims) free(join(folder, name), () => {});
  const held = claims.filter((name) => existsSync(join(folder, name)));
  for (const name of names) if (!held.some((claim) => name.startsWith(claim))) remove(join(folder, name));
  if (held.length > 0) return;
  try {
    rmdirSync(folder);
  } catch {
    // It is gone, or somebody has just come.
  }
}

/** Takes away the checkouts of evaluations that were killed: nobody holds the claims of their experiments any more. */
export function sweepEvaluations(stateDir: string, run: string): void {
  for (const id of namesIn(evaluationFolder(stateDir, run, '.')))
    free(claimPath(stateDir, run, id), () => remove(evaluationFolder(stateDir, run, id)));
}

/** Does something about what nobody holds. */
function free(claim: string, work: () => void): void {
  const held = tryLock(claim);
  if (held === undefined) return;
  try {
    work();
  } finally {
    held.release('remove');
  }
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
