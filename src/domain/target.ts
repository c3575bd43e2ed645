/** One definition in one file: all that may change. */
export interface Target {
  readonly path: string;
  /** With the names of what it stands in: `Result.merge`. */
  readonly symbol: string;
  /** As the seed has it, without its body and on one line. A candidate keeps it. */
  readonly signature: string;
  /** Which of those with this symbol it is in the seed, from 0, where it isn't the first. */
  readonly nth?: number;
  /** New definitions beside it are part of it. */
  readonly helpers?: true;
  /** Candidates may have another signature. */
  readonly loose?: true;
  /** What it is for and what it depends on, as markdown, for those who change it. */
  readonly context?: string;
}
