import { statfsSync } from 'node:fs';
import type { Evaluation, StageResult } from '../domain/evaluation.ts';
import { remove } from '../workspace/workspace.ts';
import type { Site } from './command.ts';
import type { Failed } from './evaluation.ts';

/** What it means for a candidate that a stage did not pass. */
export function ended(site: Site, stages: readonly StageResult[], { result, tail, final, spent }: Failed): Evaluation {
  if (result.verdict === 'broken') {
    const reason = spent === true ? result.reason : `${result.stage}: ${result.reason}`;
    return { outcome: 'broken', reason, ...(final ? { final } : {}), ...(spent ? { spent } : {}), stages };
  }
  remove(site.temp);
  if (diskIsFull(site.checkout.root)) return { outcome: 'broken', reason: 'the disk is full', stages };
  const reason = result.stage === 'judge' ? result.reason : `${result.stage} ${result.reason}`;
  return { outcome: 'invalid', epoch: 0, reason, ...(tail === undefined || tail === '' ? {} : { tail }), stages };
}

/** A command that filled the disk by itself has been cleaned up after by then; what is full now is the machine's fault. */
export function diskIsFull(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < 1024 * 1024;
}
