import type { Placement } from './archive.ts';
import type { Candidate, CandidateId, Sha } from './candidate.ts';
import type { RunConfig } from './config.ts';
import type { Evaluation } from './evaluation.ts';
import type { Base, FinishCause, Landed, StopCause } from './event.ts';
import type { Attempt, Directive, Experiment, NodeGate, Remark, RemarkFilter, Status } from './experiment.ts';
import type { Leader } from './leader.ts';
import type { Call, Spending } from './ledger.ts';
import type { Arm, Proposal } from './proposal.ts';
import type { Checkpoint } from './question.ts';
import type { Residence } from './residence.ts';

/** What is true now of one run. Contract: each question is bounded and answered in its stated order. */
export interface View {
  run(): RunFacts | undefined;
  counts(): Counts;
  /** The proposal with all that is known of it. */
  entry(id: string): Entry | undefined;
  /** The best placed candidate: confirmed better than every one before it. */
  best(): Entry | undefined;
  /** The living of a home, best first, ties: who came there first (of experiments: who was proposed first), then those that may not rank. */
  top(home: string, k: number): readonly Entry[];
  homeSize(home: string): number;
  worst(home: string): Entry | undefined;
  /** The living of a home that may rank, best first, ties: who came there last: so many from a rank on, 0 is the best. */
  claims(home: string, from: number, limit: number): readonly Claim[];
  /** Where a proposal stands in the family tree of first parents. */
  kin(id: string): Kin | undefined;
  /** The placed, the seed included, newest first. */
  placed(limit: number): readonly Entry[];
  /** The placed of an arm, oldest first. */
  arm(arm: Arm, limit: number, offset?: number): readonly Entry[];
  /** Who has been best, the seed first: at most the last `limit`. */
  improvements(limit: number): readonly Improvement[];
  /** Proposals that still have to be made or evaluated, by (batch, ord). */
  unfinished(limit: number): readonly Entry[];
  /** The first proposal without a placement, by (batch, ord). */
  unplaced(): Entry | undefined;
  /** The proposals of a batch, by ord. */
  entries(batch: number): readonly Entry[];
  /** The proposals after this place, the seed's included, by (batch, ord): at most `limit`. */
  entriesAfter(batch: number, ord: number, limit: number): readonly Entry[];
  /** All evaluated candidates, best first, ties by (batch, ord), then those that may not rank. */
  ranking(limit: number, offset?: number): readonly Entry[];
  /** Batches that have a placement, oldest first: at most the last `limit`. */
  history(limit: number): readonly BatchFacts[];
  /** A placed candidate with this tree whose measurement counts. */
  sameTree(tree: Sha): Entry | undefined;
  /** The same for the same syntax: the first that was placed. */
  sameForm(form: string): Entry | undefined;
  /** From the seed to the candidate, by first parents: at most the last `limit`. */
  lineage(id: CandidateId, limit: number): readonly Entry[];
  /** Placed ones whose first parent it is, newest first. */
  children(id: CandidateId, limit: number): readonly Entry[];
  /** The newest call of this key that has ended. */
  call(key: string): Call | undefined;
  /** The newest ending of each call after this key, by key: at most `limit`. */
  callsAfter(key: string, limit: number): readonly Call[];
  memo(key: string): unknown;
  /** Whether the question was put, answered or not. */
  asked(key: string): boolean;
  answer(key: string): unknown;
  /** Experiments of which this has become, the newest change first. */
  experiments(status: Status, limit: number, offset?: number): readonly Entry[];
  /** All whose first parent it is, by (batch, ord). */
  offspring(id: CandidateId, limit: number): readonly Entry[];
  /** What its attempts came to, in order. */
  attempts(id: CandidateId): readonly Attempt[];
  /** Newest first. */
  remarks(filter: RemarkFilter, limit: number): readonly Remark[];
  /** Newest first. */
  directives(limit: number): readonly Directive[];
  /** Gates that were put on experiments, in the order in which they were. */
  nodeGates(): readonly NodeGate[];
  /**
   * The best at each task, of those of a home that are not left out, by task: of the tasks that all report who report any.
   * Equals go by their score, then by who came first.
   */
  leaders(home: string, without: readonly CandidateId[]): readonly Leader[];
  /** The open question to the human. */
  checkpoint(): Checkpoint | undefined;
}

