import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentRun, AgentTask, Spent } from '../domain/agent.ts';
import { redacted, secretsIn } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { cut } from '../lib/width.ts';
import { type Ran, runTree } from '../workspace/workspace.ts';
import type { Driver } from './driver.ts';
import { environment } from './environment.ts';
import { fill } from './placeholders.ts';
import { readRun, wholePrompt } from './run.ts';
import { readUsage, usageFile } from './usage-file.ts';

/** The end of what an agent said; the whole is in its log. */
const TEXT_BYTES = 16 * 1024;
const MOST_REASON = 300;

/** What a shell says when a program is missing or can't be run. */
const NOT_STARTED = [126, 127];
/** EX_TEMPFAIL: the agent itself asks to be tried again. */
const TRY_AGAIN = 75;

/**
 * Any shell line that edits files. `{prompt_file}`, `{prompt}` and `{worktree}` stand for what they say; it runs in the
 * worktree, and all that it started ends with it. What it has spent it may say in `$EVOLVE_USAGE_FILE`.
 */
function commandAgent(line: string, redact: readonly string[] = []): Agent {
  return {
    name: 'command',
    works: 'files',
    async run(task, signal) {
      const { workspace, timeoutMs } = task;
      if (workspace === undefined) throw new Error('a command needs a workspace');
      const promptFile = join(workspace.notes, 'prompt.md');
      const usage = usageFile(workspace);
      const own = environment(process.env, workspace, task, promptFile);
      const env = { ...own, EVOLVE_USAGE_FILE: usage.file };
      const secrets = secretsIn(env, redact);
      mkdirSync(workspace.notes, { recursive: true });
      writeFileSync(promptFile, redacted(wholePrompt(task.prompt), secrets));
      const shell = fill(line, {
        prompt_file: { text: promptFile },
        prompt: { contentOf: promptFile },
        worktree: { text: workspace.root },
      });
      const log = join(workspace.notes, 'agent.log');
      const command = { shell, cwd: workspace.cwd, env, log, secrets, binds: [...workspace.mounts, ...usage.mounts] };
      const ran = await runTree(command, { timeoutMs, tailBytes: TEXT_BYTES }, signal);
      return resultOf(ran, line, task, readUsage(usage.file));
    },
  };
}

export const command: Driver = {
  name: 'command',
  takes: 'a shell line with {prompt_file} and {worktree}',
  open(line = '', { redact }) {
    if (line.trim() === '')
      throw new UserError('--agent command: has no shell line. Write it as command:my-agent {prompt_file}');
    return commandAgent(line.trim(), redact);
  },
};

function resultOf<A>(ran: Ran, line: string, task: AgentTask<A>, spent: Spent): AgentRun<A> {
  const { ended } = ran;
  const said = lastLine(ran);
  const told = { text: ran.stdout, spent };
  const failed = (reason: string): AgentRun<A> => ({ kind: 'failed', reason, ...told });
  const broken = (reason: string): AgentRun<A> => ({
    kind: 'broken',
    outage: 'missing',
    reason: `the agent can't be started: ${reason}. Check the command: ${cut(line, MOST_REASON)}`,
    ...told,
  });
  switch (ended.kind) {
    case 'exited':
      if (ended.code === 0) return readRun(task, told);
      if (NOT_STARTED.includes(ended.code)) return broken(said === '' ? `exit code ${ended.code}` : said);
      if (ended.code === TRY_AGAIN)
        return { kind: 'broken', outage: 'server', reason: `the agent asks to be tried later${after(said)}`, ...told };
      return failed(`the agent exited with code ${ended.code}${after(said)}`);
    case 'signalled':
      return failed(`the agent was ended by ${ended.signal}${after(said)}`);
    case 'timeout':
      return failed(`the agent ran longer than ${Math.round(task.timeoutMs / 100) / 10} s${after(said)}`);
    case 'memory':
      return failed('the agent used too much memory');
    case 'failed-to-start':
      return broken(ended.reason);
  }
}

const after = (said: string): string => (said === '' ? '' : `: ${said}`);

function lastLine({ stderr, stdout }: Ran): string {
  const text = stderr.trim() === '' ? stdout : stderr;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not steer anybody's terminal
  const clean = (text.trimEnd().split('\n').at(-1) ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').trim();
  return cut(clean, MOST_REASON);
}
