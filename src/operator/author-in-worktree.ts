import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Change } from '../domain/operator.ts';
import type { Workspace } from '../domain/workspace.ts';
import { promptOf } from './prompt.ts';
import { call, changed, conflictIn, keyOf, unended, type Writing } from './writing.ts';

/** An agent edits the files of a workspace; what has become of them is the change. */
export async function inWorktree(writing: Writing): Promise<Change> {
  const { job, draft, lenses, timeoutMs } = writing;
  const workspace = await draft.workspace();
  const { conflicts, unmerged } = workspace;
  const folder = relative(workspace.root, workspace.cwd);
  const shown = { works: 'files', folder, files: draft, others: draft.others, conflicts, unmerged } as const;
  const { prompt } = await promptOf({ job, lenses, timeoutMs, ...shown });
  const run = await call(writing, { key: keyOf(writing), prompt, workspace });
  if (run.kind !== 'answered') return unended(run);
  const unresolved = await unresolvedIn(workspace, job.proposal.parents);
  if (unresolved !== undefined) return { kind: 'failed', reason: `the agent left conflict markers in ${unresolved}` };
  return changed(run.text);
}

export async function unresolvedIn(
  { root, conflicts }: Pick<Workspace, 'root' | 'conflicts'>,
  parents: readonly string[],
): Promise<string | undefined> {
  for (const path of conflicts) {
    const file = join(root, path);
    // What else stands there now, a pipe or a link to a device, would have no end.
    const text = lstatSync(file, { throwIfNoEntry: false })?.isFile()
      ? await readFile(file, 'utf8').catch(() => '')
      : '';
    if (conflictIn(text, parents) !== undefined) return path;
  }
  return undefined;
}
