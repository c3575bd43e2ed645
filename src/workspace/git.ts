import { existsSync } from 'node:fs';
import { type Executed, exec } from '../lib/exec.ts';
import { UserError } from '../lib/user-error.ts';

export interface GitOptions {
  readonly cwd: string;
  readonly input?: Buffer | string;
  /** `user`: git reads the user's configuration (line endings, ignores); `none`: only what is given here. */
  readonly config: 'user' | 'none';
  readonly env?: Readonly<Record<string, string>>;
  readonly settings?: readonly string[];
}

/** Git ended with a code that its caller did not expect: a bug or a broken machine. */
class GitFailure extends Error {
  override readonly name = 'GitFailure';
}

const settings = [
  'core.hooksPath=/dev/null',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  'core.logAllRefUpdates=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'init.templateDir=',
  // A partial clone would fetch what it lacks and store it in the user's repository.
  'protocol.allow=never',
];

export const identity = 'evolve <evolve@localhost> 946684800 +0000';

/** What git sees of the environment: none of the caller's GIT_* variables, no prompts, messages in English. */
export function gitEnvironment(config: 'user' | 'none'): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !name.startsWith('GIT_') && name !== 'LANGUAGE') env[name] = value;
  }
  Object.assign(env, {
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
  });
  if (config === 'none') {
    Object.assign(env, { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_ATTR_NOSYSTEM: '1' });
  }
  return env;
}

export function gitArguments(args: readonly string[], config: 'user' | 'none', more: readonly string[] = []): string[] {
  // The private repository may be opened by another account (a container's root): nothing in it is executed.
  const all = config === 'none' ? [...settings, 'safe.directory=*', ...more] : [...settings, ...more];
  return [...all.flatMap((setting) => ['-c', setting]), ...args];
}

/** Runs git with hooks, signing, prompts and background work off. A failing git is a code other than 0. */
export async function tryGit(args: readonly string[], options: GitOptions): Promise<Executed> {
  const env = { ...gitEnvironment(options.config), ...options.env };
  const input = options.input === undefined ? {} : { input: options.input };
  try {
    return await exec('git', gitArguments(args, options.config, options.settings), { cwd: options.cwd, env, ...input });
  } catch (error) {
    throw spawnFailure(error, options.cwd);
  }
}

/** As `tryGit`, for commands that have no expected way to fail. */
export async function git(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const { code, stdout, stderr } = await tryGit(args, options);
  if (code !== 0) throw new GitFailure(`git ${args.join(' ')} ended with ${code}: ${stderr.trim()}`);
  return stdout;
}

/** What to throw when git could not be started: it is also ENOENT when the folder is gone. */
export function spawnFailure(error: unknown, cwd: string): Error {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && existsSync(cwd)) {
    return new UserError('git is not installed or not on PATH: install git and try again');
  }
  return error instanceof Error ? error : new Error(String(error));
}

/** The first line of git's complaint without its prefix. */
export function complaint(stderr: string): string {
  const line = stderr.split('\n').find((text) => /^(fatal|error): /.test(text)) ?? stderr.split('\n')[0] ?? '';
  return line.replace(/^(fatal|error): /, '').trim();
}
