import type { CandidateId, Refused, Sha } from './candidate.ts';
import type { Directive, Goal } from './goals.ts';
import type { FollowUp, Generator, QueueItem, Severity, WorkItem, WorkSource } from './work-item.ts';

/**
 * What a proposal of a cycle is. Its base is `c7`: the tip of the branch that cycles land on, with every goal measured. Attempts at the
 * work are `c7-1`, `c7-2`, each from the one before; `c7-r1` is the work on a branch that has moved; `c7-w0-1` belongs to a wave and `c7-m`
 * is the wave as a whole.
 */
export interface Turn {
  readonly cycle: number;
  readonly kind: 'base' | 'work' | 'rebase' | 'member' | 'wave';
  /** From 1; of a base 0. */
  readonly attempt: number;
  /** Whose checks, goals and protected files hold. Of a base it is itself. */
  readonly base: CandidateId;
  /** Of a base none. */
  readonly work?: WorkItem;
  readonly testFirst: boolean;
  /** Of work: what discovery came to. */
  readonly plan?: DiscoverAnswer;
  /** What the attempt before was found to lack. */
  readonly findings?: readonly string[];
}

/** Of a wave: whether a member did not go together with those before it. Such stand among what was refused, by their ids. */
export const isLeftOut = (wave: { readonly refused?: readonly Refused[] } | undefined, member: CandidateId): boolean =>
  wave?.refused?.some(({ path }) => path === member) === true;

export const baseId = (cycle: number): CandidateId => `c${cycle}`;

export const RESULTS = ['improved', 'regressed', 'harvested', 'unchanged', 'quarantined'] as const;
export type CycleResult = (typeof RESULTS)[number];

/** A line of cycle-history.jsonl, as we write it. `sha` mirrors `canonicalSha`. */
export interface CycleLine {
  readonly cycle: number;
  readonly target: string;
  readonly result: CycleResult;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly cycleStartSha?: Sha;
  /** Absent until it has landed. */
  readonly canonicalSha?: Sha;
  readonly logSha?: Sha;
  readonly goalsPassing?: number;
  readonly goalsTotal?: number;
  readonly parallel?: true;
  readonly goalIds?: readonly string[];
  readonly qualityScore?: number;
  readonly mode?: 'pinned';
  readonly queueItem?: string;
  readonly queueIndex?: number;
  readonly queueTotal?: number;
  readonly unblockTarget?: string;
  readonly unblockDepth?: number;
  readonly oscillations?: number;
  /** Of work that nothing came of: what it was. In the ledger such a line is an idle one with this beside it. */
  readonly attempted?: string;
  /** Ours: which source, which text of a directive, why nothing came of it, and the goals that fail. */
  readonly source?: WorkSource;
  readonly directiveHash?: string;
  readonly reason?: string;
  readonly failing?: readonly string[];
}

export const isProductive = (result: CycleResult): boolean =>
  result === 'improved' || result === 'regressed' || result === 'harvested';

/** Answer to `orient`: what earlier sessions have left. */
export interface OrientAnswer {
  /** Of the ledger; 0 where there is none. */
  readonly lastCycle: number;
  /** Claims of ours that nobody works on any more, given back. */
  readonly released: readonly string[];
  readonly queue?: { readonly file: string; readonly items: readonly QueueItem[]; readonly state: QueueState };
  readonly warnings: readonly string[];
}

export interface QueueState {
  readonly index: number;
  readonly completed: readonly string[];
  readonly escalated: readonly Escalated[];
  readonly chain: readonly string[];
}

export interface Escalated {
  readonly id: string;
  readonly reason: string;
  readonly cycle: number;
  readonly chain: readonly string[];
}

/** Answer to `halt`: whether somebody has said stop. */
export interface HaltAnswer {
  readonly halt: null | {
    readonly cause: 'kill' | 'stop';
    readonly file: string;
    readonly text: string;
    /** It is older than a week: how to remove it is told as well. */
    readonly old?: true;
  };
}

