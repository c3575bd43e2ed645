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

/** Changes the goals file of the working tree; `edit` says how once the file is known, or undefined to leave it. */
export async function editHere(
  cwd: string,
  file: string | undefined,
  edit: (goals: GoalsFile, root: string) => GoalsEdit | undefined,
): Promise<Edited> {
  const place = goalsPlace(cwd, file);
  const before = await readGoals(place.read, place.file);
  if (before === undefined) throw new UserError(NO_GOALS);
  const wanted = edit(before, place.root);
  if (wanted === undefined) return { before: before.goals, after: before.goals };
  const after = await editGoals(before, wanted);
  if (after.text !== before.text) writeHere(place.root, before.goals.path, after.text);
  return { before: before.goals, after: after.goals };
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
