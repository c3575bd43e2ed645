import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endTree, outerEnvironment } from './child.ts';

/** A program that ran to its end, or to the end of its time. */
export interface Ran {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly stdout: string;
  readonly stderr: string;
  /** By the clock of the harness. */
  readonly ms: number;
}

export interface TargetOptions {
  readonly input?: string | Uint8Array;
  /** 60 s when not given. */
  readonly timeoutMs?: number;
  readonly cwd?: string;
  /** The caller's without EVOLVE_ and EVO_ when not given. */
  readonly env?: Readonly<Record<string, string>>;
}

export const TIMEOUT_MS = 60_000;

/** Runs a program in a process of its own: whatever it prints, however it exits, is only what it gives back here. */
export async function runTarget(args: readonly [string, ...string[]], options: TargetOptions = {}): Promise<Ran> {
  const [program, ...rest] = args;
  const since = performance.now();
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: outerEnvironment(options.env),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.stderr += text;
  });
  // It need not read what it is given.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  let timedOut = false;
  const late = setTimeout(() => {
    timedOut = true;
    endTree(child);
    // What it left behind may hold them open.
    child.stdout.destroy();
    child.stderr.destroy();
  }, options.timeoutMs ?? TIMEOUT_MS);
  try {
    const [code, signal] = await once(child, 'close');
    return { code, signal, timedOut, ...texts, ms: performance.now() - since };
  } finally {
    clearTimeout(late);
  }
}
