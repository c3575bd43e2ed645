import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Goals } from '../../domain/goals.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { editGoals, type GoalsEdit, type GoalsFile, readGoals } from '../../spec/spec.ts';
import { goalsPlace, NO_GOALS } from './place.ts';

/** A goals file before a change and after it. */
export interface Edited {
  readonly before: Goals;
  readonly after: Goals;
}

/** So often a file is read anew that somebody else has changed meanwhile. */
const TRIES = 5;

/**
 * Changes the goals file of the working tree; `edit` says how once the file is known, or undefined to leave it. What somebody else has
 * written since it was read is not lost.
 */
export async function editHere(
  cwd: string,
  file: string | undefined,
  edit: (goals: GoalsFile) => GoalsEdit | undefined,
): Promise<Edited> {
  const place = goalsPlace(cwd, file);
  for (let nth = 1; ; nth++) {
    const before = await readGoals(place.read, place.file);
    if (before === undefined) throw new UserError(NO_GOALS);
    const wanted = edit(before);
    const after = wanted === undefined ? before : await editGoals(before, wanted);
    const { path } = before.goals;
    const same = (await place.read(path)) === before.text;
    if (!same && nth < TRIES) continue;
    if (!same) throw new UserError(`${path} is being changed by somebody else: try again.`);
    if (after.text !== before.text) writeHere(place.root, path, after.text);
    return { before: before.goals, after: after.goals };
  }
}

/** Writes a file of the working tree as a whole. A link stays one: what it leads to is written. */
export function writeHere(root: string, path: string, text: string): void {
  const full = join(root, path);
  let real = full;
  try {
    real = realpathSync(full);
  } catch {
    // It is new.
  }
  writeWhole(real, text);
}
