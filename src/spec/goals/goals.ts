import { posix } from 'node:path';
import type { Goals } from '../../domain/goals.ts';
import { mistake } from '../mistake.ts';
import type { ReadText } from '../read-text.ts';
import type { GoalsFile } from './file.ts';
import { readGoalsMarkdown } from './markdown.ts';
import { readGoalsYaml } from './yaml.ts';

/**
 * The goals of a version; undefined where it has none. GOALS.md wins over GOALS.yaml, also where the latter is named.
 * Contract: throws `UserError` with file and line on the first thing that is wrong.
 */
export async function goalsIn(read: ReadText, named?: string): Promise<Goals | undefined> {
  const file = await readGoals(read, named);
  const problem = file?.problems[0];
  if (file !== undefined && problem !== undefined) throw mistake(file.goals.path, problem.line, problem.text);
  return file?.goals;
}

/** The goals of a version with all that is wrong about them. Throws `UserError` only on YAML that can't be read. */
export async function readGoals(read: ReadText, named = 'GOALS.md'): Promise<GoalsFile | undefined> {
  for (const path of pathsFor(named)) {
    const text = await read(path);
    if (text !== undefined) return goalsOf(text, path);
  }
  return undefined;
}

export const goalsOf = async (text: string, path: string): Promise<GoalsFile> =>
  isYaml(path) ? readGoalsYaml(text, path) : readGoalsMarkdown(text, path);

export const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path);

/** Where goals may be, best first. */
function pathsFor(named: string): readonly string[] {
  const path = posix.normalize(named);
  if (isYaml(path)) return [path.replace(/\.ya?ml$/i, '.md'), path];
  return posix.basename(path) === 'GOALS.md' ? [path, path.replace(/\.md$/, '.yaml')] : [path];
}
