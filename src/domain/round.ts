import type { Role } from './agent.ts';
import type { CandidateId } from './candidate.ts';
import type { Status } from './experiment.ts';
import type { View } from './view.ts';

/** Where in the rounds a proposal stands: all count from 0 but the rounds. */
export interface Seat {
  readonly round: number;
  readonly lane: number;
  readonly iteration: number;
}

export const seatId = ({ round, lane, iteration }: Seat): string => `r${round}-l${lane}-d${iteration}`;

/** An experiment, as those are told of it who think about what to do next. Bounded. */
export interface Subject {
  readonly id: CandidateId;
  readonly parent?: CandidateId;
  readonly hypothesis: string;
  readonly status: Status;
  readonly score: number | null;
  /** Of the parent. */
  readonly against: number | null;
  /** The newest attempt: its folder holds outcome, log and traces. */
  readonly attempt: number;
  /** Why it is not committed. */
  readonly reason?: string;
  /** Gates that said no. */
  readonly failed: readonly string[];
}

/** Something that experiments have in common, as an agent has read it in their files. */
export interface Finding {
  readonly description: string;
  readonly experiments: readonly CandidateId[];
  /** Quotes that were found in their files, word for word. */
  readonly evidence: readonly string[];
}

/** The same, as code has counted it. */
export interface Pattern {
  readonly kind: 'gate' | 'task' | 'error' | 'intersection' | 'improver' | 'axis-warning';
  readonly label: string;
  readonly experiments: readonly CandidateId[];
}

/** From which side ideas are looked for. */
export const IDEATORS = ['frontier', 'failures', 'literature'] as const;
export type Ideator = (typeof IDEATORS)[number];

export interface Idea {
  readonly ideator: Ideator;
  readonly hypothesis: string;
  readonly technique: string;
  /** What it may bring, as a share of the score, and how sure that is, 0 to 1. */
  readonly gain: number;
  readonly confidence: number;
  readonly parent?: CandidateId;
  readonly sources: readonly string[];
}

/** What to study first: by kind and name it can be told whether two mean the same. */
export interface Pointer {
  readonly kind: 'task' | 'gate' | 'experiment' | 'file' | 'other';
  readonly name: string;
  readonly why: string;
}

export interface WrittenBrief {
  /** Where in the behaviour of the system the gain hides, with evidence. */
  readonly objective: string;
  readonly parent: CandidateId;
  /** What not to try, and why. */
  readonly boundaries: readonly string[];
  readonly pointers: readonly Pointer[];
  /** Needs the strong one. */
  readonly hard: boolean;
}

export interface ScanAnswer {
  readonly findings: readonly Finding[];
  /** Findings that were left out because their evidence is not in the files. */
  readonly unproven: number;
  /** Why there are none. */
  readonly failed?: string;
}

export interface IdeateAnswer {
  readonly ideas: readonly Idea[];
  /** Why there are none: it failed, or there is nothing to search with. */
  readonly failed?: string;
}

export interface BriefAnswer {
  readonly briefs: readonly WrittenBrief[];
  /** The axis that a warning is about, in words. */
  readonly axis?: string;
  readonly failed?: string;
}

/** Whether a commit is what it seems to be. One that can't be confirmed is not. */
export interface AuditAnswer {
  readonly valid: boolean;
  readonly reasons: readonly string[];
}

/** What the analyst has said since the last round. */
export interface HintsAnswer {
  readonly hints: readonly string[];
  /** The newest of them in the journal. */
  readonly until: number;
}

/** What a brief writer is told. */
export interface Situation {
  readonly round: number;
  readonly width: number;
  readonly state: string;
  readonly stall: number;
  /** Whom to branch from, the best first. */
  readonly parents: readonly Subject[];
  readonly findings: readonly Finding[];
  readonly patterns: readonly Pattern[];
  /** Ranked by what they may bring, without those that were tried. */
  readonly ideas: readonly Idea[];
  readonly hints: readonly string[];
  /** What was given up, and why: the newest first. */
  readonly discards: readonly { readonly hypothesis: string; readonly reason: string }[];
}

