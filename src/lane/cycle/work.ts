import type { Refused } from '../../domain/candidate.ts';
import type { Applied, ApplyJob } from '../../domain/lane.ts';
import { boundary } from '../../lib/seam.ts';
import { extentOf } from '../../operator/operator.ts';
import type { Worktree } from '../../workspace/workspace.ts';
import { made, nothing, openWorktree } from '../authored.ts';
import { draftOf } from '../draft.ts';
import { scopedIn } from '../scoped.ts';
import { charterOf } from './charter.ts';
import { groundsOf } from './grounds.ts';
import type { GoalOptions } from './options.ts';
import { isPaper, PAPERS, withPapers } from './papers.ts';
import { boundsOf, isSubstantial } from './scope.ts';

/** Has an author do a piece of work, from the base or from where the attempt before has left it. */
export async function work(options: GoalOptions, job: ApplyJob, signal: AbortSignal): Promise<Applied> {
  const { repository } = options;
  const { proposal } = job;
  const [parent] = job.parents;
  const { turn } = proposal;
  if (turn?.work === undefined) throw new Error(`${proposal.id} has no work to do`);
  const item = turn.work;
  const operator = options.operators[proposal.by];
  if (operator === undefined)
    return { kind: 'failed', reason: `it was planned for ${proposal.by}, who is no longer among the agents` };
  const base = job.base ?? parent;
  const { contract, local } = await groundsOf(options, base, item.about);
  const first = await scopedIn(local, parent);
  const own = { ...job, parents: [parent] } as const;
  let worktree: Worktree | undefined;
  const means = {
    allows: (path: string) => local.scope.has(path),
    async workspace() {
      const { run, plan } = options;
      const handing = { run, proposal: proposal.id, turn, work: item, contract, secrets: plan.secrets ?? [] };
      worktree = withPapers(await openWorktree(local, own), handing);
      return worktree;
    },
    merge(): never {
      throw new Error(`${proposal.id} has one parent`);
    },
  };
  const draft = draftOf(repository, [first], means);
  const { goal: wanted } = options.council.charge;
  const charter = { wanted, ...(await charterOf(repository, base, contract)), papers: PAPERS };
  const dossier = { ...job.dossier, scope: boundsOf(contract, item.about) };
  try {
    const change = await operator.apply({ ...own, charter, dossier }, draft, signal);
    if (change.kind !== 'changed') return change;
    const { changes, modes, refused: found } = await made(local, own, draft, worktree);
    const refused = found.filter(({ path }) => !isPaper(path));
    boundary();
    const message = `evolve: ${proposal.id} (${proposal.operator} by ${proposal.by})`;
    const commit = await repository.commit({
      parents: [...new Set([base.commit, parent.commit])],
      onto: parent.commit,
      changes,
      modes,
      message,
    });
    const done = await repository.changes(base.tree, commit.tree);
    const paths = done.map(({ path }) => path);
    if (!paths.some(isSubstantial)) return { kind: 'unchanged', reason: unsubstantial(paths, refused) };
    if (commit.tree === parent.tree)
      return { kind: 'unchanged', reason: `the files are as ${parent.id} left them${besides(refused)}` };
    const summary = change.summary ?? (await extentOf(changes, (path) => repository.read(parent.commit, path)));
    return { kind: 'changed', ...commit, summary, refused };
  } finally {
    await worktree?.[Symbol.asyncDispose]();
  }
}

function unsubstantial(paths: readonly string[], refused: readonly Refused[]): string {
  if (paths.length === 0) return nothing(refused);
  return `only ${paths.slice(0, 3).join(', ')} changed, and .agents/ and GOALS.* alone are no work done${besides(refused)}`;
}

const besides = (refused: readonly Refused[]): string => (refused.length === 0 ? '' : `; ${nothing(refused)}`);
