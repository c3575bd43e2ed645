import type { Agent, Role } from '../domain/agent.ts';
import type { Direction } from '../domain/compare.ts';
import type { Gate } from '../domain/config.ts';

/** Who is asked, and what all are told. */
export interface Council {
  /** Who answers in a role: the same for the same key. Their calls are paid, remembered and tried again. */
  ask(role: Role, key: string): Agent;
  readonly charge: Charge;
  readonly timeoutMs: number;
  /** Of one call of a scanner. */
  readonly scanBytes: number;
  /** The folder of the user's own prompts. */
  readonly prompts?: string;
}

/** What of a council one question needs. */
export type Consulted = Pick<Council, 'ask' | 'timeoutMs'> & Partial<Pick<Council, 'charge' | 'prompts'>>;

/** What the run is about: the same for all of its calls. */
export interface Charge {
  readonly goal: string;
  /** The project as the user describes it; its goal is in it. */
  readonly project?: string;
  readonly fitness: string;
  /** Of the score. */
  readonly direction: Direction;
  /** Paths and globs that may change. */
  readonly scope: readonly string[];
  readonly gates: readonly Gate[];
  /** Of cycles over goals: what the repository is for, in place of a score. */
  readonly mission?: string;
}
