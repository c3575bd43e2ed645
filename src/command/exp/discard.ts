import { join, relative } from 'node:path';
import { DISCARDED } from '../../domain/experiment-fold.ts';
import type { Entry, View } from '../../domain/view.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import { writeWhole } from '../../lib/whole-file.ts';
import { giveUp } from '../../loop/loop.ts';
import { on, text } from '../option.ts';
import { endAttempt } from './abort.ts';
import { experimentOf, ofExperiment } from './document.ts';
import { patchBetween, withClaim, writer } from './evaluating.ts';
import { experimentFolder } from './folders.ts';
import type { Lab } from './lab.ts';
import { wordsOf } from './said.ts';
import { giveBack, giveBackLeftovers, versionIn, type Workshop, withWorkshop } from './site.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  reason: text('--reason <text>', 'why: those who come later read it before they try the same'),
  force: on('--force', 'also while it is being evaluated: that is ended first'),
} as const;

interface Discarded {
  readonly id: string;
  readonly parent: string;
  readonly reason: string;
  /** What its files were at the end, as a patch; null where they were the parent's. */
  readonly patch: string | null;
}

const ENDS_WITHIN_MS = 60_000;

export const command = experimentVerb<typeof OPTIONS, Discarded>({
  details: 'Its workspace is deleted; what it tried, and why it was given up, stays on record.',
  examples: ['evolve exp discard exp_0003 --reason "slower: the heap costs more than it saves below 1,000 items"'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, { id: given, reason: why, force }) {
    if (given === undefined) throw new UserError('Which experiment? evolve exp discard ID --reason "…"');
    const entry = experimentOf(lab, given);
    const { id } = entry.proposal;
    if (why === undefined)
      throw new UserError(`Why is it given up? evolve exp discard ${id} --reason "…": those who come later read it.`);
    const reason = wordsOf(why, `evolve exp discard ${id} --reason "…"`, lab);
    const { status, attempt } = ofExperiment(entry);
    if (force === true && status === 'active' && (await endAttempt(lab, id, attempt, ENDS_WITHIN_MS)) === undefined)
      throw new UserError(`${id} has not ended yet: try again.`);
    return withWorkshop(lab, (shop) => withClaim(lab, id, () => discard(lab, shop, id, reason)));
  },
  text: ({ id, parent, patch }) =>
    `DISCARDED ${id}${patch === null ? '' : `; its last files: ${patch}`}\nTry something else: evolve exp new --parent ${parent} -m "…"`,
});

/** Contract: the caller holds the claim. Killed anywhere, a second call finishes. */
async function discard(lab: Lab, shop: Workshop, id: string, reason: string): Promise<Discarded> {
  const { journal } = lab;
  refuse(journal.view(), id);
  if (journal.view().entry(id)?.experiment?.status === 'active') await giveUp({ journal, write: writer(lab) }, id);
  const patch = await lastFiles(lab, shop, id);
  boundary();
  journal.append((now) => {
    const entry = now.entry(id);
    if (entry === undefined || whyNot(now, entry) !== undefined) return [];
    const open = entry.placement === undefined;
    return [
      { type: 'discarded', experiment: id, reason },
      ...(open
        ? [{ type: 'placed' as const, proposal: id, placement: { kind: 'refused' as const, reason: DISCARDED } }]
        : []),
    ];
  });
  boundary();
  const view = journal.view();
  const entry = experimentOf({ view }, id);
  if (ofExperiment(entry).status !== 'discarded') refuse(view, id);
  await giveBack(lab, shop, id);
  await giveBackLeftovers(lab, shop);
  return { id, parent: entry.proposal.parents[0], reason, patch };
}

function refuse(view: View, id: string): void {
  const why = whyNot(view, experimentOf({ view }, id));
  if (why !== undefined) throw new UserError(why);
}

/** Children that somebody may still go on with. */
const MOST_CHILDREN = 1000;

function whyNot(view: View, entry: Entry): string | undefined {
  const { id, operator } = entry.proposal;
  const { status, laid, place } = ofExperiment(entry);
  if (operator === 'seed') return 'root is the code as it was: it can’t be discarded.';
  if (status === 'committed') return `${id} is committed. Lay it aside with: evolve exp prune ${id} --reason "…"`;
  if (status === 'pruned') return `${id} was pruned already (${laid?.reason ?? ''}).`;
  // Whoever was killed has not given its workspace back.
  if (status === 'discarded' && place === undefined) return `${id} was discarded already (${laid?.reason ?? ''}).`;
  const child = view
    .offspring(id, MOST_CHILDREN)
    .find(({ experiment }) => experiment?.status !== 'discarded' && experiment?.status !== 'pruned');
  if (child !== undefined)
    return `${child.proposal.id} comes from ${id} and is not laid aside. Discard or prune it first, or keep ${id}.`;
  return undefined;
}

/** Edits that were never measured would be gone with the workspace. */
async function lastFiles(lab: Lab, { workplaces, repository, scope }: Workshop, id: string): Promise<string | null> {
  const view = lab.journal.view();
  const entry = experimentOf({ view }, id);
  const place = entry.experiment?.place;
  if (place === undefined || entry.experiment?.status === 'discarded') return null;
  const parent = versionIn(view.entry(entry.proposal.parents[0]));
  try {
    const taken = await workplaces.take(id, place, parent, { commit: 'all', staged: true, message: `evolve: ${id}` });
    if (taken.kind !== 'changed') return null;
    const path = join(experimentFolder(lab.stateDir, lab.run.id, id), 'diff.patch');
    writeWhole(path, await patchBetween(repository, scope, parent.commit, taken.commit));
    return relative(lab.root, path);
  } catch (error) {
    // Somebody may have deleted it by hand.
    if (error instanceof UserError) return null;
    throw error;
  }
}
