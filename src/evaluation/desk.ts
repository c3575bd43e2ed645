import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Reach } from '../domain/sandbox.ts';
import type { Mount, Workspace } from '../domain/workspace.ts';
import { remove } from '../workspace/workspace.ts';

export interface DeskPlan {
  /** In which it is made. */
  readonly folder: string;
  /** Where prompts and logs are kept. */
  readonly notes: string;
  /** What a judge must not write to, where that can be kept from it. */
  readonly mounts?: readonly Mount[];
  /** What a judge is shut into: what is hidden from it, and what it may reach. */
  readonly shut?: { readonly hidden: readonly string[]; readonly reach: Reach };
}

/** An empty folder for a judge that works on files: the prompt says all that there is. */
export function openDesk({ folder, notes, mounts = [], shut }: DeskPlan): Workspace & Disposable {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, 'judge-'));
  const [root, home] = [join(own, 'work'), join(own, 'home')];
  for (const path of [root, home, notes]) mkdirSync(path, { recursive: true });
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
    [Symbol.dispose]: () => remove(own),
  };
}
