import type { Direction } from './compare.ts';

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
  readonly k: number;
  readonly gates: readonly Gate[];
  readonly operator: string;
  readonly repeat: number;
  readonly parse: 'auto' | 'last-number';
  readonly metric?: string;
  readonly inputs: readonly string[];
  readonly prepare?: string;
  readonly build?: string;
}

/** What may change when a run is resumed. */
export interface Adjustable {
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
