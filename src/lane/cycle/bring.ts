import { join } from 'node:path';
import type { CandidateId, Refused, Sha } from '../../domain/candidate.ts';
import type { Applied, ApplyJob, Version } from '../../domain/lane.ts';
import { plural } from '../../lib/format.ts';
import { admitted, mergeVersions } from '../../workspace/workspace.ts';
import type { Premises } from '../premises.ts';
import { scopedIn } from '../scoped.ts';
import { groundsOf, groundsUnder } from './grounds.ts';
import type { GoalOptions } from './options.ts';
import { isSubstantial } from './scope.ts';

const MOST_NAMED = 8;

/** The work on a branch that has moved: what it changed, brought to where the branch is now. */
export async function rebase(options: GoalOptions, job: ApplyJob): Promise<Applied> {
  const { repository } = options;
  const { proposal } = job;
  const [parent] = job.parents;
  const base = job.base ?? parent;
  const tip: Version = { id: base.id, ...(await options.tip()) };
  const from = await standsOn(options, parent, base);
  const about = proposal.turn?.work?.about;
  const { local } =
    about === undefined ? await groundsUnder(options, tip, [parent]) : await groundsOf(options, tip, about);
  const brought = await bring(local, proposal.id, { from, onto: tip, change: parent });
  if (brought.kind === 'apart')
    return { kind: 'failed', reason: `it can't be joined with what has landed meanwhile: ${named(brought.paths)}` };
  const commit = await repository.commit({
    parents: [tip.commit, parent.commit],
    onto: tip.commit,
    changes: brought.changes,
    modes: brought.modes,
    message: `evolve: ${proposal.id} (${parent.id} on ${tip.commit.slice(0, 12)})`,
  });
  const paths = (await repository.changes(tip.tree, commit.tree)).map(({ path }) => path);
  if (!paths.some(isSubstantial)) return { kind: 'unchanged', reason: 'the branch has all of it already' };
  return { kind: 'changed', ...commit, summary: `${parent.id} on ${tip.commit.slice(0, 12)}`, refused: [] };
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

/** What a candidate's change is measured from: work that was brought to a tip before stands on that one. */
export async function standsOn(
  { repository }: Pick<GoalOptions, 'repository'>,
  { id, commit }: Version,
  base: Version,
): Promise<Sha> {
  if (!isRebased(id)) return base.tree;
  const [tip] = (await repository.made(commit)).parents;
  return tip === undefined ? base.tree : (await repository.made(tip)).tree;
}

export const isRebased = (id: CandidateId): boolean => /-r\d+$/.test(id);

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
