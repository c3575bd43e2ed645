import type { Command } from './contract.ts';
import type { Options } from './option.ts';

/** A command of any input and output. */
export type AnyCommand = Command<Options, unknown>;

export interface Listed {
  readonly name: string;
  readonly summary: string;
  load(): Promise<AnyCommand>;
}

/** Every verb. What it needs is loaded when it is called, so that `--help` loads nothing. */
export const COMMANDS: readonly Listed[] = [
  {
    name: 'run',
    summary: 'evolve files towards a better score',
    load: async () => any((await import('./run.ts')).command),
  },
  {
    name: 'answer',
    summary: 'answer the question at which a run paused, and drive it on',
    load: async () => any((await import('./answer.ts')).command),
  },
  {
    name: 'stop',
    summary: 'end a run now; what it has found stays',
    load: async () => any((await import('./stop.ts')).command),
  },
  { name: 'status', summary: 'where a run stands', load: async () => any((await import('./status.ts')).command) },
  {
    name: 'runs',
    summary: 'the runs of this repository, newest first',
    load: async () => any((await import('./runs.ts')).command),
  },
  {
    name: 'leaderboard',
    summary: 'the candidates of a run, best first',
    load: async () => any((await import('./leaderboard.ts')).command),
  },
  {
    name: 'show',
    summary: 'everything known of one candidate',
    load: async () => any((await import('./show.ts')).command),
  },
  {
    name: 'diff',
    summary: 'what a candidate changes, as a patch',
    load: async () => any((await import('./diff.ts')).command),
  },
  { name: 'log', summary: 'what happened, event by event', load: async () => any((await import('./log.ts')).command) },
  {
    name: 'report',
    summary: 'the winner, how it came about and how to take it over',
    load: async () => any((await import('./report.ts')).command),
  },
];

/** Forgets a command's own types: a surface gives it only what its own options have parsed. */
function any<O extends Options, R>(command: Command<O, R>): AnyCommand {
  return command as unknown as AnyCommand;
}
