import { EXPERIMENTING } from '../../domain/config.ts';
import type { Lease } from '../../domain/experiment.ts';
import type { Version } from '../../domain/lane.ts';
import type { Entry, RunFacts } from '../../domain/view.ts';
import type { Workplaces } from '../../domain/workplace.ts';
import { lock, tryLock } from '../../lib/lock.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { findInputs, openWorkplaces, type Repository, type Scope, scopeOf } from '../../workspace/workspace.ts';
import { repositoryOf } from '../repository.ts';
import { secretsAtHand } from '../secrets.ts';
import { shareState } from '../state-lock.ts';
import { sweepEvaluations } from '../sweep.ts';
import { claimPath, poolPath } from './folders.ts';
import type { Lab } from './lab.ts';

/** Where experiments are carried out: the code, what of it may change, and the workspaces. */
export interface Workshop {
  readonly repository: Repository;
  readonly scope: Scope;
  readonly workplaces: Workplaces;
  /** Regular files in scope, of the base. */
  readonly files: readonly string[];
}

/** Nobody takes the state away meanwhile, and what was killed before leaves no checkout. */
export async function withWorkshop<R>(lab: Lab, work: (shop: Workshop) => Promise<R>): Promise<R> {
  const shared = await shareState(lab.root);
  try {
    sweepEvaluations(lab.stateDir, lab.run.id);
    const repository = await repositoryOf(lab);
    try {
      return await work(await workshopOf(lab, repository));
    } finally {
      repository.close();
    }
  } finally {
    shared.release();
  }
}

export async function workshopOf(lab: Pick<Lab, 'journal'>, repository: Repository): Promise<Workshop> {
  const { id, base, config } = factsNow(lab);
  const entries = await repository.files(base.commit);
  const scope = scopeOf(config.identity.files, entries);
  const files = entries.filter(({ mode, path }) => mode !== '120000' && scope.has(path)).map(({ path }) => path);
  const inputs = await findInputs(repository, base, config.fixed.inputs);
  const { places } = config.adjustable.experiments ?? EXPERIMENTING;
  const workplaces = openWorkplaces(repository, {
    run: id,
    base,
    scope,
    inputs,
    folder: config.identity.folder,
    places,
    // Loaded by those alone who take something: most of the program hangs on it.
    hold: async (collected, parent) => {
      const { heldTo } = await import('../../lane/lane.ts');
      return heldTo(secretsAtHand(repository.place.root, config))(collected, parent);
    },
    isOver: (experiment) => isOver(lab, experiment),
  });
  return { repository, scope, workplaces, files };
}

/** Clones are handed out one at a time: one that nobody on record works in was left by somebody who was killed. */
function isOver({ journal }: Pick<Lab, 'journal'>, id: string): boolean {
  const known = journal.view().entry(id)?.experiment;
  const over = known === undefined || ['committed', 'discarded', 'pruned'].includes(known.status);
  return over && known?.place === undefined;
}

/** What is true of the run now: others may have changed it since it was opened. */
export function factsNow({ journal }: Pick<Lab, 'journal'>): RunFacts {
  const run = journal.view().run();
  if (run === undefined) throw new Error(`run ${journal.run} is not open`);
  return run;
}

/** The workspace of an experiment. One that was killed before it had one, or has given it back, gets one now. */
export async function leasedPlace(lab: Lab, { workplaces }: Workshop, id: string): Promise<Lease> {
  const known = lab.journal.view().entry(id)?.experiment?.place;
  if (known !== undefined) return known;
  return withPool(lab, async () => {
    const view = lab.journal.view();
    const entry = view.entry(id);
    if (entry?.experiment?.place !== undefined) return entry.experiment.place;
    const taken = takenBy(factsNow(lab), id);
    const leased = await workplaces.lease(id, contentsOf(lab, id), taken);
    if (leased.kind === 'full') throw new UserError(leased.reason);
    boundary();
    const { lease: place } = leased;
    lab.journal.append((now) =>
      now.entry(id)?.experiment?.place === undefined ? [{ type: 'leased', experiment: id, place }] : [],
    );
    boundary();
    return lab.journal.view().entry(id)?.experiment?.place ?? place;
  });
}

/** The places that others have. */
export const takenBy = (run: RunFacts, id: string): readonly string[] =>
  Object.entries(run.leases ?? {})
    .filter(([, other]) => other !== id)
    .map(([where]) => where);

/** What it was when it was measured last, else its parent's. */
function contentsOf({ journal }: Lab, id: string): Version {
  const view = journal.view();
  const entry = view.entry(id);
  const parent = entry === undefined ? undefined : view.entry(entry.proposal.parents[0]);
  return versionIn(entry?.candidate === undefined ? parent : entry);
}

export function versionIn(entry: Entry | undefined): Version {
  if (entry?.candidate === undefined) throw new Error(`${entry?.proposal.id ?? 'nobody'} has no code`);
  const { id, commit, tree } = entry.candidate;
  return { id, commit, tree };
}

/** Prepared clones are handed out one after the other; worktrees need not be. */
export async function withPool<R>(lab: Lab, work: () => Promise<R>): Promise<R> {
  const { places } = factsNow(lab).config.adjustable.experiments ?? EXPERIMENTING;
  if (places.kind === 'worktree') return work();
  const held = await lock(poolPath(lab.stateDir, lab.run.id));
  try {
    return await work();
  } finally {
    held.release('remove');
  }
}

/** Gives the workspace of an experiment back, if it has one. Contract: killed anywhere, a second call finishes. */
export async function giveBack(lab: Lab, { workplaces }: Workshop, id: string): Promise<void> {
  const place = lab.journal.view().entry(id)?.experiment?.place;
  if (place === undefined) return;
  await workplaces.release(place);
  boundary();
  lab.journal.append((now) =>
    now.entry(id)?.experiment?.place === undefined ? [] : [{ type: 'released', experiment: id }],
  );
  boundary();
}

/** Of those that were laid aside last, so many are looked at for workspaces that a kill has left. */
const LOOKED_AT = 20;

/** Gives back what nobody needs any more and somebody who was killed has not given back. */
export async function giveBackLeftovers(lab: Lab, shop: Workshop): Promise<void> {
  const view = lab.journal.view();
  const laid = [...view.experiments('discarded', LOOKED_AT), ...view.experiments('pruned', LOOKED_AT)];
  const pooled = view
    .experiments('committed', LOOKED_AT)
    .filter(({ experiment }) => experiment?.place?.kind === 'pool');
  for (const { proposal, experiment } of [...laid, ...pooled])
    if (experiment?.place !== undefined) await giveBackOver(lab, shop, proposal.id);
}

/** Gives back what is laid aside, unless somebody works with it or has just brought it back. */
export async function giveBackOver(lab: Lab, shop: Workshop, id: string): Promise<void> {
  const claim = tryLock(claimPath(lab.stateDir, lab.run.id, id));
  if (claim === undefined) return;
  try {
    const known = lab.journal.view().entry(id)?.experiment;
    const isOver = known?.laid !== undefined || (known?.status === 'committed' && known.place?.kind === 'pool');
    if (isOver) await giveBack(lab, shop, id);
  } finally {
    claim.release('remove');
  }
}
