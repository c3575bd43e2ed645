import type { Answered, AnswerJob, Lanes } from '../domain/lane.ts';
import { answerBy } from './answer.ts';
import type { Desk } from './desk.ts';

export type { Advisers, Clearing, Desk, Shell, Shelled, ShellLimits } from './desk.ts';
export { baselineIn, keepBaseline } from './fitness/baseline.ts';
export {
  historyIn,
  keepMeasurement,
  latestMeasurement,
  type Measurement,
  measurementDocument,
  snapshotAt,
} from './fitness/history.ts';
export { keepLatest } from './fitness/latest.ts';
export { haltIn } from './halt.ts';
export { haltFacts } from './halted.ts';
export { type Ledger, readLedger } from './ledger/ledger.ts';
export type { LedgerLine } from './ledger/line.ts';

/** Lanes that also answer where work comes from and what becomes of it. Contract: as of lanes. */
export function withSources(lanes: Lanes, desk: Desk): Lanes {
  return {
    apply: (job, signal) => lanes.apply(job, signal),
    evaluate: (job, signal) => lanes.evaluate(job, signal),
    async answer(job: AnswerJob, signal): Promise<Answered> {
      try {
        const answer = await answerBy(desk, job, signal);
        return answer === undefined ? await lanes.answer(job, signal) : { kind: 'answered', answer };
      } catch (error) {
        signal.throwIfAborted();
        return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
