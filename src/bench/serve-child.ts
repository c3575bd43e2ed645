import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { endTree, lines } from './child.ts';
import { loaded } from './load.ts';
import type { Answer, Ready, Request } from './serve.ts';

/** The descriptor of the line between a server and a child of its. */
const CHANNEL = 3;

/** What EVOLVE_WARM is in a child. Only the first looks at what was loaded too early, because looking takes long. */
export const CHILD = 'child';
export const FIRST = 'first-child';

/**
 * The benchmark started once more, loaded and prepared, for one candidate; then it is ended. It never gets the id of
 * a request, so nothing in it can answer in the server's place.
 */
export function oneUse(first: boolean): Ready {
  const [program, ...args] = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  // What it prints is for the log.
  const child = spawn(program, args, {
    stdio: ['ignore', 2, 2, 'pipe'],
    env: { ...process.env, EVOLVE_WARM: first ? FIRST : CHILD },
  });
  const channel = child.stdio[CHANNEL];
  if (!(channel instanceof Duplex)) throw new Error('there is no channel to the child');
  channel.on('error', () => undefined);
  const exit = once(child, 'exit').catch((error: unknown) => [String(error)]);
  const measure = async (request: Request): Promise<Answer> => {
    const died = exit.then(([code, signal]): Answer => {
      return { error: signal ? `ended by ${signal}` : `exited with code ${code} before it had a score` };
    });
    const said = new Promise<Answer>((done) => {
      channel.setEncoding('utf8').on(
        'data',
        lines((line) => done(answerOf(line))),
      );
    });
    channel.write(`${JSON.stringify(request)}\n`);
    const answer = await Promise.race([said, died]);
    await end();
    return answer;
  };
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) endTree(child);
    await exit;
    channel.destroy();
  };
  return { measure, end };
}

function answerOf(line: string): Answer {
  try {
    const value: unknown = JSON.parse(line);
    if (isAnswer(value)) return value;
  } catch {
    // Told below.
  }
  return { error: 'it answered what is no result' };
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && ('score' in value || 'error' in value);

/** The inside of such a child: waits for its request, answers it and ends. */
export async function answerOnce(measure: (request: Request) => Promise<Answer>): Promise<void> {
  const known = process.env.EVOLVE_WARM === FIRST ? loaded() : undefined;
  const channel = new Socket({ fd: CHANNEL });
  const line = await new Promise<string>((done) => {
    channel.setEncoding('utf8').on('data', lines(done));
    channel.once('end', () => process.exit(0));
  });
  const request: Request = JSON.parse(line);
  const stale = request.files.find((file) => known?.has(file));
  const answer =
    stale === undefined
      ? await measure(request)
      : { error: `${stale} was loaded before its turn: load it in the handler only` };
  channel.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));
}
