import type { Answered, Lanes } from '../../domain/lane.ts';
import type { Conductor } from './conductor.ts';
import { answerDue, evaluationDue, isChallenge, makingDue } from './due.ts';
import type { Tape } from './tape.ts';

/** What was measured for a challenge that had changed by then was not recorded: this is offered until it has changed again. */
const MOOT: Answered = { kind: 'answered', answer: { samples: [[], []], failed: 'nothing was recorded of it' } };

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
      const due = answerDue(tape.rest(), question);
      if (due !== undefined) return due;
      return isChallenge(question.key) ? MOOT : conductor.never(signal);
    },
  };
}
