import { remove } from '../workspace/workspace.ts';
import { claimsFolder, lanesFolder } from './place.ts';

/** Takes away what a driver that was killed has left. The caller holds the lease. */
export function sweep(stateDir: string, run: string): void {
  remove(lanesFolder(stateDir, run));
  remove(claimsFolder(stateDir, run));
}
