import type { AgentRun, AgentTask, Outage, Told } from '../domain/agent.ts';
import { redacted, type Secret } from '../lib/secrets.ts';
import { cut } from '../lib/width.ts';
import type { Ran } from '../workspace/workspace.ts';
import type { Cli, Fault, Said } from './cli.ts';
import { classify } from './outage.ts';
import { readRun } from './run.ts';

const MOST_REASON = 300;

/** What a shell says when a program is missing or can't be run. */
const NOT_STARTED = [126, 127];

interface Heard {
  readonly said: Said;
  readonly record: string | undefined;
  /** Its sessions are kept, so that another may go on from this one. */
  readonly forkable: boolean;
  readonly secrets: readonly Secret[];
}

type Named = Pick<Cli, 'name' | 'install' | 'login' | 'passing'>;

export function notInstalled<A>({ name, install }: Named): AgentRun<A> {
  const reason = `${name} is not installed. Install it with: ${install}`;
  return { kind: 'broken', outage: 'missing', reason, text: '', spent: {} };
}

/** What a call came to: by what the program said of its turn, and only then by how it ended. */
export function endOf<A>(cli: Named, ran: Ran, heard: Heard, task: AgentTask<A>): AgentRun<A> {
  const { said, secrets } = heard;
  const told = toldOf(heard, ran);
  const failed = (reason: string): AgentRun<A> => ({ kind: 'failed', reason, ...told });
  const broken = (outage: Outage, reason: string, afterMs?: number): AgentRun<A> => ({
    kind: 'broken',
    outage,
    reason: `${cli.name}: ${reason.replace(/\.+$/, '')}${advice(outage, cli)}`,
    ...(afterMs === undefined ? {} : { afterMs }),
    ...told,
  });
  const fault = ({ message, status, refused, remote }: Fault): AgentRun<A> => {
    const reason = oneLine(redacted(message, secrets));
    if (refused) return failed(`the model refused: ${reason}`);
    if (said.truncated) return failed(`${cli.name}: ${reason}`);
    const found = classify(message, status);
    if (found !== undefined) return broken(found.outage, reason, found.afterMs);
    return remote ? broken('server', reason) : failed(`${cli.name}: ${reason}`);
  };
  if (said.error !== undefined) return fault(said.error);
  if (said.ended) return readRun(task, told);
  const { ended } = ran;
  const last = oneLine(lastLine(ran.stderr));
  const after = last === '' ? '' : `: ${last}`;
  switch (ended.kind) {
    case 'failed-to-start':
      return broken('missing', `can't be started: ${oneLine(ended.reason)}`);
    case 'timeout':
      return failed(`${cli.name} ran longer than ${Math.round(task.timeoutMs / 100) / 10} s`);
    case 'memory':
      return failed(`${cli.name} used too much memory`);
    case 'signalled':
      return failed(`${cli.name} was ended by ${ended.signal}${after}`);
    case 'exited': {
      if (NOT_STARTED.includes(ended.code)) return broken('missing', `can't be started${after}`);
      const found = ended.code === 0 ? undefined : classify(last);
      if (found !== undefined) return broken(found.outage, last, found.afterMs);
      const passing = cli.passing?.exec(ran.stderr)?.[0];
      if (passing !== undefined) return broken('server', oneLine(passing));
      return failed(`${cli.name} ended with code ${ended.code} before its turn was over${after}`);
    }
  }
}

function toldOf({ said, record, forkable, secrets }: Heard, { ended }: Ran): Told {
  const { text = '', usage, usd, model, session, truncated } = said;
  // One that is ended may have a request under way.
  const worked = said.worked === true || (session !== undefined && !['exited', 'failed-to-start'].includes(ended.kind));
  return {
    text: redacted(text, secrets),
    spent: {
      ...(model === undefined ? {} : { model }),
      ...(usage === undefined ? {} : { usage }),
      ...(usd === undefined ? {} : { usd }),
    },
    ...(truncated ? { truncated } : {}),
    ...(worked && usage === undefined && usd === undefined ? { untold: true } : {}),
    ...(session !== undefined && forkable ? { session } : {}),
    ...(record === undefined ? {} : { record }),
  };
}

function advice(outage: Outage, { name, login }: Named): string {
  if (outage === 'key') return `. Log in (${login}), or give it a key that works.`;
  if (outage === 'quota') return `. Look at the account that ${name} uses.`;
  return outage === 'missing' ? '. See: evolve doctor' : '';
}

export const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1) ?? '';

export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not steer anybody's terminal
  const clean = text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, '').replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  return cut(clean.trim(), MOST_REASON);
}
