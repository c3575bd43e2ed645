import {
  type Agent,
  type AgentRun,
  type AgentTask,
  NO_USAGE,
  type Outage,
  type Prompt,
  type Spent,
} from '../domain/agent.ts';
import { redacted, secretsIn } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { cut, plain } from '../lib/width.ts';
import type { AgentOptions, Detected, Driver } from './driver.ts';
import { tokensIn } from './estimate.ts';
import { keyNameOf, keyOf, type ModelPlace, PROVIDERS, placeOf } from './llm-model.ts';
import { faultOf } from './llm-outage.ts';
import { type Heard, hear, type Problem } from './llm-stream.ts';
import { QUIET, type Quiet } from './llm-watch.ts';
import { brokenRun, readRun, wholePrompt } from './run.ts';

const MOST_REASON = 300;

/** A model behind an API: it sees the prompt and nothing else. */
export function llmAgent(rest: string, { redact = [] }: AgentOptions = {}, quiet: Quiet = QUIET): Agent {
  const place = placeOf(rest, process.env);
  const key = place.key === undefined ? [] : [{ name: place.keys[0] ?? 'key', value: place.key }];
  const secrets = [...key, ...secretsIn(process.env, redact)];
  return {
    name: `llm:${rest}`,
    works: 'text',
    async run(task, signal) {
      signal.throwIfAborted();
      const heard = await hear(place, task, quiet, signal);
      return resultOf(heard, task, place, quiet, (text) => cut(plain(redacted(text, secrets)), MOST_REASON));
    },
  };
}

export const llm: Driver = {
  name: 'llm',
  takes: `PROVIDER/MODEL (${PROVIDERS.join(', ')}) or MODEL@http://host/v1`,
  open(rest = '', options) {
    if (rest.trim() === '')
      throw new UserError('--agent llm: names no model. Write llm:anthropic/MODEL, or llm:MODEL@http://host/v1');
    return llmAgent(rest.trim(), options);
  },
  detect() {
    const open = PROVIDERS.filter((provider) => keyOf(provider, process.env) !== undefined);
    const [first] = open;
    const found: Detected =
      first === undefined
        ? {
            kind: 'absent',
            why: `no key: set ${PROVIDERS.map(keyNameOf).join(', ')}, or write llm:MODEL@http://host/v1`,
          }
        : { kind: 'found', version: `keys for ${open.join(', ')}`, as: `llm:${first}/MODEL` };
    return Promise.resolve(found);
  },
};

function resultOf<A>(
  heard: Heard,
  task: AgentTask<A>,
  place: ModelPlace,
  quiet: Quiet,
  said: (text: string) => string,
): AgentRun<A> {
  const { text, finish, problem, over } = heard;
  const told = { text, spent: spentOn(heard, task.prompt) };
  const failed = (reason: string): AgentRun<A> => ({ kind: 'failed', reason, ...told });
  const broken = (outage: Outage, reason: string, afterMs?: number): AgentRun<A> =>
    brokenRun(told, outage, reason, afterMs);
  if (over === 'late') return failed(`the model took longer than ${Math.round(task.timeoutMs / 100) / 10} s`);
  if (over === 'quiet')
    return broken(
      'network',
      `nothing came from the model for ${Math.round((text === '' ? quiet.beforeMs : quiet.duringMs) / 1000)} s`,
    );
  if (problem?.kind === 'cut')
    return broken('network', `the connection to the model was lost: ${said(problem.message)}`);
  if (problem?.kind === 'garbage')
    return broken('server', `the model's answer can't be read: ${said(problem.message)}`);
  if (problem !== undefined) {
    const fault = faultOf(problem, Date.now());
    const status = problem.status === undefined ? '' : ` ${problem.status}`;
    const reason = `${place.model} answered${status}: ${said(problem.message).replace(/[.\s]+$/, '')}`;
    return fault.kind === 'failed'
      ? failed(reason)
      : broken(fault.outage, `${reason}${adviceOn(fault.outage, place, problem)}`, fault.afterMs);
  }
  if (finish?.reason === 'content-filter' || heard.blocked)
    return failed(`the model refused${text === '' ? '' : `: ${said(text)}`}`);
  if (finish === undefined || (finish.reason === 'other' && finish.raw === undefined))
    return broken('network', 'the answer ended in the middle');
  if (finish.reason === 'error') return broken('server', 'the answer ended with an error');
  return readRun(task, finish.reason === 'length' ? { ...told, truncated: true } : told);
}

function adviceOn(outage: Outage, { keys, model }: ModelPlace, { status }: Problem): string {
  if (outage === 'key') return `. Check ${keys.join(' or ')}`;
  if (outage === 'quota') return '. Check the plan and the balance of the account';
  return outage === 'missing' && status === 404 ? `. Check the name of the model: ${model}` : '';
}

/** What a request that came to nothing has used is counted by its bytes, rather too high; what was turned down is free. */
function spentOn({ finish, taken, over, text, thought }: Heard, prompt: Prompt): Spent {
  if (finish?.usage !== undefined) return { model: finish.model, usage: finish.usage };
  if (!taken && over === undefined) return { usage: NO_USAGE, usd: 0 };
  if (finish !== undefined && finish.reason !== 'error' && finish.raw !== undefined) return { model: finish.model };
  return { usage: { ...NO_USAGE, input: tokensIn(wholePrompt(prompt)), output: tokensIn(text + thought) } };
}
