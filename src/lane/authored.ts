import { join } from 'node:path';
import type { Refused, Sha } from '../domain/candidate.ts';
import type { ApplyJob } from '../domain/lane.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { revealedIn, type Secret } from '../lib/secrets.ts';
import { withinBlocks, withinTarget } from '../operator/operator.ts';
import { admitted, type Collected, createWorktree, type Worktree } from '../workspace/workspace.ts';
import type { ChangedDraft } from './draft.ts';
import { hiding } from './held-out.ts';
import type { Premises } from './premises.ts';

/** A folder for a proposal that is made by editing files; its notes are kept with the candidate. */
export async function openWorktree(options: Premises, job: ApplyJob): Promise<Worktree> {
  const { repository, plan, seed, scope, inputs, bind, holdout } = options;
  const { mode, reach } = plan.sandbox ?? CLOSED;
  const kept = holdout === undefined ? [] : [...holdout.sources, holdout.logs];
  const shut = bind && mode !== 'off' ? { shut: { hidden: kept, reach: reach.agent } } : {};
  const { id } = job.proposal;
  const attempt = job.trial?.attempt ?? 1;
  const worktree = await createWorktree(repository, join(options.folder, `work-${id}`), {
    parents: job.parents,
    base: seed.tree,
    scope,
    inputs,
    bind,
    hidden: hiding(options),
    folder: plan.folder,
    notes: plan.artifacts({ candidate: { id }, attempt, round: 'work' }),
    env: reach.agent.env,
    ...shut,
  });
  const mend = job.trial?.mend;
  if (mend !== undefined) await goOnFrom(worktree, mend.version.tree);
  return worktree;
}

/** Makes the files those of a tree, for somebody to go on from: what was refused before is forgotten. */
export async function goOnFrom(worktree: Worktree, tree: Sha): Promise<void> {
  await worktree.load({ tree, refused: [] });
  // From now on what lies on disk counts.
  await worktree.save();
}

/** What has become of a proposal: the files of its worktree, else what was written of the draft. */
export async function made(
  options: Premises,
  job: ApplyJob,
  draft: ChangedDraft,
  worktree: Worktree | undefined,
): Promise<Collected> {
  const { repository, scope, inputs, plan } = options;
  const parent = job.parents[0].commit;
  const { known } = draft;
  const found =
    worktree === undefined
      ? await admitted(repository, { parent, known, scope, inputs }, draft)
      : await worktree.collect();
  const own = await withinTarget(found, plan.target?.target, (path) => repository.read(options.seed.commit, path));
  return held(own, (path) => repository.read(parent, path), plan.secrets ?? []);
}

/** For what was not made by a lane: what lies in a workspace is held to the same. */
export const heldTo =
  (secrets: readonly Secret[]) =>
  (collected: Collected, parent: (path: string) => Promise<Buffer | undefined>): Promise<Collected> =>
    held(collected, parent, secrets);

/** Changes held to the markers of the parent, without files that give a secret away. */
async function held(
  { changes, modes, refused }: Collected,
  parent: (path: string) => Promise<Buffer | undefined>,
  secrets: readonly Secret[],
): Promise<Collected> {
  const kept = await withinBlocks(changes, parent);
  const leaks = await leaking(kept.changes, parent, secrets);
  const open = new Map([...kept.changes].filter(([path]) => !leaks.some((leak) => leak.path === path)));
  const left = new Map([...modes].filter(([path]) => open.has(path)));
  return { changes: open, modes: left, refused: [...refused, ...kept.refused, ...leaks] };
}

/** Files into which a secret of the user's was written: candidates are measured, shown and applied. What the parent says is known. */
async function leaking(
  changes: Collected['changes'],
  parent: (path: string) => Promise<Buffer | undefined>,
  secrets: readonly Secret[],
): Promise<readonly Refused[]> {
  const leaks: Refused[] = [];
  for (const [path, content] of changes) {
    if (content === null || revealedIn(content, secrets) === undefined) continue;
    const before = await parent(path);
    const fresh = secrets.filter((one) => before === undefined || revealedIn(before, [one]) === undefined);
    const found = revealedIn(content, fresh);
    if (found !== undefined) leaks.push({ path, reason: `it holds the value of ${found}` });
  }
  return leaks;
}

const SHOWN = 3;

/** Why there is nothing to measure. */
export function nothing(refused: readonly Refused[]): string {
  if (refused.length === 0) return 'the files are the same as the parent’s';
  const shown = refused.slice(0, SHOWN).map(({ path, reason }) => `${path}: ${reason}`);
  const more = refused.length > SHOWN ? `; and ${refused.length - SHOWN} more` : '';
  return `nothing that may change has changed; left out ${shown.join('; ')}${more}`;
}
