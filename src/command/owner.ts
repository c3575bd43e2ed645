import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The repository and run that a workspace was made for, as its own `.git` says; undefined of any other folder. */
export function ownerOf(root: string): { readonly root: string; readonly run: string } | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(join(root, '.git', 'evolve'), 'utf8'));
    if (typeof found !== 'object' || found === null || !('root' in found) || !('run' in found)) return undefined;
    const { root: owner, run } = found;
    if (typeof owner !== 'string' || typeof run !== 'string' || !isAbsolute(owner)) return undefined;
    return { root: owner, run };
  } catch {
    return undefined;
  }
}
