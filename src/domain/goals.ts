/** What a repository is held to: a shell check that passes by exiting with 0. */
export interface Goal {
  /** Kebab-case, unique. */
  readonly id: string;
  readonly description: string;
  readonly check: string;
  /** 1 to 10. */
  readonly weight: number;
  /** `meta` checks the checks, and is measured first. */
  readonly type: GoalType;
  readonly pillar?: string;
  /** The check prints a number, which is kept; whether it passes is for its exit code to say. */
  readonly continuous?: { readonly metric: string; readonly threshold: number };
  readonly tags?: readonly string[];
}

export const GOAL_TYPES = ['health', 'architecture', 'quality', 'meta'] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

/** Where things should go, in words. */
export interface Directive {
  readonly number: number;
  readonly title: string;
  /** As it is written, without the attribute lines. */
  readonly body: string;
  readonly steer?: Steer;
  /** Its own id, else `directive-N`. A gate under this id tells whether it is met. */
  readonly id: string;
  /** The first 12 hex digits of the SHA-256 of title, body and steer: another text is another directive. */
  readonly hash: string;
}

export const STEERS = ['increase', 'decrease', 'hold', 'explore'] as const;
export type Steer = (typeof STEERS)[number];

/** What GOALS.md or GOALS.yaml says. */
export interface Goals {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly version: number;
  /** The first 12 hex digits of the file's SHA-256: baselines are kept by it. */
  readonly era: string;
  readonly mission: string;
  readonly northStars: readonly string[];
  readonly antiStars: readonly string[];
  readonly directives: readonly Directive[];
  readonly goals: readonly Goal[];
  /** What is odd about the file and does not matter. */
  readonly warnings: readonly string[];
}

/** What a check came to. `skip` is read in files of others, never written: what does not finish fails. */
export interface GoalResult {
  readonly goal: string;
  readonly result: 'pass' | 'fail' | 'skip';
  /** Of a continuous goal, where all it printed is a number. */
  readonly value?: number;
  readonly threshold?: number;
  readonly seconds: number;
  /** What it printed, bounded. */
  readonly output: string;
  readonly weight: number;
  readonly timedOut?: true;
}

/** All goals at one moment. */
export interface Snapshot {
  /** ISO 8601. */
  readonly at: string;
  /** Of the code that was measured. */
  readonly sha: string;
  readonly goals: readonly GoalResult[];
}

export interface SnapshotSummary {
  readonly total: number;
  readonly passing: number;
  readonly failing: number;
  readonly skipped: number;
  /** 100 times the share of weight that passes; what was skipped weighs nothing. 0 where nothing weighs anything. */
  readonly score: number;
}

export function summaryOf(goals: readonly Pick<GoalResult, 'result' | 'weight'>[]): SnapshotSummary {
  const of = (result: GoalResult['result']) => goals.filter((one) => one.result === result);
  const weight = (some: readonly Pick<GoalResult, 'weight'>[]) => some.reduce((sum, one) => sum + one.weight, 0);
  const [passing, failing, skipped] = [of('pass'), of('fail'), of('skip')];
  const all = weight(passing) + weight(failing);
  return {
    total: goals.length,
    passing: passing.length,
    failing: failing.length,
    skipped: skipped.length,
    score: all === 0 ? 0 : Math.round((1000 * weight(passing)) / all) / 10,
  };
}
