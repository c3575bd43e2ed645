import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { cpuMsOf, endTree, lines, outerEnvironment } from './child.ts';
import { type TargetOptions, TIMEOUT_MS } from './target.ts';

/** One call of the function: its output, or why there is none. */
export interface Call {
  readonly output?: unknown;
  readonly error?: string;
  /** By the clock of the harness, the way there and back included. */
  readonly ms: number;
}

export interface Measured {
  /** As many as inputs, in their order. */
  readonly calls: readonly Call[];
  /** The first that went wrong. */
  readonly error?: string;
  /** Of all calls together. */
  readonly ms: number;
  readonly loadMs: number;
  /** Of the whole process; absent where it can't be read. */
  readonly cpuMs?: number;
}

/** `timeoutMs` is for each call. */
export type MeasureOptions = Omit<TargetOptions, 'input'>;

/**
 * Calls an exported function of a file for each input, in a process of its own, and measures from here. Inputs and
 * outputs go as JSON, one at a time, each with an id that nobody knows before. Whether an output is right is for the
 * caller to say: the process can only give outputs, never a time or a score.
 */
export async function measure(
  file: string,
  name: string,
  inputs: readonly unknown[],
  options: MeasureOptions = {},
): Promise<Measured> {
  const target = open(options);
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  try {
    const loaded = await target.ask({ load: resolve(options.cwd ?? '.', file), name }, timeoutMs);
    const calls: Call[] = [];
    let over = loaded.error === undefined ? undefined : `${file} can't be loaded: ${loaded.error}`;
    for (const input of inputs) {
      calls.push(over === undefined ? await target.ask({ input }, timeoutMs) : { error: over, ms: 0 });
      over ??= target.over();
    }
    const error = calls.find((call) => call.error !== undefined)?.error;
    const cpuMs = cpuMsOf(target.child);
    return {
      calls,
      ms: calls.reduce((sum, call) => sum + call.ms, 0),
      loadMs: loaded.ms,
      ...(error === undefined ? {} : { error }),
      ...(cpuMs === undefined ? {} : { cpuMs }),
    };
  } finally {
    await target.end();
  }
}

interface Target {
  readonly child: ChildProcess;
  /** Why it can't be asked any more. */
  over(): string | undefined;
  ask(request: object, timeoutMs: number): Promise<Call>;
  end(): Promise<void>;
}

const WORKER = fileURLToPath(new URL('./bench-worker.js', import.meta.url));

function open({ cwd, env }: MeasureOptions): Target {
  // What it prints is for the log.
  const child = spawn(process.execPath, [...process.execArgv, WORKER], {
    stdio: ['pipe', 2, 2, 'pipe'],
    env: outerEnvironment(env),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const exit = once(child, 'exit').catch((error: unknown) => [String(error)]);
  const channel = child.stdio[3];
  if (!(channel instanceof Duplex) || child.stdin === null) throw new Error('there is no channel to the target');
  const { stdin } = child;
  let over: string | undefined;
  let take: ((line: string) => void) | undefined;
  const reader = lines((line) => {
    if (take === undefined) over ??= 'it answered before it was asked';
    else take(line);
  });
  channel.setEncoding('utf8').on('data', reader);
  channel.on('error', () => undefined);
  stdin.on('error', () => undefined);
  const died = exit.then(([code, signal]) =>
    signal ? `it was ended by ${signal}` : `it exited with code ${code} before it answered`,
  );
  died.then((reason) => {
    over ??= reason;
  });

  async function ask(request: object, timeoutMs: number): Promise<Call> {
    if (over !== undefined) return { error: over, ms: 0 };
    const id = randomUUID();
    let late: NodeJS.Timeout | undefined;
    const text = `${JSON.stringify({ id, ...request })}\n`;
    const since = performance.now();
    const answer = await new Promise<{ line: string } | { error: string }>((done) => {
      take = (line) => done({ line });
      late = setTimeout(() => done({ error: `it ran longer than ${timeoutMs / 1000} s` }), timeoutMs);
      died.then((error) => done({ error }));
      stdin.write(text);
    });
    const ms = performance.now() - since;
    clearTimeout(late);
    take = undefined;
    const read = 'line' in answer ? answered(answer.line, id) : undefined;
    if (read !== undefined) return { ...read, ms };
    over = 'error' in answer ? answer.error : 'it answered what it was not asked';
    return { error: over, ms };
  }

  return {
    child,
    ask,
    over: () => over,
    async end() {
      if (child.exitCode === null && child.signalCode === null) endTree(child);
      await exit;
      channel.destroy();
    },
  };
}

function answered(line: string, id: string): { output: unknown } | { error: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('id' in value) || value.id !== id) return undefined;
    if ('error' in value) return { error: String(value.error) };
    return { output: 'output' in value ? value.output : undefined };
  } catch {
    return undefined;
  }
}
