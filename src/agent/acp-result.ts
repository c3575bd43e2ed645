import type { AgentRun, AgentTask, Outage, Told } from '../domain/agent.ts';
import { redacted, type Secret } from '../lib/secrets.ts';
import type { Ended } from '../workspace/workspace.ts';
import type { Step, Turn } from './acp-turn.ts';
import type { Over, Times } from './acp-watch.ts';
import { oneLine } from './cli-result.ts';
import { type Classified, classify } from './outage.ts';
import { brokenRun, readRun } from './run.ts';

/** What a shell says when a program is missing or can't be run. */
const NOT_STARTED = [126, 127];
/** The protocol's own codes. */
const AUTH_REQUIRED = -32000;

/** Gemini gives the status of HTTP as the code, opencode says only that it was the other side. */
const isStatus = (code: number | undefined): boolean => code !== undefined && code >= 400 && code < 600;
const REMOTE = /\bAPI ?Error\b/i;
const SERVER: Classified = { outage: 'server' };

export interface AcpCall {
  readonly line: string;
  readonly times: Times;
  readonly told: Told;
  /** The last line on stderr. */
  readonly said: string;
  readonly secrets: readonly Secret[];
}

/** What a turn came to. */
export function resultOf<A>(
  outcome: Turn | Exclude<Over, { kind: 'aborted' }>,
  { line, times, told, said, secrets }: AcpCall,
  task: AgentTask<A>,
): AgentRun<A> {
  const clean = (text: string): string => oneLine(redacted(text, secrets));
  const after = said === '' ? '' : `: ${clean(said)}`;
  const failed = (reason: string): AgentRun<A> => ({ kind: 'failed', reason, ...told });
  const broken = (outage: Outage, reason: string, afterMs?: number): AgentRun<A> =>
    brokenRun(told, outage, reason, afterMs);
  const unusable = (reason: string): AgentRun<A> =>
    broken('missing', `the agent can't be used: ${reason}. Check the command: ${clean(line)}`);
  const fault = (message: string, code?: number): AgentRun<A> => {
    const found = classify(message, isStatus(code) ? code : undefined) ?? (REMOTE.test(message) ? SERVER : undefined);
    if (found === undefined) return failed(`the agent ended with an error: ${clean(message)}`);
    const advice = found.outage === 'key' ? '. Log in with the agent itself, or give it a key that works.' : '';
    return broken(found.outage, `${clean(message)}${advice}`, found.afterMs);
  };
  const gone = (step: Step, ended: Ended): AgentRun<A> => {
    if (ended.kind === 'failed-to-start') return unusable(clean(ended.reason));
    if (ended.kind === 'memory') return failed('the agent used too much memory');
    const how = ended.kind === 'signalled' ? `was ended by ${ended.signal}` : `ended${codeOf(ended)}`;
    if (ended.kind === 'exited' && NOT_STARTED.includes(ended.code)) return unusable(`it can't be started${after}`);
    if (step === 'initialize' && classify(said) === undefined)
      return unusable(`it ${how} before it spoke the Agent Client Protocol${after}`);
    return classify(said) === undefined ? failed(`the agent ${how} before its turn was over${after}`) : fault(said);
  };
  switch (outcome.kind) {
    case 'stopped':
      return stopped(outcome.why, failed, task, told);
    case 'error':
      if (outcome.code === AUTH_REQUIRED) return fault(`not logged in: ${outcome.message}`);
      if (outcome.step === 'initialize') return unusable(clean(outcome.message));
      return fault(outcome.message, outcome.code);
    case 'ended':
      return gone(outcome.step, outcome.ended);
    case 'silent':
      return unusable(`no word of the Agent Client Protocol in ${seconds(times.initializeMs)}${after}`);
    case 'timeout':
      return failed(`the agent ran longer than ${seconds(times.timeoutMs)}${after}`);
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;
const codeOf = (ended: Ended): string => (ended.kind === 'exited' ? ` with code ${ended.code}` : '');

function stopped<A>(why: string, failed: (reason: string) => AgentRun<A>, task: AgentTask<A>, told: Told): AgentRun<A> {
  switch (why) {
    case 'end_turn':
      return readRun(task, told);
    case 'refusal':
      return failed('the agent refused');
    case 'max_tokens':
      return { kind: 'failed', reason: 'the agent came to the longest answer', ...told, truncated: true };
    case 'max_turn_requests':
      return failed('the agent took too many turns');
    default:
      return failed(`the agent stopped: ${oneLine(why) || 'it gave no reason'}`);
  }
}
