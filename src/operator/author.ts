import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Agent, needsPerson } from '../domain/agent.ts';
import type { Lens } from '../domain/lens.ts';
import type { Operator } from '../domain/operator.ts';
import type { Workspace } from '../domain/workspace.ts';
import { promptOf } from './prompt.ts';

export interface AuthorSettings {
  readonly lenses: readonly Lens[];
  readonly timeoutMs: number;
}

/** Lets an agent change the code in a workspace of its own. */
export function author(agent: Agent, { lenses, timeoutMs }: AuthorSettings): Operator {
  return {
    async apply(job, draft, signal) {
      const workspace = await draft.workspace();
      const { conflicts, unmerged } = workspace;
      const folder = relative(workspace.root, workspace.cwd);
      const material = { job, lenses, timeoutMs, folder, files: draft, others: draft.others, conflicts, unmerged };
      const prompt = await promptOf(material);
      const key = `${job.proposal.id}/author`;
      const task = {
        role: 'author',
        key,
        prompt: { system: '', text: prompt },
        workspace,
        access: 'edit',
        timeoutMs,
      } as const;
      const run = await agent.run({ ...task, read: (text) => ({ kind: 'read', answer: text }) }, signal);
      if (run.kind === 'unreadable') return { kind: 'failed', reason: run.why };
      if (run.kind === 'broken')
        return {
          kind: 'broken',
          reason: run.reason,
          ...(run.final === true || needsPerson(run.outage) ? { final: true } : {}),
        };
      if (run.kind !== 'answered') return { kind: run.kind, reason: run.reason };
      const unresolved = await conflictIn(workspace, job.proposal.parents);
      if (unresolved !== undefined)
        return { kind: 'failed', reason: `the agent left conflict markers in ${unresolved}` };
      const summary = lastWords(run.text);
      return summary === undefined ? { kind: 'changed' } : { kind: 'changed', summary };
    },
  };
}

/** A merged file that still has a marker with the name of a parent. */
async function conflictIn({ root, conflicts }: Workspace, parents: readonly string[]): Promise<string | undefined> {
  const marks = parents.flatMap((name) => [`<<<<<<< ${name}`, `>>>>>>> ${name}`]);
  for (const path of conflicts) {
    const text = await readFile(join(root, path), 'utf8').catch(() => '');
    if (text.split(/\r?\n/).some((line) => marks.includes(line))) return path;
  }
  return undefined;
}

const MOST_SUMMARY = 100;

/** The last line that an agent said, if it can serve as a summary. */
function lastWords(text: string): string | undefined {
  const lines = text.split('\n').map(plain);
  const last = lines.findLast((line) => line !== '');
  return last === undefined || last.length >= MOST_SUMMARY ? undefined : last;
}

function plain(line: string): string {
  return (
    line
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours and whatever else steers a terminal
      .replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
      .trim()
  );
}
