import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfig } from '../../domain/config.ts';
import { type Repository, scopeOf } from '../../workspace/workspace.ts';
import { attemptsOf } from './evo-code.ts';
import type { Versions } from './evo-events.ts';
import type { EvoRun } from './evo-files.ts';
import type { History, Try } from './evo-history.ts';

const SHOWN = 5;

/** What the user has to know of what was and was not taken over. */
export async function warningsOf(
  run: EvoRun,
  history: History,
  versions: Versions,
  config: RunConfig,
  repository: Repository,
): Promise<readonly string[]> {
  const lost = run.nodes.filter((one) => {
    const known = history.tries.filter(({ experiment }) => experiment === one).length;
    return known < attemptsOf(one).length;
  });
  const running = run.nodes.filter(({ node, torn }) => node.status === 'active' || torn.length > 0);
  const outside = await outOfScope(history, versions, config, repository);
  const root = run.config.repo_root;
  const isFixed = root != null && config.identity.fitness.includes(root);
  return [
    ...(lost.length === 0
      ? []
      : [`git no longer has the code of attempts of ${some(lost.map(({ node }) => node.id))}: their logs are there.`]),
    ...(running.length === 0
      ? []
      : [`an attempt had not ended of ${some(running.map(({ node }) => node.id))}: it is left out.`]),
    ...(outside.length === 0
      ? []
      : [
          `${some(outside)} changed files out of scope, which may have raised the score: import with --new-epoch and measure them again, or widen the scope with --files.`,
        ]),
    ...(isFixed ? [`the benchmark names ${root}, and so may measure that folder and not the experiment.`] : []),
    ...(existsSync(join(run.folder, 'runtime_env_values.json'))
      ? ['variables that evo kept by value stay behind: name a file with evolve env load.']
      : []),
  ];
}

/** Committed ones that differ from their parents in what they may not change. */
async function outOfScope(
  history: History,
  versions: Versions,
  config: RunConfig,
  repository: Repository,
): Promise<readonly string[]> {
  const scope = scopeOf(config.identity.files, await repository.files(versions.first.tree));
  const committed = history.tries.filter(({ ending }) => ending.end.outcome === 'committed');
  const found: string[] = [];
  for (const one of committed) {
    const { node, parent } = one.experiment;
    // The baseline is where evo builds the harness.
    const before = parent === 'root' ? undefined : treeOf(committed, parent);
    if (before === undefined) continue;
    const changes = await repository.changes(before, one.tree);
    if (changes.some(({ path }) => !scope.has(path))) found.push(node.id);
  }
  return found;
}

const treeOf = (tries: readonly Try[], id: string): string | undefined =>
  tries.find(({ experiment }) => experiment.node.id === id)?.tree;

const some = (ids: readonly string[]): string =>
  ids.slice(0, SHOWN).join(', ') + (ids.length > SHOWN ? ` and ${ids.length - SHOWN} more` : '');
