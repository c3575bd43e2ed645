import type { Lanes } from '../../domain/lane.ts';
import type { Conductor } from './conductor.ts';
import { answerDue, evaluationDue, makingDue } from './due.ts';
import type { Tape } from './tape.ts';

/**
 * Lanes that make every change again, and measure nothing: samples and answers are the recorded ones.
 * Work of which nothing was recorded goes on until the driver ends.
 */
export function replayedLanes(tape: Tape, conductor: Conductor, making: Pick<Lanes, 'apply'>): Lanes {
  return {
    async apply(job, signal) {
      conductor.heed(signal);
      const due = makingDue(tape.rest(), job.proposal.id);
      if (typeof due === 'object') return due;
      // What was recorded came to its end, also when the driver was ending its work.
      return conductor.busy(() => making.apply(job, due === 'made' ? conductor.signal : signal));
    },
    async evaluate({ candidate }, signal) {
      conductor.heed(signal);
      return evaluationDue(tape.rest(), candidate.id) ?? conductor.never(signal);
    },
    async answer({ question }, signal) {
      conductor.heed(signal);
      return answerDue(tape.rest(), question) ?? conductor.never(signal);
    },
  };
}
