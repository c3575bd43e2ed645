import { isAbsolute, posix, relative } from 'node:path';
import { type EnvironmentSource, EXPERIMENTING, type FrontierRule, type RunConfig } from '../../domain/config.ts';
import { shellQuote } from '../../lib/format.ts';
import { escapeGlob } from '../../lib/glob.ts';
import { UserError } from '../../lib/user-error.ts';
import { adjustableOf, fixedOf, type RunInput } from '../settings.ts';
import type { EvoConfig } from './evo-shape.ts';

/** The gate that `evo init` was given; evo's own name, so that older outcomes speak of the same. */
export const INIT_GATE = '_init_gate';

/** The settings of a run of evo as a run of ours has them. `isFile` says it of a path of the baseline. */
export function configOf(
  evo: EvoConfig,
  root: string,
  input: RunInput,
  isFile: (path: string) => boolean,
  globs: readonly string[] | undefined,
): RunConfig {
  const target = targetOf(evo, root);
  const { prepare, before_run, prefix } = evo.runtime ?? {};
  const timeout = input.timeout ?? (evo.per_exp_timeout == null ? undefined : evo.per_exp_timeout * 1000);
  const fixed = fixedOf({
    ...input,
    direction: evo.metric,
    ...(prepare == null ? {} : { prepare }),
  });
  const adjustable = adjustableOf({ ...input, ...(timeout === undefined ? {} : { timeout }) });
  const environment = environmentOf(evo);
  return {
    identity: {
      strategy: 'rounds',
      fitness: isFile(target) ? evo.benchmark : commandFor(evo.benchmark, target),
      folder: '',
      files: globs ?? [target === '' ? '**' : escapeGlob(target)],
    },
    fixed: {
      ...fixed,
      gates: evo.gate == null ? [] : [{ name: INIT_GATE, command: evo.gate, phase: 'post' }],
      ...(before_run == null ? {} : { beforeRun: before_run }),
      ...(prefix == null ? {} : { prefix }),
    },
    adjustable: {
      ...adjustable,
      ...(environment.length === 0 ? {} : { environment }),
      experiments: {
        ...EXPERIMENTING,
        attempts: evo.max_attempts ?? EXPERIMENTING.attempts,
        frontier: frontierOf(evo),
        commit: evo.commit_strategy ?? 'all',
      },
    },
  };
}

function targetOf({ target, repo_root: from }: EvoConfig, root: string): string {
  const path = isAbsolute(target) ? relative(from ?? root, target) : target;
  const clean = posix.normalize(path).replace(/^\.\/|\/+$/g, '');
  if (clean.startsWith('..')) throw new UserError(`evo's target ${target} is outside ${root}: it can't be imported.`);
  return clean === '.' ? '' : clean;
}

/** Of a folder, `{target}` is the folder itself; ours would be the first file in it. */
const commandFor = (command: string, target: string): string =>
  command.replaceAll('{target}', target === '' ? '{worktree}' : `{worktree}/${shellQuote(target)}`);

/** Values of other variables stay behind: evo keeps them as plain text. */
function environmentOf({ runtime_env }: EvoConfig): readonly EnvironmentSource[] {
  return (runtime_env?.dotenv ?? []).map(({ path, mode, keys }) => ({
    path,
    ...(mode === 'allow' ? { keys: keys ?? [] } : {}),
  }));
}

function frontierOf({ frontier_strategy: rule }: EvoConfig): FrontierRule {
  const number = (name: string, otherwise: number): number => {
    const value = rule?.params?.[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
  };
  const k = number('k', 5);
  switch (rule?.kind) {
    case 'argmax':
      return { kind: 'argmax' };
    case 'top_k':
      return { kind: 'top-k', k };
    case 'epsilon_greedy':
      return { kind: 'epsilon-greedy', epsilon: number('epsilon', 0.1) };
    case 'softmax':
      return { kind: 'softmax', temperature: number('temperature', 0.5), k };
    case 'pareto_per_task':
      return { kind: 'pareto-per-task', k, floor: number('task_floor', 0) };
    default:
      return EXPERIMENTING.frontier;
  }
}
