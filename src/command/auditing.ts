import type { RunConfig } from '../domain/config.ts';
import type { Version } from '../domain/lane.ts';
import type { Target } from '../domain/target.ts';
import { type AuditPlan, type ChangedFile, filesNamed, type Plan } from '../evaluation/evaluation.ts';
import type { Repository, Scope } from '../workspace/workspace.ts';

/** Larger files are data. */
const MOST_BYTES = 2 * 1024 * 1024;

/** What an audit of a run's candidates has to know. */
export function auditOf(
  repository: Repository,
  { identity, fixed }: RunConfig,
  seed: Version,
  scope: Scope,
): AuditPlan {
  const { holdout, gates, cascade = [], build } = fixed;
  const commands = [identity.fitness, build ?? '', ...[...gates, ...cascade].map(({ command }) => command)];
  const mayChange = (name: string) =>
    [...scope.base.files.keys()].some((path) => isNamed(path, name) && scope.has(path));
  const hidden = holdout === undefined ? [] : [...filesNamed([holdout.command], mayChange), ...holdout.inputs];
  return {
    harness: filesNamed(commands, mayChange),
    heldOut: hidden,
    async changed({ tree }) {
      const changes = await repository.changes(seed.tree, tree);
      const files = changes.filter(({ path, after }) => scope.has(path) && isFile(after));
      return Promise.all(
        files.map(async ({ path, before, after }): Promise<ChangedFile> => {
          const was = isFile(before) ? { before: await textOf(before.sha) } : {};
          return { path, ...was, after: isFile(after) ? await textOf(after.sha) : '' };
        }),
      );
    },
  };

  async function textOf(sha: string): Promise<string> {
    const bytes = await repository.blob(sha);
    return bytes.length > MOST_BYTES ? '' : bytes.toString('utf8');
  }
}

/** How the stage that looks at a target reads it. */
export function targetOf(repository: Repository, target: Target | undefined): Pick<Plan, 'target'> {
  if (target === undefined) return {};
  const text = async ({ commit }: Version): Promise<string | undefined> =>
    (await repository.read(commit, target.path))?.toString('utf8');
  return { target: { target, text } };
}

const isNamed = (path: string, name: string): boolean => path === name || path.endsWith(`/${name}`);

function isFile<V extends { readonly mode: string }>(version: V | undefined): version is V {
  return version !== undefined && version.mode !== '120000' && version.mode !== '160000';
}