export interface Claim {
  readonly id: CandidateId;
  /** The rank key of its score. */
  readonly key: number;
  /** Proposals whose first parent it is, whatever became of them; those that fill idle slots left out. */
  readonly kids: number;
}

export interface Kin {
  readonly kids: number;
  readonly depth: number;
  /** Both absent for the seed. `jump` is an ancestor farther up; equally deep ones jump equally far. */
  readonly parent?: string;
  readonly jump?: string;
}

export interface Improvement {
  readonly candidate: CandidateId;
  /** Charged when it became best; those of free operators in idle slots included. */
  readonly evaluations: number;
  readonly score: number;
}

export interface RunFacts {
  readonly id: string;
  readonly config: RunConfig;
  readonly base: Base;
  readonly openedAt: number;
  /** When the newest driver took the lease. */
  readonly drivenAt: number;
  /** Time spent by the drivers before it. */
  readonly spentMs: number;
  readonly lastAt: number;
  /** The newest batch that was proposed, or begun as a round; 0 is the seed's. */
  readonly batch: number;
  /** The batch that brought the best. */
  readonly bestBatch: number;
  /** Evaluations of the search, idle ones left out, that had been charged when the best became so. */
  readonly bestAt?: number;
  /** How many have been best, the seed included. */
  readonly bests?: number;
  /** Samples of one candidate have differed. */
  readonly noisy?: true;
  /** Comparisons that were begun: each spends some of the error that a run may make. */
  readonly comparisons?: number;
  /** The batch in which the last of them was begun. */
  readonly comparedBatch?: number;
  /** How many evaluations were charged when the best was last measured. */
  readonly freshAt?: number;
  /** Of agents; absent before the first call. */
  readonly spending?: Spending;
  /** What is measured now; absent where there is but one. */
  readonly epoch?: number;
  /** The seed has not been measured in this epoch: nothing can be compared. */
  readonly blocked?: true;
  /** How many experiments there are of each status, the seed left out. */
  readonly statuses?: Readonly<Record<Status, number>>;
  /** Which prepared clone has which experiment. */
  readonly leases?: Readonly<Record<string, CandidateId>>;
  /** Why the budget had no room for a call; absent again once the settings have changed. */
  readonly unaffordable?: string;
  readonly stopRequested?: string;
  /** The last candidate that the user took over. */
  readonly applied?: Landed;
  readonly end?: End;
}

export type End =
  | { readonly kind: 'stopped'; readonly cause: StopCause; readonly reason: string }
  | { readonly kind: 'finished'; readonly cause: FinishCause; readonly reason: string };

export interface Counts {
  /** Proposals made, the seed's left out everywhere. */
  readonly proposed: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly candidates: number;
  readonly scored: number;
  readonly invalid: number;
  readonly broken: number;
  readonly cached: number;
  /** Charged to the budget: measured and not cached. */
  readonly charged: number;
  /** Of the charged, those of each arm. */
  readonly control: number;
  readonly idle: number;
  readonly partner: number;
  /** Placed and kept, or outranked at once. */
  readonly added: number;
  readonly open: number;
  /** Of the proposals and of the open ones, those that fill idle slots. */
  readonly idleProposed: number;
  readonly idleOpen: number;
}

export interface Entry {
  readonly proposal: Proposal;
  readonly candidate?: Candidate;
  readonly dropped?: { readonly kind: 'unchanged' | 'failed'; readonly reason: string };
  readonly evaluation?: Evaluation;
  readonly sameAs?: CandidateId;
  readonly placement?: Placement;
  /** Lives in a home now, or in several. */
  readonly alive: boolean;
  /** Of a run of experiments. */
  readonly experiment?: Experiment;
  /** Where it lives, in the order in which it came there; absent before it has lived anywhere. */
  readonly homes?: readonly Residence[];
}

export interface BatchFacts {
  readonly batch: number;
  /** Best ever after this batch; absent while nothing was scored. */
  readonly best?: number;
  /** Mean score of the batch's own scored candidates. */
  readonly average?: number;
}
