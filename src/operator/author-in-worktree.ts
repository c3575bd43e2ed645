import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Prompt } from '../domain/agent.ts';
import type { Change, Source } from '../domain/operator.ts';
import type { Workspace } from '../domain/workspace.ts';
import { promptOf } from './prompt.ts';
import { verified } from './verifying.ts';
import { call, changed, conflictIn, keyOf, unended, type Writing } from './writing.ts';

/** What somebody has written is in front of them. */
const NOTHING: Source = { files: () => [], read: async () => undefined };

/** An agent edits the files of a workspace; what has become of them is the change. */
export async function inWorktree(writing: Writing): Promise<Change> {
  const { job, draft, lenses, timeoutMs, prompts } = writing;
  const workspace = await draft.workspace();
  const { conflicts, unmerged } = workspace;
  const folder = relative(workspace.root, workspace.cwd);
  const shown = { works: 'files', folder, files: draft, others: draft.others, conflicts, unmerged } as const;
  const material = { job, lenses, timeoutMs, ...shown, ...(prompts === undefined ? {} : { prompts }) };
  const key = keyOf(writing);
  let session = job.trial?.session;
  const first = await turn(key, (await promptOf(material)).prompt);
  return verified(writing, first, async (revision, nth) => {
    const { prompt } = await promptOf({ ...material, files: NOTHING, revision });
    return turn(`${key}/revise/${nth}`, prompt);
  });

  async function turn(name: string, prompt: Prompt): Promise<Change> {
    const from = session === undefined ? {} : { session };
    const run = await call(writing, { key: name, prompt, workspace, ...from });
    if (run.kind !== 'answered') return unended(run);
    session = run.session;
    const unresolved = await unresolvedIn(workspace, job.proposal.parents);
    if (unresolved !== undefined) return { kind: 'failed', reason: `the agent left conflict markers in ${unresolved}` };
    return changed(run.text);
  }
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
