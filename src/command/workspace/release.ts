import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Lease } from '../../domain/experiment.ts';
import { tryLockFor } from '../../lib/lock.ts';
import { boundary } from '../../lib/seam.ts';
import { UserError } from '../../lib/user-error.ts';
import type { LocalWorkplaces } from '../../workspace/workspace.ts';
import type { Lab } from '../exp/lab.ts';
import { experimentVerb } from '../exp/verb.ts';
import { HARNESS } from '../harness/room.ts';
import { on, text } from '../option.ts';
import { claimsFolder } from '../place.ts';
import { withWorkplaces } from './open.ts';

interface Released {
  readonly released: readonly { readonly experiment: string; readonly workspace: string }[];
}

/** Long enough for a reader that looks whether the claim is held. */
const PATIENCE_MS = 1000;

export const command = experimentVerb({
  details:
    'What was measured stays in the record; edits that were not are lost with a worktree. A clone of a pool becomes what it was: tracked files as before, untracked ones as they are now.',
  examples: [
    'evolve workspace release exp_0003',
    'evolve workspace release /srv/clone-2',
    'evolve workspace release --committed',
  ],
  positional: ['which'],
  options: {
    which: text('<id|slot>', 'the experiment, or the path of its clone'),
    committed: on('--committed', 'those of all committed experiments: nothing more is measured there'),
  },
  async run(lab, { which, committed = false }, { cwd }): Promise<Released> {
    if (which !== undefined && committed)
      throw new UserError('One experiment, or --committed for all that are: choose one of them.');
    if (which === undefined && !committed)
      throw new UserError('Whose workspace? evolve workspace release ID; see evolve workspace status');
    return withWorkplaces(lab, 'look', async (places) => {
      const found = which === undefined ? leasesOfCommitted(lab) : [await leaseNamed(lab, places, which, cwd)];
      for (const one of found) await release(lab, places, one);
      return { released: found.map(({ experiment, lease }) => ({ experiment, workspace: lease.where })) };
    });
  },
  text: ({ released }) =>
    released.length === 0
      ? 'No committed experiment has a workspace.'
      : released.map(({ experiment, workspace }) => `${workspace} is free: ${experiment} gave it back.`).join('\n'),
});

interface Held {
  readonly experiment: string;
  readonly lease: Lease;
}

/** So many are looked at in a turn. */
const PAGE = 500;

function leasesOfCommitted({ journal }: Lab): readonly Held[] {
  const view = journal.view();
  const found: Held[] = [];
  for (let from = 0; ; from += PAGE) {
    const page = view.experiments('committed', PAGE, from);
    for (const { proposal, experiment } of page)
      if (experiment?.place !== undefined) found.push({ experiment: proposal.id, lease: experiment.place });
    if (page.length < PAGE) return found;
  }
}

/** The harness has a workspace, too, with verbs of its own. */
const HARNESS_TEXT = 'The workspace of the harness is given up with evolve harness discard';

async function leaseNamed({ journal }: Lab, places: LocalWorkplaces, which: string, cwd: string): Promise<Held> {
  if (which === HARNESS) throw new UserError(HARNESS_TEXT);
  const place = journal.view().entry(which)?.experiment?.place;
  if (place !== undefined) return { experiment: which, lease: place };
  const path = resolve(cwd, which);
  const real = existsSync(path) ? realpathSync(path) : path;
  const held = (await places.holders()).filter(({ foreign }) => foreign === undefined);
  const found = held.find(
    ({ experiment, lease }) => experiment === which || places.folder(lease) === real || lease.where === real,
  );
  if (found?.experiment !== undefined) return { experiment: found.experiment, lease: found.lease };
  throw new UserError(`${which} has no workspace of this run: see evolve workspace status`);
}

/** Whoever evaluates it holds the claim, and nobody takes the files away meanwhile. */
async function release(
  { journal, stateDir, run }: Lab,
  places: LocalWorkplaces,
  { experiment, lease }: Held,
): Promise<void> {
  const claim = await tryLockFor(join(claimsFolder(stateDir, run.id), `${experiment}.claim`), PATIENCE_MS);
  if (claim === undefined)
    throw new UserError(
      `${experiment} is being measured: wait for it, or end it first with evolve exp abort ${experiment}`,
    );
  try {
    await places.release(lease);
    boundary();
    journal.append((view) =>
      view.entry(experiment)?.experiment?.place === undefined ? [] : [{ type: 'released', experiment }],
    );
  } finally {
    claim.release('remove');
  }
}
