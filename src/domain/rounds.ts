/** How rounds of research go. */
export interface Rounds {
  /** Briefs of a round, at most: each gets a lane. */
  readonly subagents: number;
  /** Iterations of a lane, at most: one is one attempt at one experiment. */
  readonly depth: number;
  /** Ends after so many rounds in a row without a verified new best. */
  readonly stall: number;
  /** Ends after so many rounds, whatever they bring. */
  readonly rounds?: number;
  /** A score that can't be bettered: whoever reaches it ends the run. */
  readonly ceiling?: number;
  /** Ideators are asked when the stall has lasted so many rounds; by the limit of the stall when absent. */
  readonly ideateAfter?: number;
  /** And whenever so many more were committed. */
  readonly ideateEvery: number;
  /** How often a change is verified before it is given up: one less than this it may be revised. */
  readonly verifications: number;
  /** Experiments that one scanner reads, at most, and how much of them. */
  readonly scanBatch: number;
  readonly scanKb: number;
  /** From the same parent, briefs that share so much of their pointers are one. */
  readonly overlap: number;
  /** What has so many children that are no better, and none that is, is pruned as exhausted. */
  readonly regressed: number;
  /** So many different hypotheses that came to the same score are a warning. */
  readonly plateau: number;
  /** How long the analyst waits between two looks; 0 for no analyst. */
  readonly analystSeconds: number;
  /** The analyst is off after so many failures in a row. */
  readonly analystFailures: number;
  /** A process of nobody's that holds so much of a graphics card is told of. */
  readonly gpuMb: number;
}

export const ROUNDS: Rounds = {
  subagents: 5,
  depth: 5,
  stall: 5,
  ideateEvery: 5,
  verifications: 3,
  scanBatch: 6,
  scanKb: 96,
  overlap: 0.6,
  regressed: 3,
  plateau: 3,
  analystSeconds: 300,
  analystFailures: 3,
  gpuMb: 4096,
};

/** Before the limit, so that research comes before the end; a limit of one round leaves no room but at once. */
export const ideateAfter = ({ ideateAfter: given, stall }: Rounds): number =>
  given ?? (stall <= 1 ? 0 : Math.min(3, stall - 1));
