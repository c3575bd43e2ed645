import type { Base } from './base.ts';
import type { Input } from './inputs.ts';
import { stateName } from './place.ts';
import { must, withPrivateIndex } from './private-index.ts';
import type { Repository } from './repository.ts';
import { looksSecret } from './secret.ts';

const pathsAtMost = 20;

/** What tools leave behind and no benchmark needs. */
const junk =
  /(^|\/)(__pycache__|\.(pytest|mypy|ruff)_cache|\.DS_Store|\.idea|\.vscode|\.hypothesis|\.coverage|coverage)(\/|$)|\.(pyc|log|swp|orig)$/;

/**
 * Paths of the user's folder that a sealed checkout lacks: ignored or untracked, top-most only, without what looks like a
 * secret. For the message that a command works in the user's folder and not in the checkout.
 */
export async function missingPaths(
  repository: Repository,
  base: Base,
  inputs: readonly Input[],
): Promise<readonly string[]> {
  const { place, state } = repository;
  const output = await withPrivateIndex(place, state, { from: 'tree', tree: base.tree }, (run) =>
    must(run, ['ls-files', '-z', '--others', '--directory', '--no-empty-directory']),
  );
  const given = (path: string) => inputs.some(({ at }) => path === at || path.startsWith(`${at}/`));
  return output
    .toString('utf8')
    .split('\0')
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => path !== '' && path !== stateName && !given(path) && !looksSecret(path) && !junk.test(path))
    .slice(0, pathsAtMost);
}
