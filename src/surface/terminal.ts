import type { Context, Engine } from '../command/command.ts';
import { cut } from '../lib/format.ts';
import { Interrupted } from './interrupt.ts';

/** What a terminal lends to a command. */
export function contextOf(cwd: string, asJson: boolean, signal: AbortSignal, engine: () => Promise<Engine>): Context {
  const { stdout } = process;
  const terminal = process.stdin.isTTY === true && stdout.isTTY === true && !asJson;
  // A pipe, and a terminal that doesn't know its width, have room for every line.
  const columns = (stdout.isTTY === true && stdout.columns) || Number.POSITIVE_INFINITY;
  return {
    cwd,
    signal,
    engine,
    columns,
    // With --json stdout holds the document alone, so what is told goes beside it.
    tell: (line) => void (asJson ? process.stderr : stdout).write(`${cut(line, columns)}\n`),
    interactive: terminal,
    ask: async (question) => (terminal ? ask(question, signal) : undefined),
  };
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

/** Waits until the text is out, ended by one line break; a pipe takes large output bit by bit. */
export async function write(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return;
  const ended = typeof text !== 'string' || text.endsWith('\n') ? text : `${text}\n`;
  await new Promise<void>((done) => process.stdout.write(ended, () => done()));
}

/** Whoever reads may stop reading (`| head`): a verb that only shows is then done, a driver goes on without telling. */
export function endQuietlyWhenClosed(drives: boolean): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => {
      if (!drives) process.exit(0);
    });
  }
}
