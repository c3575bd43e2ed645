import { writeFileSync } from 'node:fs';
import type { Agent } from '../domain/agent.ts';
import { redacted, secretsIn } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { capture, serveTree } from '../workspace/workspace.ts';
import { resultOf } from './acp-result.ts';
import { acpSite } from './acp-site.ts';
import { hearsay, spentOf } from './acp-told.ts';
import { type Turn, type Turning, turn } from './acp-turn.ts';
import { leave, type Over, type Times, watched } from './acp-watch.ts';
import { lastLine } from './cli-result.ts';
import type { AgentOptions, Driver } from './driver.ts';
import { wholePrompt } from './run.ts';

/** The slowest agent known takes 20 s on a busy machine; what takes longer does not speak the protocol. */
const INITIALIZE_MS = 60_000;
const LOG_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

export const acp: Driver = {
  name: 'acp',
  takes: 'a shell line that starts an agent of the Agent Client Protocol',
  open(line = '', options) {
    if (line.trim() === '') throw new UserError("--agent acp: has no shell line. Write it as acp:'my-agent --acp'");
    return acpAgent(line.trim(), options);
  },
};

/** Any agent that speaks the Agent Client Protocol. It ends with its turn, and all that it started with it. */
export function acpAgent(line: string, options: AgentOptions = {}, initializeMs = INITIALIZE_MS): Agent {
  return {
    name: 'acp',
    works: 'files',
    async run(task, signal) {
      signal.throwIfAborted();
      using site = acpSite(line, task, options.isolate ?? false);
      const { root, cwd, env, binds, box } = site;
      const secrets = secretsIn(env, options.redact);
      const prompt = redacted(wholePrompt(task.prompt), secrets);
      writeFileSync(site.promptFile, prompt);
      const log = capture(site.log, LOG_BYTES, TAIL_BYTES, secrets);
      const times = { timeoutMs: task.timeoutMs, initializeMs };
      const heard = hearsay();
      const trust = { root, cwd, access: task.access, shut: box !== undefined };
      const served = await serveTree({ shell: line, cwd, env, binds, box }, {});
      const outcome =
        'reason' in served
          ? neverStarted(served.reason)
          : await oneTurn({ served, log, heard, trust, prompt }, times, signal);
      const { stderr } = log.finish();
      if (outcome.kind === 'aborted') throw signal.reason;
      const answer = outcome.kind === 'stopped' ? outcome.answer : {};
      const told = { text: redacted(heard.text(), secrets), spent: spentOf(answer, heard.usd()) };
      return resultOf(outcome, { line, times, told, said: lastLine(stderr), secrets }, task);
    },
  };
}

/** Settles when nothing of the agent is left. */
async function oneTurn(turning: Omit<Turning, 'at'>, times: Times, signal: AbortSignal): Promise<Turn | Over> {
  const { served } = turning;
  using watch = watched(served, times, signal);
  const outcome = await Promise.race([turn({ ...turning, at: watch.at }), watch.over]);
  if (outcome.kind === 'stopped') await leave(served, watch.over);
  await served.end();
  // An answer that never came is told by how the agent ended.
  return outcome.kind === 'error' && outcome.code === undefined ? watch.over : outcome;
}

const neverStarted = (reason: string): Over => ({
  kind: 'ended',
  step: 'initialize',
  ended: { kind: 'failed-to-start', reason },
});
