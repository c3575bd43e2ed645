import { join } from 'node:path';
import { EXPERIMENTING } from '../../domain/config.ts';
import type { Status } from '../../domain/experiment.ts';
import { isLocked } from '../../lib/lock.ts';
import { fitted } from '../../lib/table.ts';
import type { Surveyed } from '../../workspace/workspace.ts';
import type { Lab } from '../exp/lab.ts';
import { experimentVerb } from '../exp/verb.ts';
import { HARNESS } from '../harness/room.ts';
import { claimsFolder } from '../place.ts';
import { withWorkplaces } from './open.ts';

interface Place {
  readonly workspace: string;
  readonly experiment: string | null;
  readonly status: Status | null;
  /** Somebody measures it now. */
  readonly measuring: boolean;
  /** Files that differ from what was laid out; null where that is another repository's. */
  readonly changed: number | null;
  /** The repository that has it, where it isn't this one. */
  readonly owner?: string;
  /** The record does not know of it: whoever took it was killed. */
  readonly unrecorded?: true;
}

interface Standing {
  readonly kind: 'worktree' | 'pool';
  readonly commit: 'all' | 'tracked-only';
  readonly workspaces: readonly Place[];
}

export const command = experimentVerb({
  details:
    'Worktrees are made when an experiment begins; of a pool, one experiment at a time has a clone. `changed` counts files that differ from what was laid out there.',
  examples: ['evolve workspace status', 'evolve workspace status --json'],
  positional: [],
  options: {},
  async run(lab): Promise<Standing> {
    const { places, commit } = (lab.journal.view().run() ?? lab.run).config.adjustable.experiments ?? EXPERIMENTING;
    const found = await withWorkplaces(lab, 'survey', (all) => all.survey());
    return { kind: places.kind, commit, workspaces: found.map((one) => placeOf(lab, one)) };
  },
  text({ kind, commit, workspaces }, { columns }) {
    const rule =
      commit === 'all' ? 'Every change in scope is taken.' : 'New files are taken only once they are staged (git add).';
    if (workspaces.length === 0)
      return `No experiment has a workspace. ${rule}\nBegin one: evolve exp new --parent root -m "<hypothesis>"`;
    const rows = workspaces.map((one) => [
      one.workspace,
      one.experiment ?? 'free',
      one.owner ?? one.status ?? '',
      [
        ...(one.changed === null || one.changed === 0 ? [] : [`${one.changed} changed`]),
        ...(one.measuring ? ['being measured'] : []),
        ...(one.unrecorded ? ['not recorded'] : []),
      ].join(', '),
    ]);
    const table = fitted(
      [{ title: kind === 'pool' ? 'slot' : 'worktree' }, { title: 'has' }, { title: '' }, { title: '' }],
      rows,
      columns,
    );
    return `${table}\n${rule}\nTo give one back: evolve workspace release ID, or --committed for all that are`;
  },
});

function placeOf({ journal, stateDir, run }: Lab, { lease, experiment, foreign, changed }: Surveyed): Place {
  const entry = experiment === undefined || foreign !== undefined ? undefined : journal.view().entry(experiment);
  const known = entry?.experiment;
  return {
    workspace: lease.where,
    experiment: experiment ?? null,
    status: known?.status ?? null,
    measuring: known !== undefined && isLocked(join(claimsFolder(stateDir, run.id), `${experiment}.claim`)),
    changed: foreign === undefined ? changed : null,
    ...(foreign === undefined ? {} : { owner: foreign }),
    ...(experiment !== undefined &&
    foreign === undefined &&
    experiment !== HARNESS &&
    known?.place?.where !== lease.where
      ? { unrecorded: true as const }
      : {}),
  };
}
