import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mount } from '../domain/workspace.ts';

/** Mounts that put something empty in the place of each path. What they mount is made in `folder`. */
export function hide(paths: readonly string[], folder: string): readonly Mount[] {
  if (paths.length === 0) return [];
  const [nothing, blank] = [join(folder, 'folder'), join(folder, 'file')];
  mkdirSync(nothing, { recursive: true });
  writeFileSync(blank, '');
  return paths.flatMap((to) => {
    const found = statSync(to, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ from: found.isDirectory() ? nothing : blank, to }];
  });
}
