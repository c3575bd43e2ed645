import type { Command } from './contract.ts';
import type { Options } from './option.ts';

/** A command of any input and output. */
export type AnyCommand = Command<Options, unknown>;

export interface Listed {
  /** One word, or a group's and one more: `db add`. */
  readonly name: string;
  readonly summary: string;
  /** Its result is for programs: JSON with or without `--json`. */
  readonly json?: true;
  load(): Promise<AnyCommand>;
}

/** A verb whose module is loaded when it is called. */
export const verb = <O extends Options, R>(
  name: string,
  summary: string,
  load: () => Promise<{ readonly command: Command<O, R> }>,
): Listed => ({ name, summary, load: async () => any((await load()).command) });

/** Verbs that begin with the same word. */
export interface Group {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly string[];
}

/** Forgets a command's own types: a surface gives it only what its own options have parsed. */
function any<O extends Options, R>(command: Command<O, R>): AnyCommand {
  return command as unknown as AnyCommand;
}
