import type { Direction } from './compare.ts';
import type { Domain } from './lens.ts';

export interface Gate {
  readonly name: string;
  readonly command: string;
  readonly phase: 'pre' | 'post';
}

export interface Budget {
  readonly evaluations?: number;
  readonly minutes?: number;
}

/** What identifies a run for `--resume`. Paths are relative to the repository's root. */
export interface Identity {
  readonly strategy: 'generations';
  readonly fitness: string;
  readonly folder: string;
  readonly files: readonly string[];
}

/** What a run keeps for life: a resumed run that asks for another value is refused. */
export interface Fixed {
  readonly direction: Direction;
  readonly seed: number;
  readonly gates: readonly Gate[];
  readonly repeat: number;
  readonly parse: 'auto' | 'last-number';
  readonly metric?: string;
  readonly inputs: readonly string[];
  readonly prepare?: string;
  readonly build?: string;
}

/** Who makes the changes: one of the operators that need no model, both of them in turns, or an agent. */
export type Author = 'built-in' | 'tune' | 'syntax' | 'agent';

/** What may change when a run is resumed or answered. */
export interface Adjustable {
  readonly k: number;
  readonly operator: Author;
  /** Which agent: `command:my-agent {prompt_file}`. */
  readonly agent?: string;
  readonly agentTimeoutMs: number;
  /** What kind of objective it is, for the choice of lenses; by the words of the goal when absent. */
  readonly domain?: Domain;
  /** Lenses of the user's own, in place of the domain's. */
  readonly lenses: readonly string[];
  /** Whether the living are published as branches of the user's repository. */
  readonly branches: boolean;
  /** A command to run on a new best. */
  readonly notify?: string;
  /** How much `.evolve` may take. */
  readonly diskMb?: number;
  readonly generations: number;
  readonly stale: number;
  readonly budget: Budget;
  readonly stopAt?: number;
  readonly parallel: number;
  readonly parallelBench: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly goal: string;
}

export interface RunConfig {
  readonly identity: Identity;
  readonly fixed: Fixed;
  readonly adjustable: Adjustable;
}
