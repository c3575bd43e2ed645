import type { Command } from './contract.ts';
import type { Options } from './option.ts';

/** A command of any input and output. */
export type AnyCommand = Command<Options, unknown>;

export interface Listed {
  readonly name: string;
  readonly summary: string;
  load(): Promise<AnyCommand>;
}

const verb = <O extends Options, R>(
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command<O, R> }>,
): Listed => ({ name, summary, load: async () => any((await load()).command) });

/** Every verb. What it needs is loaded when it is called, so that `--help` loads nothing. */
export const COMMANDS: readonly Listed[] = [
  verb('run', 'evolve files towards a better score', () => import('./run.ts')),
  verb('answer', 'answer the question at which a run paused, and drive it on', () => import('./answer.ts')),
  verb('context', 'what must be known of a function to change it', () => import('./context.ts')),
  verb('stop', 'end a run now; what it has found stays', () => import('./stop.ts')),
  verb('status', 'where a run stands', () => import('./status.ts')),
  verb('runs', 'the runs of this repository, newest first', () => import('./runs.ts')),
  verb('leaderboard', 'the candidates of a run, best first', () => import('./leaderboard.ts')),
  verb('tree', 'the lineage of all candidates, from the seed', () => import('./tree.ts')),
  verb('path', 'the steps from the seed to a candidate', () => import('./path.ts')),
  verb('show', 'everything known of one candidate', () => import('./show.ts')),
  verb('diff', 'what a candidate changes, as a patch', () => import('./diff.ts')),
  verb('apply', 'take a candidate over into your code', () => import('./apply.ts')),
  verb('measure', 'measure a candidate afresh', () => import('./measure.ts')),
  verb('compare', 'measure two candidates in turns and say which is better', () => import('./compare.ts')),
  verb(
    'judge',
    'let an agent score a file or a definition in it, by the rubric of judged runs',
    () => import('./judge.ts'),
  ),
  verb('clean', 'delete runs, logs or everything that evolve keeps here', () => import('./clean.ts')),
  verb('log', 'what happened, event by event', () => import('./log.ts')),
  verb('replay', 'drive a recorded run again, without any agent, and compare', () => import('./replay/replay.ts')),
  verb('fork', 'go on from a point of a run, in a run of its own, with other settings', () => import('./fork.ts')),
  verb('export', 'every candidate as CSV or JSON', () => import('./export.ts')),
  verb('report', 'the winner, how it came about and how to take it over', () => import('./report/report.ts')),
  verb(
    'doctor',
    'what evolve finds on this machine and in this folder, and what to do',
    () => import('./doctor/doctor.ts'),
  ),
];

/** Forgets a command's own types: a surface gives it only what its own options have parsed. */
function any<O extends Options, R>(command: Command<O, R>): AnyCommand {
  return command as unknown as AnyCommand;
}
