import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * A fixed piece of work that tells how fast a part of the machine is now.
 * Contract: `read` does the work and gives its milliseconds, the shortest of a few tries; undefined when it can't be done,
 * and after disposal. Reads that overlap are answered one after the other. Nothing runs between reads, nor before the first.
 */
export interface Calibration extends AsyncDisposable {
  read(): Promise<number | undefined>;
}

/** About 3 ms on a core of today: longer than a tick of the scheduler, short beside any benchmark. */
const STEPS = 2_000_000;
/** The shortest of three has seen no passing interrupt. */
const TRIES = 3;

/** Ends with its input, so that it can't outlive a driver that is killed. What is computed is used, or it would not be. */
const SCRIPT = `
const spin = () => {
  const from = process.hrtime.bigint();
  let x = 1;
  for (let i = 0; i < ${STEPS}; i++) x = (Math.imul(x, 1664525) + 1013904223) ^ (x >>> 7);
  return [Number(process.hrtime.bigint() - from) / 1e6, x];
};
const reading = () => Math.min(...Array.from({ length: ${TRIES} }, () => spin()[0]));
reading();
process.stdin.on('data', (asked) => {
  for (const _ of asked) process.stdout.write(reading() + '\\n');
});
process.stdin.on('end', () => process.exit());
`;

/** Runs on these cores; where none are named, on those of everything else. */
export function calibration(cores: readonly number[]): Calibration {
  let child: ChildProcessWithoutNullStreams | undefined;
  let waiting: ((reading: number | undefined) => void)[] = [];
  let over = false;

  function started(): ChildProcessWithoutNullStreams {
    if (child !== undefined) return child;
    const [program, ...args] = [...(cores.length === 0 ? [] : ['taskset', '-c', cores.join()]), process.execPath];
    const env = { PATH: process.env.PATH ?? '' };
    // Detached: a Ctrl-C in the terminal is the driver's alone.
    const made = spawn(program ?? '', [...args, '-e', SCRIPT], { cwd: '/', env, detached: true, stdio: 'pipe' });
    const gone = (): void => {
      if (child !== made) return;
      child = undefined;
      for (const answer of waiting.splice(0)) answer(undefined);
    };
    made.on('error', gone).on('close', gone);
    made.stdin.on('error', gone);
    made.stderr.resume();
    createInterface({ input: made.stdout }).on('line', (line) => waiting.shift()?.(Number(line)));
    child = made;
    return made;
  }

  return {
    read: () =>
      new Promise((resolve) => {
        if (over) return resolve(undefined);
        const { stdin } = started();
        waiting.push(resolve);
        stdin.write('x');
      }),
    async [Symbol.asyncDispose]() {
      over = true;
      const last = child;
      child = undefined;
      const unanswered = waiting;
      waiting = [];
      for (const answer of unanswered) answer(undefined);
      if (last === undefined || last.exitCode !== null || last.pid === undefined) return;
      const ended = once(last, 'close');
      last.kill('SIGKILL');
      await ended;
    },
  };
}
