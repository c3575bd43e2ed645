import { scoreOf } from './compare.ts';
import type { Evaluation } from './evaluation.ts';
import type { BatchRow, Tables } from './tables.ts';

/** A batch once one more of it has its place. */
export function batchAfter(before: BatchRow | undefined, batch: number, score: number | null, best?: number): BatchRow {
  const scored = (before?.scored ?? 0) + (score === null ? 0 : 1);
  const sum = (before?.sum ?? 0) + (score ?? 0);
  return { batch, scored, sum, ...(best === undefined ? {} : { best }), ...averageOf(sum, scored) };
}

/** One of a batch has lost its place: it may get another after its next attempt. */
export function uncounted(tables: Tables, batch: number, evaluation: Evaluation | undefined): void {
  const before = tables.batch(batch);
  const score = evaluation === undefined ? null : scoreOf(evaluation);
  if (before === undefined || score === null) return;
  const { average: _average, ...rest } = before;
  const scored = Math.max(0, before.scored - 1);
  // It may have been measured again since: of nobody nothing is left.
  const sum = scored === 0 ? 0 : before.sum - score;
  tables.putBatch({ ...rest, scored, sum, ...averageOf(sum, scored) });
}

const averageOf = (sum: number, scored: number) => (scored === 0 ? {} : { average: sum / scored });
