import type { Sha } from '../domain/candidate.ts';
import type { Target } from '../domain/target.ts';
import type { Repository } from '../workspace/workspace.ts';

/** The target's code in a version; undefined where it can't be found. */
export async function targetText(repository: Repository, commit: Sha, target: Target): Promise<string | undefined> {
  const text = (await repository.read(commit, target.path))?.toString('utf8');
  if (text === undefined) return undefined;
  // Parsers take a while to load, and most runs have no target.
  const { located } = await import('../code/code.ts');
  const definition = await located(target.path, text, target);
  if (definition === undefined) return undefined;
  const { start, end } = definition;
  // A line that is the definition's alone keeps its indentation.
  const line = text.lastIndexOf('\n', start - 1) + 1;
  return text.slice(text.slice(line, start).trim() === '' ? line : start, end);
}
