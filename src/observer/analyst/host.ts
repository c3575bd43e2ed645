import type { CandidateId } from '../../domain/candidate.ts';

/**
 * What the analyst sees beside the journal: files and processes.
 * Contract: looks and changes nothing. What can't be told is absent or empty, never a guess.
 */
export interface Host {
  /** The ends of what the commands of an attempt have printed. */
  logs(experiment: CandidateId, attempt: number): readonly Log[];
  /** Whether somebody evaluates it now. */
  isClaimed(experiment: CandidateId): boolean;
  /** Experiments that have checkouts of an evaluation, outside of this driver's lanes. */
  checkouts(): readonly CandidateId[];
  /** All that run now; undefined where that can't be seen. */
  processes(): Processes | undefined;
  /** Who holds memory of graphics cards. Rejects only when aborted. */
  graphics(signal: AbortSignal): Promise<readonly GraphicsUse[]>;
}

export interface Log {
  /** As its file is called. */
  readonly name: string;
  readonly tail: string;
}

export interface Processes {
  /** Of the driver: what comes of it is ours. */
  readonly own: number;
  readonly all: readonly Process[];
  /** Where this driver's lanes work. */
  readonly lanes: string;
  /** Where all of the run lies: what works in it belongs to the run. */
  readonly run: string;
}

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** Where it works; absent where that is hidden from us. */
  readonly cwd?: string;
}

export interface GraphicsUse {
  readonly pid: number;
  readonly name: string;
  readonly mb: number;
}
