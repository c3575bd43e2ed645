import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Goals } from '../../domain/goals.ts';
import { filesMissing } from '../../spec/spec.ts';
import type { Command } from '../contract.ts';
import { on } from '../option.ts';
import { editHere } from './edit.ts';
import { FILE, goalsHere, goalsPlace } from './place.ts';

const OPTIONS = { yes: on('-y, --yes', 'remove them'), file: FILE } as const;

interface Stale {
  readonly id: string;
  readonly check: string;
  /** Files that its check names and that are not there. */
  readonly missing: readonly string[];
}

interface Pruned {
  readonly file: string;
  readonly stale: readonly Stale[];
  readonly removed: readonly string[];
  /** Goals that are left. */
  readonly total: number;
}

export const command: Command<typeof OPTIONS, Pruned> = {
  details:
    'Lists the goals whose check calls a script that is no longer there, and with --yes removes them. When you prune a list of exceptions, add a meta-goal that holds its length.',
  examples: ['evolve goals prune', 'evolve goals prune --yes'],
  positional: [],
  options: OPTIONS,
  async run({ yes, file }, { cwd }) {
    const place = goalsPlace(cwd, file);
    const goals = await goalsHere(place);
    const stale = staleOf(goals, (path) => existsSync(join(place.root, path)));
    if (yes !== true || stale.length === 0) return { file: goals.path, stale, removed: [], total: goals.goals.length };
    const ids = stale.map(({ id }) => id);
    const { after } = await editHere(cwd, file, () => ({ kind: 'remove', ids }));
    return { file: after.path, stale, removed: ids, total: after.goals.length };
  },
  text: ({ file, stale, removed, total }) => {
    if (stale.length === 0) return `${file}: every check finds its files. ${REMINDER}`;
    const lines = stale.map(
      ({ id, missing }) => `  ${id}: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not there`,
    );
    const end = removed.length > 0 ? `Removed; ${total} left. ${REMINDER}` : 'Remove them: evolve goals prune --yes';
    return [`${file}: ${stale.length} of ${total + removed.length} goals call what is gone`, ...lines, end].join('\n');
  },
};

const REMINDER =
  'If you shortened a list of exceptions, hold it: evolve goals add ID "CHECK OF ITS LENGTH" --type meta';

const staleOf = ({ goals }: Goals, isThere: (path: string) => boolean): readonly Stale[] =>
  goals
    .map(({ id, check }) => ({ id, check, missing: filesMissing(check, isThere) }))
    .filter(({ missing }) => missing.length > 0);
