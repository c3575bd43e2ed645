import { git } from './git.ts';
import type { Place } from './place.ts';

/** The refs that keep the bases of runs from the user's garbage collection: all, or those of one run. */
export async function baseRefs(place: Place, run?: string): Promise<readonly string[]> {
  if (place.kind === 'folder') return [];
  const under = run === undefined ? 'refs/evolve/' : `refs/evolve/${run}/`;
  const output = await git(['for-each-ref', '--format=%(refname)', under], { cwd: place.root, config: 'user' });
  return output
    .toString('utf8')
    .split('\n')
    .filter((name) => name !== '');
}

export async function dropRefs(place: Place, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const input = refs.map((name) => `delete ${name}\0\0`).join('');
  await git(['update-ref', '-z', '--stdin'], { cwd: place.root, config: 'user', input });
}
