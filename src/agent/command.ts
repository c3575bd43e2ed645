import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentRun } from '../domain/agent.ts';
import { redacted, type Secret, secretsIn } from '../lib/secrets.ts';
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
export function commandAgent(line: string): Agent {
  return {
    name: 'command',
    async run(task, signal) {
      const { workspace, timeoutMs } = task;
      const promptFile = join(workspace.notes, 'prompt.md');
      mkdirSync(workspace.notes, { recursive: true });
      writeFileSync(promptFile, task.prompt);
      const shell = fill(line, {
        prompt_file: { text: promptFile },
        prompt: { contentOf: promptFile },
        worktree: { text: workspace.root },
      });
      const env = environment(process.env, task, promptFile);
      const log = join(workspace.notes, 'agent.log');
      const secrets = secretsIn(env);
      try {
        const command = { shell, cwd: workspace.cwd, env, log, binds: workspace.mounts };
        const ran = await runTree(command, { timeoutMs, tailBytes: TEXT_BYTES }, signal);
        const [stdout, stderr] = [redacted(ran.stdout, secrets), redacted(ran.stderr, secrets)];
        return resultOf({ ...ran, stdout, stderr }, line, timeoutMs);
      } finally {
        redactFile(log, secrets);
      }
    },
  };
}

/** An agent that says its key must not leave it in a log. */
function redactFile(file: string, secrets: readonly Secret[]): void {
  if (secrets.length === 0 || !existsSync(file)) return;
  const text = readFileSync(file, 'latin1');
  const clean = redacted(
    text,
    secrets.map(({ name, value }) => ({ name, value: Buffer.from(value).toString('latin1') })),
  );
  if (clean !== text) writeFileSync(file, clean, 'latin1');
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