/** As a round opens. */
export interface Opening {
  readonly round: number;
  /** Of its proposals. */
  readonly batch: number;
  readonly epoch: number;
  readonly openedAt: number;
  readonly best: { readonly id: CandidateId; readonly score: number } | null;
  /** Rounds without a new best before it. */
  readonly stall: number;
  readonly commits: number;
  readonly parents: readonly Subject[];
  /** What is scanned, in batches: each has a name that does not depend on when it is done. */
  readonly scans: readonly { readonly name: string; readonly experiments: readonly CandidateId[] }[];
  /** Why ideators are asked; absent when they are not. */
  readonly ideate?: 'stall' | 'commits';
  /** Commits when ideators were last asked, this round's included, and whether they were in this stall. */
  readonly ideatedAt: number;
  readonly ideatedInStall: boolean;
  /** For whoever works in it: best, frontier, latest failures. */
  readonly state: string;
}

/** The lanes of a round. */
export interface Plan {
  readonly briefs: readonly WrittenBrief[];
  /** Iterations of each. */
  readonly budgets: readonly number[];
  /** Briefs that were left out, each with its reason. */
  readonly dropped: readonly { readonly objective: string; readonly reason: string }[];
}

/** As a round closes. */
export interface Closing {
  readonly round: number;
  /** The verified new best. */
  readonly improved?: { readonly id: CandidateId; readonly score: number };
  readonly stall: number;
  readonly experiments: number;
  readonly committed: number;
  readonly pruned: readonly CandidateId[];
  /** What agents cost, by role. */
  readonly spent: Readonly<Partial<Record<Role, Spell>>>;
}

export interface Spell {
  readonly calls: number;
  readonly usd: number;
  readonly tokens: number;
  /** Calls without a known price. */
  readonly unpriced: number;
}

/** Of the round that goes on, or of the last one: how many there are. */
export const CURRENT = 'rounds';
export const openingKey = (round: number): string => `round/${round}`;
export const planKey = (round: number): string => `round/${round}/plan`;
/** Ideas that no brief has taken up yet, when a round has its plan. */
export const ideasKey = (round: number): string => `round/${round}/ideas`;
export const closingKey = (round: number): string => `round/${round}/end`;
/** Rounds up to this one count for no stall any more: the user wants to go on. */
export const SINCE = 'rounds/since';
export const scanKey = (round: number, name: string): string => `round/${round}/scan/${name}`;
export const ideateKey = (round: number, ideator: Ideator): string => `round/${round}/ideate/${ideator}`;
export const briefKey = (round: number): string => `round/${round}/brief`;
export const hintsKey = (round: number): string => `round/${round}/hints`;
export const auditKey = (id: CandidateId, attempt: number): string => `${id}/audit/${attempt}`;

export const isScanAnswer = (answer: unknown): answer is ScanAnswer => has(answer, 'findings');
export const isIdeateAnswer = (answer: unknown): answer is IdeateAnswer => has(answer, 'ideas');
export const isBriefAnswer = (answer: unknown): answer is BriefAnswer => has(answer, 'briefs');
export const isAuditAnswer = (answer: unknown): answer is AuditAnswer => has(answer, 'valid');
export const isHintsAnswer = (answer: unknown): answer is HintsAnswer => has(answer, 'hints');
export const isOpening = (memo: unknown): memo is Opening => has(memo, 'scans');
export const isPlan = (memo: unknown): memo is Plan => has(memo, 'budgets');
export const isClosing = (memo: unknown): memo is Closing => has(memo, 'spent');

/** The round that goes on, or the last one; 0 before the first. */
export const currentRound = (view: Pick<View, 'memo'>): number => roundIn(view.memo(CURRENT));

/** The last round that counts for no stall any more. */
export const sinceRound = (view: Pick<View, 'memo'>): number => roundIn(view.memo(SINCE));

function roundIn(memo: unknown): number {
  if (typeof memo === 'number') return memo;
  if (typeof memo !== 'object' || memo === null || !('round' in memo)) return 0;
  return typeof memo.round === 'number' ? memo.round : 0;
}

export function openingAt(view: Pick<View, 'memo'>, round: number): Opening | undefined {
  const memo = view.memo(openingKey(round));
  return isOpening(memo) ? memo : undefined;
}

export function planAt(view: Pick<View, 'memo'>, round: number): Plan | undefined {
  const memo = view.memo(planKey(round));
  return isPlan(memo) ? memo : undefined;
}

export function closingAt(view: Pick<View, 'memo'>, round: number): Closing | undefined {
  const memo = view.memo(closingKey(round));
  return isClosing(memo) ? memo : undefined;
}

const has = (value: unknown, key: string): boolean => typeof value === 'object' && value !== null && key in value;
