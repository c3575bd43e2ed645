import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isComparable } from '../../domain/conclusion.ts';
import type { RunConfig } from '../../domain/config.ts';
import type { Base } from '../../domain/event.ts';
import type { Attempt } from '../../domain/experiment.ts';
import type { Lanes } from '../../domain/lane.ts';
import type { Entry } from '../../domain/view.ts';
import { ledgerOf } from '../../journal/journal.ts';
import { type Lock, tryLockFor } from '../../lib/lock.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { type Attempting, attempt } from '../../loop/loop.ts';
import { retryPlan } from '../continue.ts';
import type { Context } from '../contract.ts';
import { runFolder } from '../place.ts';
import { secretsOf } from '../secrets.ts';
import { openSite } from '../site.ts';
import { attemptFolder, claimPath, evaluationFolder } from './folders.ts';
import type { Lab } from './lab.ts';
import { jsonText, outcomeOf } from './outcome.ts';
import { factsNow, versionIn, type Workshop } from './site.ts';

/** Long enough for a reader that looks whether the claim is held, and for who takes away what a kill has left. */
const PATIENCE_MS = 1000;

/** The claim on an experiment: whoever has it evaluates it or takes it away. undefined while another has it. */
export const tryClaim = ({ stateDir, run }: Lab, id: string): Promise<Lock | undefined> =>
  tryLockFor(claimPath(stateDir, run.id, id), PATIENCE_MS);

/** Does something with the claim on an experiment. Throws UserError while another has it. */
export async function withClaim<R>(lab: Lab, id: string, work: () => Promise<R>): Promise<R> {
  const claim = await tryClaim(lab, id);
  if (claim === undefined)
    throw new UserError(`${id} is being evaluated by another evolve. Wait for it, or end it: evolve exp abort ${id}`);
  try {
    return await work();
  } finally {
    claim.release('remove');
  }
}

/** Opens the lanes of one experiment for as long as `work` takes. Contract: the caller holds its claim. */
export async function withLanes<R>(
  lab: Lab,
  { repository }: Workshop,
  id: string,
  given: { readonly timeoutMs?: number | undefined },
  context: Context,
  work: (lanes: Lanes) => Promise<R>,
): Promise<R> {
  const { config: before, base } = factsNow(lab);
  const adjustable = { ...before.adjustable, parallel: 1, ...timeoutOf(given) };
  const config: RunConfig = { ...before, adjustable };
  const seed = rootIn(lab, base);
  const ledger = ledgerOf(lab.journal, {
    folder: runFolder(lab.stateDir, lab.run.id),
    secrets: secretsOf(lab.root, config),
  });
  // Whoever asked made the change, so no author need be there.
  const engine = { ...(await context.engine()), operators: () => ({}) };
  const folder = evaluationFolder(lab.stateDir, lab.run.id, id);
  const site = await openSite(repository, lab.run.id, config, seed, engine, ledger, folder);
  await using lanes = site.lanes;
  return await work(lanes);
}

/** The root, with how it reports. */
export function rootIn(lab: Pick<Lab, 'journal'>, base: Base) {
  const root = lab.journal.view().entry('root');
  // What was measured in another epoch says nothing of how this one reports.
  const known = root !== undefined && isComparable(root) ? root.evaluation : undefined;
  return {
    id: 'root',
    base,
    ...(known?.outcome === 'scored' ? { channel: known.channel, evaluation: known } : {}),
  };
}

const timeoutOf = ({ timeoutMs }: { readonly timeoutMs?: number | undefined }) =>
  timeoutMs === undefined ? {} : { timeoutMs };

/** Takes the newest attempt of an experiment to its end. Contract: the caller holds its claim. */
export async function carryOut(
  lab: Lab,
  shop: Workshop,
  id: string,
  given: { readonly timeoutMs?: number | undefined },
  context: Context,
): Promise<Attempt> {
  await writePatch(lab, shop, id);
  boundary();
  context.tell(`measuring ${id} …`);
  try {
    return await withLanes(lab, shop, id, given, context, (lanes) =>
      attempt({ journal: lab.journal, lanes, ...retryPlan(), write: writer(lab) }, id, context.signal),
    );
  } catch (error) {
    if (context.signal.aborted) context.tell(`${id} was interrupted: evolve exp eval ${id} goes on where it was`);
    throw error;
  } finally {
    await shop.repository.tidy();
  }
}

/** Writes what an attempt came to beside its logs. */
export const writer =
  (lab: Lab): Attempting['write'] =>
  (end, entry) => {
    const view = lab.journal.view();
    const one = newestAttempt(lab, entry);
    const folder = attemptFolder(lab.stateDir, lab.run.id, entry.proposal.id, one.attempt);
    writeWhole(join(folder, 'outcome.json'), jsonText(outcomeOf(view, entry, one, end, Date.now())));
  };

/** What the attempt changes of its parent, for `git apply`: there before anything is measured. */
export async function writePatch(lab: Lab, { repository, scope }: Workshop, id: string): Promise<void> {
  const view = lab.journal.view();
  const entry = view.entry(id);
  if (entry === undefined || entry.proposal.operator === 'seed') return;
  const { attempt: number, commit } = newestAttempt(lab, entry);
  const path = join(attemptFolder(lab.stateDir, lab.run.id, id, number), 'diff.patch');
  if (existsSync(path)) return;
  const parent = versionIn(view.entry(entry.proposal.parents[0])).commit;
  writeWhole(path, await patchBetween(repository, scope, parent, commit));
}

/** Only what is in scope: the two may have been made from different bases. */
export async function patchBetween(
  repository: Workshop['repository'],
  scope: Workshop['scope'],
  before: string,
  after: string,
): Promise<Uint8Array> {
  const changes = await repository.changes(before, after);
  const paths = changes.map(({ path }) => path).filter((path) => scope.has(path));
  return paths.length === 0 ? new Uint8Array() : repository.diff(before, after, paths);
}

export function newestAttempt(lab: Lab, { proposal, experiment }: Entry): Attempt {
  const found = lab.journal
    .view()
    .attempts(proposal.id)
    .find(({ attempt: number }) => number === experiment?.attempt);
  if (found === undefined) throw new Error(`${proposal.id} has no attempt`);
  return found;
}
