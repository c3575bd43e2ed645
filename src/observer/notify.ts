import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { gain, scoreOf } from '../domain/compare.ts';
import type { Entry, View } from '../domain/view.ts';
import type { Observer } from './watch.ts';

/** Longer than any message takes to send, short enough not to hold up the end of a run. */
const TIMEOUT_MS = 30_000;

/** Runs the user's command on every new best, with the figures in its environment. */
export function notifier(command: string, cwd: string, signal: AbortSignal): Observer {
  let last: string | undefined;
  return {
    async look(view) {
      const best = view.best();
      const before = last;
      last = best?.proposal.id;
      if (best === undefined || before === undefined || before === last) return;
      await run(command, cwd, figures(view, best), signal);
    },
  };
}

function figures(view: View, best: Entry): Record<string, string> {
  const facts = view.run();
  const seed = view.entries(0)[0]?.evaluation;
  const { evaluation } = best;
  if (facts === undefined || evaluation?.outcome !== 'scored' || seed?.outcome !== 'scored') return {};
  const { percent } = gain(evaluation.samples, seed.samples, facts.config.fixed.direction);
  return {
    EVOLVE_RUN: facts.id,
    EVOLVE_BEST: best.proposal.id,
    EVOLVE_SCORE: String(scoreOf(evaluation)),
    EVOLVE_BASELINE: String(scoreOf(seed)),
    EVOLVE_GAIN_PERCENT: percent === null ? '' : percent.toFixed(2),
    EVOLVE_SUMMARY: best.candidate?.summary ?? '',
  };
}

/** The pipe at 3 ends with us, however we end, and what reads it then ends the group. */
const WITH_US = [
  'sh -c "$1" 3<&- & command=$!',
  '{ read -r end <&3; kill -9 0; } & guard=$!',
  'exec 3<&-',
  'wait $command; code=$?',
  'kill -9 $guard',
  'exit $code',
].join('\n');

/** A group of its own, so that what the command starts ends with it. */
async function run(command: string, cwd: string, env: Record<string, string>, signal: AbortSignal): Promise<void> {
  const child = spawn('sh', ['-c', WITH_US, 'sh', command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-1000);
  });
  const kill = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const timer = setTimeout(kill, TIMEOUT_MS);
  signal.addEventListener('abort', kill, { once: true });
  try {
    const [code] = await once(child, 'exit');
    if (code === 0 || signal.aborted) return;
    const how = code === null ? `was ended after ${TIMEOUT_MS / 1000} s` : `exited with code ${code}`;
    const why = said.trim().split('\n').at(-1) ?? '';
    throw new Error(`the notification command ${how}${why === '' ? '' : `: ${why}`}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', kill);
    child.stderr?.destroy();
    child.stdio[3]?.destroy();
  }
}
