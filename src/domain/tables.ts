import type { CandidateId } from './candidate.ts';
import type { Attempt, Directive, NodeGate, Remark } from './experiment.ts';
import type { Call } from './ledger.ts';
import type { Checkpoint } from './question.ts';
import type { BatchFacts, Counts, Entry, Improvement, Kin, RunFacts } from './view.ts';

/** Rows that the fold reads and writes; memory and SQLite each keep them in their own way. */
export interface Tables {
  run(): RunRow | undefined;
  putRun(row: RunRow): void;
  entry(id: string): EntryRow | undefined;
  putEntry(row: EntryRow): void;
  /** One more child of it was proposed. */
  raise(id: string): void;
  kin(id: string): Kin | undefined;
  putImprovement(nth: number, improvement: Improvement): void;
  batch(batch: number): BatchRow | undefined;
  putBatch(row: BatchRow): void;
  putMemo(key: string, value: unknown): void;
  putCall(call: Call): void;
  putAsked(key: string): void;
  putAnswer(key: string, value: unknown): void;
  attempt(id: CandidateId, attempt: number): Attempt | undefined;
  putAttempt(id: CandidateId, attempt: Attempt): void;
  putRemark(remark: Remark): void;
  directive(id: string): Directive | undefined;
  putDirective(directive: Directive): void;
  /** In place of one of the same name on the same experiment, which keeps its turn. */
  putGate(gate: NodeGate): void;
  removeGate(node: CandidateId, name: string): void;
  top(home: string, k: number): readonly Entry[];
  offspring(id: CandidateId, limit: number): readonly Entry[];
}

export interface RunRow extends RunFacts {
  readonly counts: Counts;
  readonly best?: CandidateId;
  readonly checkpoint?: Checkpoint;
}

/** `evaluatedSeq` and `placedSeq` order ties by what came first. */
export interface EntryRow extends Entry {
  readonly kin: Kin;
  readonly evaluatedSeq?: number;
  readonly placedSeq?: number;
  /** When its status changed. */
  readonly changedSeq?: number;
}

export interface BatchRow extends BatchFacts {
  readonly scored: number;
  readonly sum: number;
}

export function need(tables: Tables, id: string): EntryRow {
  const entry = tables.entry(id);
  if (entry === undefined) throw new Error(`no proposal ${id}`);
  return entry;
}
