import type { Agent } from '../domain/agent.ts';

export interface AgentOptions {
  /** Variables whose values are kept out of prompts and logs, beside those that look like keys. */
  readonly redact?: readonly string[];
  /** The agent has a configuration of its own in place of the user's. */
  readonly isolate?: boolean;
}

/** A kind of agent, by the word before the colon of `--agent`. */
export interface Driver {
  readonly name: string;
  /** What stands after the colon, for people: `MODEL`, `PROVIDER/MODEL`, a shell line. */
  readonly takes: string;
  /** Throws `UserError` on what it can't be. */
  open(rest: string | undefined, options: AgentOptions): Agent;
  /** Whether it is installed and can be used; spends nothing, logs nobody in. Absent where there is nothing to find. */
  detect?(): Promise<Detected>;
}

export type Detected =
  | {
      readonly kind: 'absent';
      /** What there would have to be, where it is no program. */
      readonly why?: string;
    }
  | {
      readonly kind: 'found';
      readonly version: string;
      /** How `--agent` wants it, where its name alone won't do. */
      readonly as?: string;
      /** What keeps it from being used, and what to do; absent where nothing does, as far as can be told without calling it. */
      readonly missing?: string;
    };
