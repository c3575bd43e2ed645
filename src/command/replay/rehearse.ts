import type { RunConfig } from '../../domain/config.ts';
import type { Base, Recorded } from '../../domain/event.ts';
import type { Journal } from '../../domain/journal.ts';
import type { Lanes } from '../../domain/lane.ts';
import { type Checkpoint, isHumanAnswer } from '../../domain/question.ts';
import type { Strategy } from '../../domain/strategy.ts';
import { drive } from '../../loop/loop.ts';
import { Conductor, type Difference, LOOK_EVERY_MS } from './conductor.ts';
import { inTime } from './in-time.ts';
import { replayedLanes } from './lanes.ts';
import { retriesIn } from './retries.ts';
import type { Tape } from './tape.ts';

/** Who plays: the strategy of a run, and what makes its changes. */
export interface Cast {
  strategy(config: RunConfig): Strategy;
  making(config: RunConfig, base: Base, conductor: Conductor): Promise<Making>;
}

export interface Making extends Pick<Lanes, 'apply'>, AsyncDisposable {}

/** Drives a recorded run again in an empty journal. undefined when all of its events came again, in their order. */
export async function rehearse(
  tape: Tape,
  journal: Journal,
  cast: Cast,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const conductor = new Conductor(tape, journal);
  conductor.begin();
  while (tape.next !== undefined && conductor.difference === undefined) {
    const run = journal.view().run();
    if (run === undefined) throw new Error('the run is not open');
    const { config, base } = run;
    await using making = await cast.making(config, base, conductor);
    const driving = {
      journal: conductor.journal,
      strategy: inTime(cast.strategy(config), tape),
      lanes: replayedLanes(tape, conductor, making),
      width: config.adjustable.parallel,
      // Nothing is measured here: who had to give way is on the tape.
      slots: Number.POSITIVE_INFINITY,
      decide: (question: Checkpoint) => decided(tape, question),
      now: () => tape.now(),
      backOffMs: Array.from({ length: retriesIn(afterDriven(tape)) }, () => 0),
      lookEveryMs: LOOK_EVERY_MS,
    };
    await conductor.lead((cut) => drive(driving, AbortSignal.any([cut, signal])));
    signal.throwIfAborted();
  }
  return conductor.difference;
}

const afterDriven = (tape: Tape): Iterable<Recorded> => tape.rest(tape.played + 1);

/** What was answered in advance is recorded right after the question, or where that was put before, right now. */
function decided(tape: Tape, question: Checkpoint): string | undefined {
  for (const { event } of tape.rest()) {
    if (event.type === 'asked' && event.question.key === question.key) continue;
    if (event.type !== 'answered' || event.key !== question.key) return undefined;
    return isHumanAnswer(event.answer) ? event.answer.option : undefined;
  }
  return undefined;
}
