import type { RunConfig } from './config.ts';

/** Whether a run goes cycle by cycle over goals. */
export const isOfGoals = ({ identity }: Pick<RunConfig, 'identity'>): boolean => identity.strategy === 'ladder';

/** How cycles over goals go. */
export interface Ladder {
  /** Ends after so many cycles of this session, unblocking ones included. */
  readonly maxCycles?: number;
  readonly mode: 'standard' | 'quality' | 'beads-only';
  /** A test that fails without the change comes with it. */
  readonly testFirst: boolean;
  /** No era baseline is kept. */
  readonly skipBaseline: boolean;
  /** Hotspots, orphaned research and duplicate learnings are looked for first. */
  readonly compile: boolean;
  /** Shows what would be worked on. */
  readonly dryRun: boolean;
  /** The user's queue: a file, relative to the root. */
  readonly queue?: string;
  /** Where cycles land: a branch of their own, or the one that is checked out. */
  readonly land: 'branch' | 'commit';
  readonly branch: string;
  readonly push: boolean;
  /** Of each phase of a cycle. */
  readonly attempts: number;
  /** So often a cycle is rebased when the branch has moved. */
  readonly rebases: number;
  /** Ends after so long without a productive cycle. */
  readonly breakerMinutes: number;
  /** Ends at the so-manyeth empty pass in a row. */
  readonly dormantAfter: number;
  /** Of the queue: ends after so many failures in a row. */
  readonly pinnedFailures: number;
  readonly unblockDepth: number;
  readonly unblockFailures: number;
  /** A goal that was fixed and broke again so often is left alone for the session. */
  readonly oscillations: number;
  /** Of one check. */
  readonly checkSeconds: number;
  /** A task of so many parts is split. */
  readonly splitAt: number;
}

export const LADDER: Ladder = {
  mode: 'standard',
  testFirst: true,
  skipBaseline: false,
  compile: false,
  dryRun: false,
  land: 'branch',
  branch: 'evolve/goals',
  push: false,
  attempts: 3,
  rebases: 3,
  breakerMinutes: 60,
  dormantAfter: 3,
  pinnedFailures: 5,
  unblockDepth: 2,
  unblockFailures: 3,
  oscillations: 3,
  checkSeconds: 240,
  splitAt: 7,
};
