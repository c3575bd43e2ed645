import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const BASELINES = '.agents/evolve/fitness-baselines';
/** An era has one, and eras are few; more is not ours. */
const MOST = 50;
const MOST_BYTES = 1024 * 1024;

/** Baselines of the user's folder that a commit has not, by their paths. What it has is never written again. */
export async function newBaselines(
  root: string,
  committed: (path: string) => Promise<Buffer | undefined>,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const era of namesIn(join(root, BASELINES))) {
    for (const name of namesIn(join(root, BASELINES, era))) {
      const path = `${BASELINES}/${era}/${name}`;
      const file = lstatSync(join(root, path), { throwIfNoEntry: false });
      if (!name.endsWith('.json') || found.size === MOST || !file?.isFile() || file.size > MOST_BYTES) continue;
      if ((await committed(path)) === undefined) found.set(path, readFileSync(join(root, path)));
    }
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
}
