import type { Agent } from '../domain/agent.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Operator } from '../domain/operator.ts';
import type { Strategy } from '../domain/strategy.ts';
import type { Judge } from '../evaluation/evaluation.ts';
import type { Council } from '../inquiry/inquiry.ts';
import { type Given, integer, type Option, type Options, text } from './option.ts';

/** A verb, once for all surfaces: what it takes, what it does, how its result reads. */
export interface Command<O extends Options, R> {
  readonly details?: string;
  readonly examples: readonly string[];
  /** Keys of options that also come by position, in order. */
  readonly positional: readonly (keyof O & string)[];
  readonly options: O;
  run(input: Given<O>, context: Context): Promise<R>;
  /** The result for people. Absent where the verb has said all while it ran. */
  text?(result: R, context: Context): string | Uint8Array;
  /** What `--json` prints where it is not the result itself; undefined where the verb has printed it while it ran. */
  document?(result: R): unknown;
  /** 0 unless said otherwise. */
  exitCode?(result: R): number;
}

/** What a surface lends to a command. */
export interface Context {
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Loaded when first asked for: most verbs only read. */
  engine(): Promise<Engine>;
  /** A line for the person who watches; silent where nobody does. */
  tell(line: string): void;
  /** Whether somebody is there to be asked. */
  readonly interactive: boolean;
  /** Asks the person at the terminal, above whatever is live; undefined where there is none, or once `until` is aborted. */
  ask(question: string, until?: AbortSignal): Promise<string | undefined>;
  /** All that is piped in; absent where nothing can be, as from a keyboard. */
  readonly input?: () => Promise<string>;
  /** Output for what is too large to be a result; what could harm a terminal is left out on one. Resolves when there is room for more. */
  out(text: string): Promise<void>;
  /** Lines for a person who is asked next, whole and ended by a line break, whatever the detail. */
  show(text: string): Promise<void>;
  /** Columns of what is written to, now: a terminal may be resized. */
  readonly columns: number;
  /** Whether what is written may have colours. */
  readonly color: boolean;
  /** How much is told. */
  readonly detail: Detail;
  /** The lines at the bottom of a terminal; absent where nobody watches one. */
  readonly live?: Live;
}

export type Detail = 'quiet' | 'normal' | 'verbose';

/** Lines that are redrawn in place below what is told. Contract: `end` takes them away; it may be called twice. */
export interface Live {
  draw(lines: readonly string[]): void;
  end(): void;
}

/** Who acts for an agent, which is given as people write it and by its name in the run. */
export type StandIn = (spec: string, name: string) => Agent;

/** Names → implementations. */
export interface Engine {
  /**
   * The operators of a run, by the name under which proposals ask for them. Throws `UserError` on an unknown agent.
   * `standIn` gives the agents in place of those that the settings name.
   */
  operators(config: RunConfig, ledger: Ledger, standIn?: StandIn): Readonly<Record<string, Operator>>;
  /** Who judges the candidates of a run, if anybody does. Throws `UserError` on an unknown agent. */
  judges(config: RunConfig, ledger: Ledger): readonly Judge[];
  /** Who is asked what to try next, and whether a change is honest; `prompts` is the folder of the user's own. */
  council(config: RunConfig, ledger: Ledger, standIn?: StandIn, prompts?: string): Council;
  strategy(config: RunConfig): Strategy;
}

export const RUN = text('--run <id>', 'the run to look at (default: the newest)');
export const limit = (shown: number): Option<number> =>
  integer('-n, --limit <n>', `how many at most (default: ${shown})`, 1);
