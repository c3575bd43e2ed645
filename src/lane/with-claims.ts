import { join } from 'node:path';
import { lock } from '../lib/lock.ts';
import type { LocalLanes } from './local.ts';

/**
 * Lanes that hold a claim on a candidate while it is evaluated, so that no two processes measure the same one at once:
 * whoever comes second waits for the first.
 */
export function withClaims(lanes: LocalLanes, folder: string): LocalLanes {
  return {
    ...lanes,
    async evaluate(job, signal) {
      const claim = await lock(join(folder, `${job.candidate.id}.claim`), signal);
      try {
        return await lanes.evaluate(job, signal);
      } finally {
        claim.release('remove');
      }
    },
    [Symbol.asyncDispose]: () => lanes[Symbol.asyncDispose](),
  };
}
