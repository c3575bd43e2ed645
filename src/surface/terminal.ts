import type { Context, Detail, Engine } from '../command/command.ts';
import { cut, harmless } from '../lib/width.ts';
import { Interrupted } from './interrupt.ts';
import { type LiveRegion, liveRegion } from './live-region.ts';

export interface Manner {
  readonly cwd: string;
  readonly asJson: boolean;
  readonly detail: Detail;
}

/** What a terminal lends to a command. The caller ends `live` whatever happens. */
export function contextOf(manner: Manner, signal: AbortSignal, engine: () => Promise<Engine>): Context {
  const { cwd, asJson, detail } = manner;
  const { stdout, stdin, env } = process;
  const shown = stdout.isTTY === true && !asJson;
  const capable = shown && env.TERM !== 'dumb';
  const region = capable && detail !== 'quiet' ? regionOf(process.stdout) : undefined;
  const context: Context = {
    cwd,
    signal,
    engine,
    detail,
    color: capable && (env.NO_COLOR ?? '') === '',
    // A pipe, and a terminal that doesn't know its width, have room for every line.
    get columns() {
      return (stdout.isTTY === true && stdout.columns) || Number.POSITIVE_INFINITY;
    },
    tell(line) {
      if (detail === 'quiet') return;
      const fitting = cut(harmless(line), context.columns);
      if (region !== undefined) region.print(fitting);
      // With --json stdout holds the document alone, so what is told goes beside it.
      else (asJson ? process.stderr : stdout).write(`${fitting}\n`);
    },
    interactive: shown && stdin.isTTY === true,
    async ask(question, until) {
      if (!context.interactive) return undefined;
      region?.suspend();
      try {
        return await ask(question, until === undefined ? signal : AbortSignal.any([signal, until]));
      } catch (error) {
        if (until?.aborted === true && !signal.aborted) return undefined;
        throw error;
      } finally {
        region?.resume();
      }
    },
    ...(stdin.isTTY === true ? {} : { input: piped }),
    out: (text) => write(shown ? harmless(text) : text),
    show: writeResult,
    ...(region === undefined ? {} : { live: region }),
  };
  return context;
}

/** A region that gives the cursor back however the process ends or is set aside. */
function regionOf(stdout: NodeJS.WriteStream): LiveRegion {
  const region = liveRegion({
    get columns() {
      return stdout.columns || Number.POSITIVE_INFINITY;
    },
    get rows() {
      return stdout.rows || 24;
    },
    write: (text) => stdout.write(text),
  });
  stdout.on('resize', region.redraw);
  process.on('exit', region.end);
  process.on('SIGTSTP', () => {
    region.suspend();
    process.once('SIGCONT', region.resume);
    process.kill(process.pid, 'SIGSTOP');
  });
  return region;
}

async function piped(): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const gone = new Promise<never>((_, reject) => {
      prompt.on('SIGINT', () => reject(new Interrupted()));
      prompt.on('close', () => reject(new Interrupted()));
    });
    return await Promise.race([prompt.question(question, { signal }), gone]);
  } finally {
    prompt.close();
  }
}

/** Waits until the text is out; a pipe takes large output bit by bit. */
export async function write(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return;
  await new Promise<void>((done) => process.stdout.write(text, () => done()));
}

/** A result for people, ended by one line break. What others wrote can't harm the terminal that it is shown on. */
export async function writeResult(text: string | Uint8Array): Promise<void> {
  if (process.stdout.isTTY !== true && typeof text !== 'string') return write(text);
  const read = typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
  const shown = process.stdout.isTTY === true ? harmless(read) : read;
  await write(shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`);
}

/** Whoever reads may stop reading (`| head`): a verb that only shows is then done, a driver goes on without telling. */
export function endQuietlyWhenClosed(drives: boolean): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => {
      if (!drives) process.exit(0);
    });
  }
}
