import type { Answered, AnswerJob, Lanes } from '../domain/lane.ts';
import { redactedData } from '../lib/secrets.ts';
import { answerBy } from './answer.ts';
import type { Desk } from './desk.ts';

export type { Desk, Shell } from './desk.ts';
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
export { haltFacts } from './halted.ts';

/** Lanes that also answer where work comes from and what becomes of it. Contract: as of lanes; no answer of ours holds a secret. */
export function withSources(lanes: Lanes, desk: Desk): Lanes {
  return {
    apply: (job, signal) => lanes.apply(job, signal),
    evaluate: (job, signal) => lanes.evaluate(job, signal),
    async answer(job: AnswerJob, signal): Promise<Answered> {
      try {
        const answer = await answerBy(desk, job, signal);
        if (answer === undefined) return await lanes.answer(job, signal);
        return { kind: 'answered', answer: redactedData(answer, desk.secrets ?? []) };
      } catch (error) {
        signal.throwIfAborted();
        return { kind: 'broken', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
