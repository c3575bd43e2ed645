import { resolve } from 'node:path';
import { type Executed, exec } from '../../lib/exec.ts';
import { spawnFailure } from '../git.ts';
import type { Place } from '../place.ts';

/** Of the caller's GIT_* variables those that say who the user is and how git is set up, not where a repository is. */
const theirs = /^GIT_((AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)|CONFIG_(GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

/** Git would start work in the background that outlives us, or touch submodules, which nobody asked for. */
const settings = ['gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false', 'core.quotePath=false'];

/** Runs the user's own git: identity, configuration, hooks, filters and signing are theirs. */
export async function usersGit(
  place: Place,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>>; readonly input?: Buffer | string } = {},
): Promise<Executed> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (!name.startsWith('GIT_') || theirs.test(name))) env[name] = value;
  }
  // English, without taking the encoding from hooks.
  Object.assign(env, { LANGUAGE: 'en', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0', ...options.env });
  const all = [...settings.flatMap((setting) => ['-c', setting]), ...args];
  const input = options.input === undefined ? {} : { input: options.input };
  try {
    return await exec('git', all, { cwd: place.root, env, ...input });
  } catch (error) {
    throw spawnFailure(error, place.root);
  }
}

/** As `usersGit`, for what has no expected way to fail; without the line break at the end. */
export async function usersLine(
  place: Place,
  args: readonly string[],
  options: Parameters<typeof usersGit>[2] = {},
): Promise<string> {
  const { code, stdout, stderr } = await usersGit(place, args, options);
  if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr.trim()}`);
  return stdout.toString('utf8').replace(/\n$/, '');
}

/** Where git keeps a file of this working tree's own. */
export async function gitPath(place: Place, name: string): Promise<string> {
  return resolve(place.root, await usersLine(place, ['rev-parse', '--git-path', name]));
}
