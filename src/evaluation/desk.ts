import { mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Reach } from '../domain/sandbox.ts';
import type { Mount, Workspace } from '../domain/workspace.ts';
import { remove } from '../workspace/workspace.ts';

export interface DeskPlan {
  /** In which it is made. */
  readonly folder: string;
  /** Where the prompt and the log of the last call are kept; gone with the desk where it is absent. */
  readonly kept?: string;
  /** What a judge must not write to, where that can be kept from it. */
  readonly mounts?: readonly Mount[];
  /** What a judge is shut into: what is hidden from it, and what it may reach. */
  readonly shut?: { readonly hidden: readonly string[]; readonly reach: Reach };
}

/**
 * An empty folder for a judge that works on files: the prompt says all that there is.
 * Contract: two desks have nothing in common, whoever is judged at them.
 */
export function openDesk({ folder, kept, mounts = [], shut }: DeskPlan): Workspace & Disposable {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'judge-'));
  // Not where the judge may write.
  const notes = mkdtempSync(join(folder, 'notes-'));
  const [root, home] = [join(own, 'work'), join(own, 'home')];
  for (const path of [root, home]) mkdirSync(path, { recursive: true });
  const nothing = { tree: '', refused: [] };
  return {
    root,
    cwd: root,
    notes,
    conflicts: [],
    unmerged: [],
    mounts: mounts.length === 0 ? [] : [...mounts, { from: own, to: own, writable: true }],
    ...(shut === undefined ? {} : { env: shut.reach.env, shut: { ...shut, home, binds: [] } }),
    save: () => Promise.resolve(nothing),
    load: () => Promise.resolve(),
    renew: () => Promise.resolve(),
    [Symbol.dispose]() {
      remove(own);
      if (kept !== undefined) keep(notes, kept);
      remove(notes);
    },
  };
}

/** In place of what was kept before. Somebody else may do the same at once: one of them is enough. */
function keep(notes: string, kept: string): void {
  try {
    mkdirSync(dirname(kept), { recursive: true });
    remove(kept);
    renameSync(notes, kept);
  } catch {
    // A log that is lost is no reason to lose a verdict.
  }
}
