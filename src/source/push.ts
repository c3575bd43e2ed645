import type { Desk } from './desk.ts';

const ASK_MS = 10_000;
const PUSH_MS = 120_000;

/**
 * Pushes the branch that cycles land on: to its upstream, else to `origin` under its own name.
 * Contract: what fails is told, and nothing depends on it; where nothing has landed yet there is nothing to push.
 */
export async function pushTrunk({ run, ladder }: Desk, signal: AbortSignal): Promise<string | undefined> {
  const asked = async (line: string): Promise<string> => {
    const { code, stdout } = await run(line, { timeoutMs: ASK_MS }, signal);
    return code === 0 ? stdout.trim() : '';
  };
  const branch = ladder.land === 'commit' ? await asked('git symbolic-ref -q --short HEAD') : ladder.branch;
  const ref = `refs/heads/${branch}`;
  if (branch === '' || (await asked(`git rev-parse -q --verify ${quoted(ref)}`)) === '') return undefined;
  const remotes = (await asked('git remote')).split('\n').filter((one) => one !== '');
  const own = await asked(`git config ${quoted(`branch.${branch}.remote`)}`);
  const remote = remotes.includes(own) ? own : remotes.find((one) => one === 'origin');
  if (remote === undefined) return `${branch} was not pushed: there is neither an upstream nor a remote named origin`;
  const upstream = remote === own ? await asked(`git config ${quoted(`branch.${branch}.merge`)}`) : '';
  const line = `GIT_TERMINAL_PROMPT=0 git push --quiet ${quoted(remote)} ${quoted(`${ref}:${upstream || ref}`)}`;
  const { code, stderr, timedOut } = await run(line, { timeoutMs: PUSH_MS }, signal);
  if (code === 0 && timedOut !== true) return undefined;
  const why = timedOut === true ? `no end after ${PUSH_MS / 1000} seconds` : lineOf(stderr);
  return `${branch} was not pushed to ${remote}: ${why || `git push ended with ${code}`}`;
}

const MOST_WORDS = 300;

/** The line that says why; git's hints follow it. */
function lineOf(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const telling =
    lines.find((line) => /^(error|fatal|! |remote: error)/.test(line)) ?? lines.find((line) => line !== '');
  return (telling ?? '').slice(0, MOST_WORDS);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
