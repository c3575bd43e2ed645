import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Agent, type AgentRun, type AgentTask, NO_USAGE, tokensOf, type Usage } from '../domain/agent.ts';
import { shellQuote } from '../lib/format.ts';
import { findProgram } from '../lib/probe.ts';
import { redacted, secretsIn } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { runTree } from '../workspace/workspace.ts';
import { eventReader, type Fields } from './cli-event.ts';
import { recordIn } from './cli-record.ts';
import { endOf, notInstalled } from './cli-result.ts';
import { type Env, type Needs, type Site, siteOf } from './cli-site.ts';
import { detectCli } from './detect.ts';
import type { AgentOptions, Driver } from './driver.ts';
import { wholePrompt } from './run.ts';

/** An agent that is a program: it gets the prompt on stdin and prints JSON lines. */
export interface Cli extends Omit<Needs, 'program'> {
  /** Of the program and of the agent. */
  readonly name: string;
  /** How it is installed, and how a person logs in. */
  readonly install: string;
  readonly login: string;
  /** Whether somebody seems to be logged in: a file that says so, or one of these variables. */
  readonly keys: readonly string[];
  loggedIn(env: Env): boolean;
  args(call: CliCall): readonly string[];
  /** Variables that it gets whatever the user has set. */
  env?(call: CliCall): Readonly<Record<string, string>>;
  /** What is known when an event has come. Unknown events change nothing. */
  hear(said: Said, event: Fields): Said;
  /** What it says on stderr when it failed for reasons that pass. */
  readonly passing?: RegExp;
  /** Beginnings of lines that are passed over unread, where most of the output says nothing new. */
  readonly noise?: readonly string[];
  /** Whether another may go on from its sessions, in another folder; they may unless it says so. */
  readonly forks?: false;
  /** Whether it can search the web when a task says that it may. */
  readonly searches?: true;
  /** The file in which it keeps a session. */
  record?(session: string, env: Env, cwd: string): string | undefined;
  /** What a copy of a session has spent by itself, where it counts what the other has spent as well. */
  without?(said: Said, session: string, env: Env): Said;
  /** The model that a record tells of, where the events don't. */
  model?(record: string): string | undefined;
  /** What the lines of that file say that it has used, for one that is ended before it tells. */
  usageIn?(record: readonly Fields[]): Usage | undefined;
}

export interface CliCall extends Pick<Site, 'root' | 'cwd' | 'env' | 'temp'> {
  readonly task: Omit<AgentTask<unknown>, 'read'>;
  readonly model: string | undefined;
  /** In a sandbox of ours: only there may it be told to ask nobody. */
  readonly shut: boolean;
  /** With a configuration of its own, which is thrown away. */
  readonly isolate: boolean;
}

/** What a program has said of its turn so far. */
export interface Said {
  /** The last words. */
  readonly text?: string;
  readonly usage?: Usage;
  readonly usd?: number;
  readonly model?: string;
  readonly session?: string;
  /** The turn came to its end; whatever happens to the program then does not matter. */
  readonly ended?: true;
  readonly truncated?: true;
  /** The answer of the model that was told last, where it comes in pieces. */
  readonly answer?: string;
  /** The model has answered at least once. */
  readonly worked?: true;
  readonly error?: Fault;
}

export interface Fault {
  readonly message: string;
  /** Of HTTP. */
  readonly status?: number | undefined;
  /** The model would not. */
  readonly refused?: true;
  /** It came from the other side, so that the agent is not to blame whatever it was. */
  readonly remote?: true;
}

/** The end of what it printed, for when it says nothing else. */
const TAIL_BYTES = 16 * 1024;

/** `takes` is what stands after the colon. */
export function cliDriver(cli: Cli, takes = 'MODEL'): Driver {
  return {
    name: cli.name,
    takes,
    open(model, options) {
      if (model?.trim() === '')
        throw new UserError(`--agent ${cli.name}: has no model. Write ${cli.name}, or ${cli.name}:${takes}`);
      return cliAgent(cli, model?.trim(), options);
    },
    detect: () => detectCli(cli, process.env),
  };
}

function cliAgent(cli: Cli, model: string | undefined, { redact = [], isolate = false }: AgentOptions): Agent {
  const forkable = cli.forks !== false && !isolate;
  return {
    name: model === undefined ? cli.name : `${cli.name}:${model}`,
    works: 'files',
    ...(cli.searches === undefined ? {} : { searches: true }),
    async run<A>(task: AgentTask<A>, signal: AbortSignal): Promise<AgentRun<A>> {
      const { session, ...fresh } = task;
      if (session === undefined || !forkable) return (await turn(fresh, signal)).run;
      const first = await turn(task, signal);
      // Sessions are thrown away with time. A prompt says all that is needed.
      return first.run.kind === 'failed' && first.silent ? (await turn(fresh, signal)).run : first.run;
    },
  };

  async function turn<A>(task: AgentTask<A>, signal: AbortSignal): Promise<Turn<A>> {
    signal.throwIfAborted();
    const program = findProgram(cli.name);
    if (program === undefined) return { run: notInstalled(cli), silent: true };
    using site = siteOf(task, { ...cli, program }, isolate);
    const { root, cwd, temp, promptFile, log, binds, box } = site;
    const call = { root, cwd, temp, env: site.env, task, model, shut: box !== undefined, isolate };
    const env = { ...site.env, ...cli.env?.(call) };
    const secrets = secretsIn({ ...process.env, ...env }, redact);
    writeFileSync(promptFile, redacted(`${wholePrompt(task.prompt)}${moved(task, cwd)}`, secrets));
    const words = [program, ...cli.args({ ...call, env })].map(shellQuote);
    let said: Said = model === undefined ? {} : { model };
    const reader = eventReader(
      (event) => {
        said = cli.hear(said, event);
      },
      undefined,
      cli.noise,
    );
    const command = {
      shell: `exec ${words.join(' ')} <${shellQuote(promptFile)}`,
      cwd,
      env,
      log,
      secrets,
      binds,
      box,
    };
    const limits = { timeoutMs: task.timeoutMs, tailBytes: TAIL_BYTES };
    const ran = await runTree({ ...command, onStdout: reader.push }, limits, signal);
    reader.end();
    if (task.session !== undefined) said = cli.without?.(said, task.session, env) ?? said;
    const found = said.session === undefined ? undefined : cli.record?.(said.session, env, cwd);
    const used = said.model ?? (found === undefined ? undefined : cli.model?.(found));
    if (used !== undefined) said = { ...said, model: used };
    const record = found?.startsWith(`${temp}/`) ? undefined : found;
    // A copy of an older session has that one's tokens in it.
    const isOwn = found !== undefined && task.session === undefined;
    const usage = said.usage ?? (isOwn ? cli.usageIn?.(recordIn(found)) : undefined);
    said = usage === undefined ? said : { ...said, usage };
    const run = endOf(cli, ran, { said, record, forkable, secrets }, task);
    const isSilent = said.worked !== true && tokensOf(said.usage ?? NO_USAGE) === 0 && ran.ended.kind === 'exited';
    return { run, silent: isSilent };
  }
}

interface Turn<A> {
  readonly run: AgentRun<A>;
  /** It ended by itself before the model had said anything. */
  readonly silent: boolean;
}

/** A session that goes on elsewhere still has the old paths in it. */
function moved({ session, workspace }: AgentTask<unknown>, cwd: string): string {
  if (session === undefined || workspace === undefined) return '';
  return `\n\nYour working directory is now ${cwd} (${basename(cwd)}). Earlier turns may name paths elsewhere: those are of another copy, leave it alone.\n`;
}
