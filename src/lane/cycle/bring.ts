import { join } from 'node:path';
import type { Refused, Sha } from '../../domain/candidate.ts';
import type { Applied, ApplyJob, Version } from '../../domain/lane.ts';
import { plural } from '../../lib/format.ts';
import { admitted, mergeVersions } from '../../workspace/workspace.ts';
import type { Premises } from '../premises.ts';
import { scopedIn } from '../scoped.ts';
import { groundsOf, groundsUnder } from './grounds.ts';
import type { GoalOptions } from './options.ts';
import { isSubstantial } from './scope.ts';

const MOST_NAMED = 8;

/** The work on a branch that has moved: what it changed, brought to its new base, else to where the branch is now. */
export async function rebase(options: GoalOptions, job: ApplyJob): Promise<Applied> {
  const { repository } = options;
  const { proposal } = job;
  const [parent] = job.parents;
  const from = await standsOn(options, parent);
  const { base = from } = job;
  const onto: Version = base.commit === from.commit ? { id: base.id, ...(await options.tip()) } : base;
  const about = proposal.turn?.work?.about;
  const { local } =
    about === undefined ? await groundsUnder(options, onto, [parent]) : await groundsOf(options, onto, about);
  const brought = await bring(local, proposal.id, { from: from.tree, onto, change: parent });
  if (brought.kind === 'apart')
    return { kind: 'failed', reason: `it can't be joined with what has landed meanwhile: ${named(brought.paths)}` };
  const summary = `${parent.id} on ${onto.commit.slice(0, 12)}`;
  const commit = await repository.commit({
    parents: [onto.commit, parent.commit],
    onto: onto.commit,
    changes: brought.changes,
    modes: brought.modes,
    message: `evolve: ${proposal.id} (${summary})`,
  });
  const paths = (await repository.changes(onto.tree, commit.tree)).map(({ path }) => path);
  if (!paths.some(isSubstantial)) return { kind: 'unchanged', reason: 'the branch has all of it already' };
  return { kind: 'changed', ...commit, summary, refused: [] };
}

/** All members of a wave in one, in their order. One that does not go together with those before it is left out. */
export async function wave(options: GoalOptions, job: ApplyJob): Promise<Applied> {
  const { repository } = options;
  const { proposal, parents } = job;
  const base = job.base;
  if (base === undefined) throw new Error(`${proposal.id} has no base`);
  const members = parents.filter(({ id }) => id !== base.id);
  const { local } = await groundsUnder(options, base, members);
  let now = base;
  const taken: Version[] = [];
  const refused: Refused[] = [];
  for (const member of members) {
    const brought = await bring(local, proposal.id, { from: base.tree, onto: now, change: member });
    if (brought.kind === 'apart') {
      refused.push({ path: member.id, reason: `left out: it does not go together in ${named(brought.paths)}` });
      continue;
    }
    const { changes, modes } = brought;
    const step = { parents: [now.commit], onto: now.commit, changes, modes, message: `evolve: ${member.id}` };
    now = { id: proposal.id, ...(await repository.commit(step)) };
    taken.push(member);
  }
  if (now.tree === base.tree) return { kind: 'unchanged', reason: 'none of its members changes anything' };
  const message = `evolve: ${proposal.id} (${taken.map(({ id }) => id).join(', ')})`;
  const commit = await repository.commit({
    parents: [base.commit, ...taken.map((member) => member.commit)],
    onto: now.commit,
    changes: new Map(),
    message,
  });
  return { kind: 'changed', ...commit, summary: summaryOf(taken, refused), refused };
}

/** What a candidate's change lies on: lanes of cycles make it the first parent of all they make. */
export async function standsOn({ repository }: Pick<GoalOptions, 'repository'>, candidate: Version): Promise<Version> {
  const [commit] = (await repository.made(candidate.commit)).parents;
  if (commit === undefined) throw new Error(`${candidate.id} was made from nothing`);
  return { id: commit.slice(0, 12), commit, tree: (await repository.made(commit)).tree };
}

type Brought =
  | {
      readonly kind: 'brought';
      readonly changes: ReadonlyMap<string, Buffer | null>;
      readonly modes: Awaited<ReturnType<typeof admitted>>['modes'];
    }
  /** What both changed, or what may not change there. */
  | { readonly kind: 'apart'; readonly paths: readonly string[] };

async function bring(
  local: Premises,
  id: string,
  { from, onto, change }: { readonly from: Sha; readonly onto: Version; readonly change: Version },
): Promise<Brought> {
  const { repository, scope, inputs } = local;
  const { changes, conflicts, unmerged } = await mergeVersions(repository, join(local.folder, `merge-${id}`), {
    base: from,
    ours: { name: onto.id, commit: onto.commit },
    theirs: { name: change.id, commit: change.commit },
  });
  if (conflicts.length + unmerged.length > 0) return { kind: 'apart', paths: [...conflicts, ...unmerged].sort() };
  const contents = new Map([...changes].map(([path, file]) => [path, file?.content ?? null]));
  const modes = new Map([...changes].flatMap(([path, file]) => (file === null ? [] : [[path, file.mode] as const])));
  const known = (await scopedIn(local, onto)).files;
  const kept = await admitted(repository, { parent: onto.commit, known, scope, inputs }, { changes: contents, modes });
  if (kept.refused.length > 0) return { kind: 'apart', paths: kept.refused.map(({ path }) => path) };
  return { kind: 'brought', changes: kept.changes, modes: kept.modes };
}

function summaryOf(taken: readonly Version[], refused: readonly Refused[]): string {
  const out = refused.length === 0 ? '' : `; left out ${refused.map(({ path }) => path).join(', ')}`;
  return `${plural(taken.length, 'member')}: ${taken.map(({ id }) => id).join(', ')}${out}`;
}

function named(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? `, and ${paths.length - MOST_NAMED} more` : '';
  return `${paths.slice(0, MOST_NAMED).join(', ')}${more}`;
}
