import { spawn } from 'node:child_process';
import { constants } from 'node:os';

export interface ExecOptions {
  readonly cwd?: string;
  /** The whole environment; absent: this process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: Buffer | string;
}

export interface Executed {
  /** The exit code, or 128 + the number of the signal that ended it. */
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Runs a short program without a shell and collects what it prints.
 * Contract: rejects only when the program can't be started; a program that fails is a code other than 0.
 */
export function exec(program: string, args: readonly string[], options: ExecOptions = {}): Promise<Executed> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // A program may end without reading its input; its exit code tells whether that was a failure.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({
        code: code ?? 128 + (signal === null ? 0 : constants.signals[signal]),
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      });
    });
    child.stdin.end(options.input);
  });
}
