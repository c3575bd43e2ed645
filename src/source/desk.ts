import type { Agent, Role } from '../domain/agent.ts';
import type { CandidateId } from '../domain/candidate.ts';
import type { Contract } from '../domain/contract.ts';
import type { Learning } from '../domain/cycle.ts';
import type { Snapshot } from '../domain/goals.ts';
import type { Ladder } from '../domain/ladder.ts';
import type { Version } from '../domain/lane.ts';
import type { FollowUp } from '../domain/work-item.ts';
import type { Workspace } from '../domain/workspace.ts';
import type { Secret } from '../lib/secrets.ts';
import type { Repository } from '../workspace/workspace.ts';

/** All that sources of work are given. `.agents/` under the root is theirs to write; nothing else of the user's is. */
export interface Desk {
  /** The user's folder. */
  readonly root: string;
  /** The run that the cycles belong to. */
  readonly runId: string;
  /** For locks, logs and what is thrown away again; ours alone. */
  readonly folder: string;
  /** Of the user: `.config/evolve/KILL` lies in it. */
  readonly home: string;
  readonly ladder: Ladder;
  readonly repository: Repository;
  readonly council: Advisers;
  /** What a version of the repository says of how it is to be worked on. */
  contractOf(version: Version): Promise<Contract>;
  /** All goals as they were measured on a candidate. */
  snapshotOf(candidate: CandidateId): Promise<Snapshot | undefined>;
  /** What the journal has to say of earlier work: notes and annotations, the newest first. */
  notes(): readonly Learning[];
  /** What nobody may read in an answer. */
  readonly secrets?: readonly Secret[];
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a shell line of the user's own in the root, with the user's environment: trackers, git. */
  run: Shell;
  /** A thrown-away folder with a version's files, in which its own commands run as candidates' do. */
  inCheckout<T>(version: Version, signal: AbortSignal, work: (place: Clearing) => Promise<T>): Promise<T>;
  /** The files of a version for an agent that reads files. */
  reading(key: string, version: Version): Promise<Workspace & AsyncDisposable>;
  /** Has somebody look back on a session; absent where nobody does. Contract: rejects only when aborted. */
  lookBack?(past: Past, signal: AbortSignal): Promise<Retrospect>;
}

/** A session that has ended. */
export interface Past {
  /** Of the call. */
  readonly key: string;
  /** Why it ended. */
  readonly reason: string;
  /** A line for each cycle, the oldest first. */
  readonly cycles: readonly string[];
  /** What became of the goals. */
  readonly fitness: string;
  /** Titles of what waits already. */
  readonly waiting: readonly string[];
  readonly notes: readonly string[];
  /** What it has come to. */
  readonly version: Version;
}

export interface Retrospect {
  readonly summary: string;
  readonly followUps: readonly FollowUp[];
  readonly learnings: readonly string[];
  /** Why there is none. */
  readonly failed?: string;
}

/** Who is asked in a role: the same for the same key. Their calls are paid, remembered and tried again. */
export interface Advisers {
  ask(role: Role, key: string): Agent;
  readonly timeoutMs: number;
  /** The folder of the user's own prompts. */
  readonly prompts?: string;
}

/** Contract: rejects only when aborted; what can't be started is a code other than 0. */
export type Shell = (shell: string, limits: ShellLimits, signal: AbortSignal) => Promise<Shelled>;

export interface ShellLimits {
  readonly timeoutMs: number;
}

export interface Shelled {
  /** 0 alone is success. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut?: true;
}

export interface Clearing {
  readonly root: string;
  run(shell: string, limits: ShellLimits): Promise<Shelled>;
}
