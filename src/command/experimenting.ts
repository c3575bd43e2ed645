import { isAbsolute } from 'node:path';
import { EXPERIMENTING, type Experimenting, type Places } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import { FRONTIER_KINDS, frontierOf } from './frontier-rule.ts';
import { choice, type Given, integer, list, text } from './option.ts';

/** The settings that only a run of experiments has. */
export const EXPERIMENTING_OPTIONS = {
  maxAttempts: integer(
    '--max-attempts <n>',
    `so often an experiment may be measured and not be better (default: ${EXPERIMENTING.attempts})`,
    1,
  ),
  frontier: choice(
    '--frontier <kind>',
    `which experiments are branched from next: ${FRONTIER_KINDS.join(', ')} (default: ${EXPERIMENTING.frontier.kind})`,
    FRONTIER_KINDS,
  ),
  frontierParams: text('--frontier-params <json>', 'parameters of --frontier, such as {"k": 3}'),
  workspaces: choice(
    '--workspaces <kind>',
    'where experiments are worked on: worktree, a new one for each; pool, in clones that you have prepared (default: worktree; pool with --pool)',
    ['worktree', 'pool'],
  ),
  pool: list('--pool <path...>', 'the prepared clones of the pool, by absolute path'),
  commit: choice(
    '--commit <all|tracked-only>',
    'which new files of a workspace belong to an experiment: all, or only those that were staged (default: all; tracked-only with a pool)',
    ['all', 'tracked-only'],
  ),
} as const;

export type ExperimentingInput = Given<typeof EXPERIMENTING_OPTIONS>;

/** The settings of experiments, given ones over those before. */
export function experimentingOf(input: ExperimentingInput, before?: Experimenting): Experimenting {
  const known = before ?? EXPERIMENTING;
  const places = placesOf(input, before?.places);
  // Prepared clones hold files that belong to no change.
  const usual = places.kind === 'pool' ? 'tracked-only' : EXPERIMENTING.commit;
  const kept = before !== undefined && before.places.kind === places.kind ? before.commit : usual;
  return {
    ...known,
    attempts: input.maxAttempts ?? known.attempts,
    frontier: frontierOf(input, known.frontier),
    places,
    commit: input.commit ?? kept,
  };
}

function placesOf({ workspaces, pool }: ExperimentingInput, before: Places = EXPERIMENTING.places): Places {
  const relative = pool?.find((path) => !isAbsolute(path));
  if (relative !== undefined) throw new UserError(`--pool takes absolute paths, not ${JSON.stringify(relative)}.`);
  const kind = workspaces ?? (pool === undefined ? before.kind : 'pool');
  if (kind === 'worktree') return { kind };
  const slots = pool ?? (before.kind === 'pool' ? before.slots : []);
  if (slots.length === 0)
    throw new UserError('--workspaces pool needs prepared clones: name them with --pool PATH PATH.');
  return { kind, slots: [...new Set(slots)] };
}
