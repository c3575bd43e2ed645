import type { Answered, Lanes } from '../../domain/lane.ts';
import { GaveWay } from '../../loop/loop.ts';
import type { Conductor } from './conductor.ts';
import { answerDue, evaluationDue, isChallenge, madeIn, makingDue } from './due.ts';
import type { Tape } from './tape.ts';

/** What was measured for a challenge that had changed by then was not recorded: this is offered until it has changed again. */
const MOOT: Answered = { kind: 'answered', answer: { samples: [[], []], failed: 'nothing was recorded of it' } };

/**
 * Lanes that make every change again, and measure nothing: samples and answers are the recorded ones.
 * Work of which nothing was recorded goes on until the driver ends.
 */
export function replayedLanes(tape: Tape, conductor: Conductor, making: Pick<Lanes, 'apply'>): Lanes {
  const begunAgain = new Set<string>();
  return {
    async apply(job, signal) {
      conductor.heed(signal);
      const due = makingDue(tape.rest(), job.proposal.id);
      if (typeof due === 'object') return due;
      // What was recorded came to its end, also when the driver was ending its work.
      const applied = await conductor.busy(() => making.apply(job, due === 'made' ? conductor.signal : signal));
      // Whether it is drawn again hangs on what was known when it was there.
      if (applied.kind === 'changed' && applied.drawn === true)
        await conductor.turn(madeIn(tape.rest(), job.proposal.id));
      return applied;
    },
    async evaluate({ candidate }, signal) {
      conductor.heed(signal);
      const due = evaluationDue(tape.rest(), candidate.id);
      if (due === undefined || begunAgain.has(candidate.id)) return conductor.never(signal);
      if ('outcome' in due) return due;
      // It had given way, and was begun again when another was known to be the same.
      await conductor.turn(due);
      begunAgain.add(candidate.id);
      throw new GaveWay('begun again');
    },
    async answer({ question }, signal) {
      conductor.heed(signal);
      const due = answerDue(tape.rest(), question);
      if (due !== undefined) return due;
      return isChallenge(question.key) ? MOOT : conductor.never(signal);
    },
  };
}