/** Answer to `work`: all that waits, read anew, each list in the order in which it is to be taken. */
export interface WorkAnswer {
  readonly pass: number;
  readonly harvested: readonly WorkItem[];
  readonly beads: readonly WorkItem[];
  /** Of the base's file; absent where there is none. */
  readonly goals?: {
    readonly era: string;
    readonly goals: readonly Goal[];
    /** With whether each is a gap by what has been finished; a passing gate under its id is for the strategy to see. */
    readonly directives: readonly (Directive & { readonly finished: boolean })[];
  };
  /** The queue, read again. */
  readonly queue?: readonly QueueItem[];
  readonly scope: {
    readonly mutable: readonly string[];
    readonly immutable: readonly string[];
    /** Of the immutable, what may not change even where the work is about it: the program's own. */
    readonly fixed?: readonly string[];
  };
  /** Of the profile; the default when absent. */
  readonly order?: readonly string[];
  /** Items that nobody has finished, by severity. */
  readonly open: Readonly<Record<Severity, number>>;
  /** What was learned before and fits, for discovery. */
  readonly learnings: readonly Learning[];
  readonly warnings: readonly string[];
}

export interface Learning {
  readonly path: string;
  readonly text: string;
}

/** Answer to `generate`. What was found has been written down by then. */
export interface GenerateAnswer {
  readonly generator: Generator;
  readonly titles: readonly string[];
  /** What was not looked at, and why. */
  readonly skipped: readonly string[];
}

export interface ClaimAnswer {
  readonly claimed: boolean;
  /** Who has it, or why it is not to be had. */
  readonly by?: string;
}

/** Answer to `discover`: what is to be done, by somebody who has looked. */
export interface DiscoverAnswer {
  readonly status: 'ready' | 'split' | 'blocked' | 'satisfied' | 'failed';
  readonly plan: string;
  readonly criteria: readonly string[];
  readonly files: readonly string[];
  readonly premortem: { readonly verdict: 'pass' | 'warn' | 'fail'; readonly risks: readonly string[] };
  /** Where it is to be split: in waves, from 1. */
  readonly parts: readonly { readonly title: string; readonly description: string; readonly wave: number }[];
  readonly blockers: readonly string[];
  /** Paths of learnings that it used. */
  readonly cited: readonly string[];
  /** Why there is no plan. */
  readonly reason?: string;
}

/** Nobody could say what is to be done. */
export const NO_PLAN: DiscoverAnswer = {
  status: 'failed',
  plan: '',
  criteria: [],
  files: [],
  premortem: { verdict: 'fail', risks: [] },
  parts: [],
  blockers: [],
  cited: [],
};

/** Answer to `validate`: whether the work is done, by somebody else than its author, after the gate. */
export interface ValidateAnswer {
  readonly verdict: 'pass' | 'fail';
  readonly findings: readonly string[];
  /** Why no test comes with it. */
  readonly untested?: string;
  /** The post-mortem. */
  readonly followUps: readonly FollowUp[];
  readonly learnings: readonly string[];
}

/** Answer to `land`. `log` is the tip: the commit of the ledger. */
export type LandAnswer =
  | {
      readonly kind: 'landed';
      readonly canonical: Sha;
      readonly log: Sha;
      /** It was to be pushed, and that failed: nothing depends on it. */
      readonly warning?: string;
    }
  /** The branch is elsewhere than the work began. */
  | { readonly kind: 'moved'; readonly tip: Sha }
  /** The user's folder or repository does not allow it. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What becomes of a claim. */
export type Fate =
  | { readonly kind: 'consumed' }
  /** `failed`: the work's own fault, which is stamped. */
  | { readonly kind: 'released'; readonly failed: boolean; readonly reason: string };

/** Answer to `close` and `teardown`. */
export interface ClosedAnswer {
  readonly closed: true;
  readonly warnings: readonly string[];
  /** Follow-ups that were written down. */
  readonly harvested: number;
  /** Of a teardown: what the session came to, for people. */
  readonly report?: string;
}

