import { EXPERIMENTING } from '../../domain/config.ts';
import type { Entry } from '../../domain/view.ts';
import type { WorkspaceFiles } from '../../domain/workplace.ts';
import { UserError } from '../../lib/user-error.ts';
import { findInputs, type LocalWorkplaces, openWorkplaces, scopeOf } from '../../workspace/workspace.ts';
import type { Lab } from '../exp/lab.ts';
import { text } from '../option.ts';
import { repositoryOf } from '../repository.ts';

export const EXP = text('--exp <id>', 'the experiment in whose workspace it is done; always required');

/** Of those that have a workspace, so many are named. */
const NAMED = 10;

/** The workspaces of a run. What only looks into one needs to know neither the scope nor the inputs. */
export async function withWorkplaces<R>(
  { root, run, journal }: Lab,
  how: 'look' | 'survey',
  work: (places: LocalWorkplaces) => Promise<R>,
): Promise<R> {
  const { config, base } = journal.view().run() ?? run;
  const repository = await repositoryOf({ root, run });
  try {
    const full = how === 'survey';
    const scope = scopeOf(full ? config.identity.files : [], full ? await repository.files(base.commit) : []);
    const inputs = full ? await findInputs(repository, base, config.fixed.inputs) : [];
    const { places } = config.adjustable.experiments ?? EXPERIMENTING;
    return await work(
      openWorkplaces(repository, { run: run.id, base, scope, inputs, folder: config.identity.folder, places }),
    );
  } finally {
    repository.close();
  }
}

/** Does something with the files of an experiment. Throws UserError where it has no workspace. */
export async function withFiles<R>(
  lab: Lab,
  id: string | undefined,
  work: (files: WorkspaceFiles) => Promise<R>,
): Promise<R> {
  const { place } = experimentNamed(lab, id);
  return withWorkplaces(lab, 'look', (places) => work(places.files(place)));
}

function experimentNamed(lab: Lab, id: string | undefined) {
  if (id === undefined) throw new UserError(`--exp is required: which experiment? ${those(lab)}`);
  const entry = lab.journal.view().entry(id);
  if (entry?.experiment === undefined) throw new UserError(`There is no experiment ${id}. ${those(lab)}`);
  if (entry.experiment.place === undefined) throw new UserError(without(entry));
  return { place: entry.experiment.place };
}

/** Who has a workspace. */
function those({ journal }: Lab): string {
  const view = journal.view();
  const open = (['active', 'pending', 'evaluated', 'failed', 'committed'] as const)
    .flatMap((status) => view.experiments(status, NAMED))
    .filter(({ experiment }) => experiment?.place !== undefined)
    .map(({ proposal }) => proposal.id);
  if (open.length === 0) return 'None has a workspace: evolve exp new --parent root -m "<hypothesis>" makes one.';
  return `These have a workspace: ${open.slice(0, NAMED).join(', ')}${open.length > NAMED ? ' …' : ''}`;
}

/** Why there is no workspace, and what to do. */
function without({ proposal: { id, parents, operator }, experiment }: Entry): string {
  const status = experiment?.status;
  if (operator === 'seed' || status === 'committed')
    return `${id} has no workspace${operator === 'seed' ? '' : ' any more: it is committed'}. Work on a child of it: evolve exp new --parent ${id} -m "<hypothesis>"`;
  if (status === 'discarded' || status === 'pruned')
    return `${id} was ${status}, and its workspace is gone. Begin anew: evolve exp new --parent ${parents[0]} -m "<hypothesis>"`;
  return `${id} gave its workspace back. Begin anew: evolve exp new --parent ${parents[0]} -m "<hypothesis>"`;
}
