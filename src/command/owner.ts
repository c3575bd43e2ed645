import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

export interface Owner {
  readonly root: string;
  readonly run: string;
  readonly experiment?: string;
}

/** The repository, run and experiment that a workspace was made for, as its own `.git` says; undefined of any other folder. */
export function ownerOf(root: string): Owner | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(join(root, '.git', 'evolve'), 'utf8'));
    if (typeof found !== 'object' || found === null || !('root' in found) || !('run' in found)) return undefined;
    const { root: owner, run } = found;
    if (typeof owner !== 'string' || typeof run !== 'string' || !isAbsolute(owner)) return undefined;
    const experiment = 'experiment' in found && typeof found.experiment === 'string' ? found.experiment : undefined;
    return { root: owner, run, ...(experiment === undefined ? {} : { experiment }) };
  } catch {
    return undefined;
  }
}