/** What the files under .agents/evolve say, beside the ledger: how the session stands after a cycle. */
export interface SessionState {
  readonly cycle: number;
  readonly mode: 'standard' | 'quality' | 'beads-only';
  readonly testFirst: boolean;
  /** Passes in a row in which no generator found anything, and idle cycles in a row. */
  readonly emptyStreak: number;
  readonly idleStreak: number;
  /** Cycles in a row that did something and changed nothing, which is not being idle. */
  readonly fruitlessStreak: number;
  /** Of the queue: regressed or failed in a row. */
  readonly failureStreak: number;
  readonly lastSource?: WorkSource;
  readonly refreshes: number;
  readonly claims: readonly { readonly ref: string; readonly by: string; readonly at: string }[];
  readonly queue?: QueueState & { readonly file: string; readonly total: number };
  readonly unblockDepth: number;
  readonly unblockFailures: number;
  /** Goals that are left alone, with how often each broke again. */
  readonly quarantined: Readonly<Record<string, number>>;
  readonly oscillations: Readonly<Record<string, number>>;
  readonly productive: number;
  readonly regressed: number;
  readonly idle: number;
  readonly cycles: number;
  /** Findings that were done with. */
  readonly resolved: number;
  readonly unblocked: number;
  /** When the last productive cycle of this session closed; the session's start before. Milliseconds since 1970. */
  readonly productiveAt: number;
}

/** Why a session ends, as its report has it. */
export type HaltReason =
  | 'stagnation'
  | 'circuit-breaker'
  | 'max-cycles'
  | 'kill-switch'
  | 'queue-complete'
  | 'escalated'
  | 'budget'
  | 'dry-run';

/** Memo keys. */
export const SESSION = 'ladder';
export const cycleKey = (cycle: number): string => `cycle/${cycle}`;
export const pickKey = (cycle: number): string => `cycle/${cycle}/pick`;
export const endKey = (cycle: number): string => `cycle/${cycle}/end`;

/** Question keys. */
export const ORIENT = 'ladder/orient';
export const TEARDOWN = 'ladder/teardown';
export const haltKey = (cycle: number): string => `cycle/${cycle}/halt`;
export const workKey = (cycle: number, pass: number): string => `cycle/${cycle}/work/${pass}`;
export const generateKey = (cycle: number, generator: Generator): string => `cycle/${cycle}/generate/${generator}`;
export const claimKey = (cycle: number, nth: number): string => `cycle/${cycle}/claim/${nth}`;
export const discoverKey = (cycle: number, lane: number, attempt: number): string =>
  `cycle/${cycle}/discover/${lane}/${attempt}`;
export const validateKey = (candidate: CandidateId): string => `${candidate}/validate`;
export const landKey = (candidate: CandidateId): string => `${candidate}/land`;
export const closeKey = (cycle: number): string => `cycle/${cycle}/close`;

/** Who has claimed. */
export const ownerOf = (mode: SessionState['mode'], cycle: number): string =>
  `${mode === 'quality' ? 'evolve-quality' : 'evolve'}:cycle-${cycle}`;

export const isOrientAnswer = (answer: unknown): answer is OrientAnswer => has(answer, 'lastCycle');
export const isHaltAnswer = (answer: unknown): answer is HaltAnswer => has(answer, 'halt');
export const isWorkAnswer = (answer: unknown): answer is WorkAnswer => has(answer, 'harvested') && has(answer, 'pass');
export const isGenerateAnswer = (answer: unknown): answer is GenerateAnswer => has(answer, 'generator');
export const isClaimAnswer = (answer: unknown): answer is ClaimAnswer => has(answer, 'claimed');
export const isDiscoverAnswer = (answer: unknown): answer is DiscoverAnswer => has(answer, 'premortem');
export const isValidateAnswer = (answer: unknown): answer is ValidateAnswer => has(answer, 'verdict');
export const isLandAnswer = (answer: unknown): answer is LandAnswer => has(answer, 'kind');
export const isClosedAnswer = (answer: unknown): answer is ClosedAnswer => has(answer, 'closed');

const has = (value: unknown, key: string): boolean => typeof value === 'object' && value !== null && key in value;
