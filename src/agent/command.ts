import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentRun } from '../domain/agent.ts';
import { redacted, secretsIn } from '../lib/secrets.ts';
import { cut } from '../lib/width.ts';
import { type Ran, runTree } from '../workspace/workspace.ts';
import { environment } from './environment.ts';
import { fill } from './placeholders.ts';

/** The end of what an agent said; the whole is in its log. */
const TEXT_BYTES = 16 * 1024;
const MOST_REASON = 300;

/** What a shell says when a program is missing or can't be run. */
const NOT_STARTED = [126, 127];
/** EX_TEMPFAIL: the agent itself asks to be tried again. */
const TRY_AGAIN = 75;

/**
 * Any shell line that edits files. `{prompt_file}`, `{prompt}` and `{worktree}` stand for what they say; it runs in the
 * worktree, and all that it started ends with it.
 */
export function commandAgent(line: string, redact: readonly string[] = []): Agent {
  return {
    name: 'command',
    async run(task, signal) {
      const { workspace, timeoutMs } = task;
      const promptFile = join(workspace.notes, 'prompt.md');
      const env = environment(process.env, task, promptFile);
      const secrets = secretsIn(env, redact);
      mkdirSync(workspace.notes, { recursive: true });
      writeFileSync(promptFile, redacted(task.prompt, secrets));
      const shell = fill(line, {
        prompt_file: { text: promptFile },
        prompt: { contentOf: promptFile },
        worktree: { text: workspace.root },
      });
      const log = join(workspace.notes, 'agent.log');
      const command = { shell, cwd: workspace.cwd, env, log, secrets, binds: workspace.mounts };
      return resultOf(await runTree(command, { timeoutMs, tailBytes: TEXT_BYTES }, signal), line, timeoutMs);
    },
  };
}

function resultOf(ran: Ran, line: string, timeoutMs: number): AgentRun {
  const { ended } = ran;
  const said = lastLine(ran);
  switch (ended.kind) {
    case 'exited':
      if (ended.code === 0) return { kind: 'answered', text: ran.stdout };
      if (NOT_STARTED.includes(ended.code)) return broken(line, said === '' ? `exit code ${ended.code}` : said);
      if (ended.code === TRY_AGAIN) return { kind: 'broken', reason: `the agent asks to be tried later${after(said)}` };
      return { kind: 'failed', reason: `the agent exited with code ${ended.code}${after(said)}` };
    case 'signalled':
      return { kind: 'failed', reason: `the agent was ended by ${ended.signal}${after(said)}` };
    case 'timeout':
      return {
        kind: 'failed',
        reason: `the agent ran longer than ${Math.round(timeoutMs / 100) / 10} s${after(said)}`,
      };
    case 'memory':
      return { kind: 'failed', reason: 'the agent used too much memory' };
    case 'failed-to-start':
      return broken(line, ended.reason);
  }
}

const broken = (line: string, reason: string): AgentRun => ({
  kind: 'broken',
  reason: `the agent can't be started: ${reason}. Check the command: ${cut(line, MOST_REASON)}`,
});

const after = (said: string): string => (said === '' ? '' : `: ${said}`);

function lastLine({ stderr, stdout }: Ran): string {
  const text = stderr.trim() === '' ? stdout : stderr;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not steer anybody's terminal
  const clean = (text.trimEnd().split('\n').at(-1) ?? '').replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ').trim();
  return cut(clean, MOST_REASON);
}
