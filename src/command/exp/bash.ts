import { formatDuration } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';
import { duration, text } from '../option.ts';
import { EXP, withFiles } from '../workspace/open.ts';
import { experimentVerb } from './verb.ts';

const TIMEOUT_MS = 10 * 60_000;
/** As `timeout` of coreutils has it. */
const TIMED_OUT = 124;

export const command = experimentVerb({
  details:
    'It runs as you do, with your environment and without a sandbox; only scores are measured in one. Its exit code is the exit code. When its time is over, or evolve is interrupted, all that it has started ends. Of more than 1 MB of output the end is kept.',
  examples: ['evolve exp bash --exp exp_0003 "npm test"', 'evolve exp bash --exp exp_0003 --timeout 1h "make -j4"'],
  positional: ['command'],
  options: {
    command: text('<command>', 'the command, in quotes'),
    exp: EXP,
    timeout: duration('--timeout <time>', 'ends it after this time (default: 10m)'),
  },
  experiment: ({ exp }) => exp,
  async run(lab, { command: line, exp, timeout: timeoutMs = TIMEOUT_MS }, { signal }) {
    if (line === undefined) throw new UserError('Which command? evolve exp bash --exp ID "<command>"');
    const ran = await withFiles(lab, exp, (files) => files.bash(line, { timeoutMs }, signal));
    return { ...ran, timeoutMs };
  },
  text: ({ stdout, stderr, code, truncated, timeoutMs }) =>
    [
      ...(truncated ? ['… only the end of the output is here'] : []),
      ...[stdout, stderr].map((part) => part.replace(/\n$/, '')).filter((part) => part !== ''),
      ...(code === null ? [`It was ended after ${formatDuration(timeoutMs)}: give it more with --timeout`] : []),
    ].join('\n'),
  document: ({ stdout, stderr, code, truncated = false }) => ({ stdout, stderr, code, truncated }),
  exitCode: ({ code }) => code ?? TIMED_OUT,
});
