import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sha } from '../tree.ts';
import { keptIn } from './kept.ts';

/** What is known of the workspaces of a run; no experiment has this name. */
export const KEPT = '.kept';

/** What the workspaces of a run need of the private repository, and no candidate need hold: what they were laid out with. */
export function borrowed(stateDir: string, run: string): readonly Sha[] {
  const folder = join(stateDir, run, 'worktrees', KEPT);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) => {
    const kept = keptIn(join(folder, name));
    if (kept === undefined) return [];
    return [kept.base.commit, kept.base.tree, kept.version, ...(kept.start === undefined ? [] : [kept.start])];
  });
}
