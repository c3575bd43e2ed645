import { join } from 'node:path';
import type { Agent } from '../../domain/agent.ts';
import type { RunConfig } from '../../domain/config.ts';
import type { Base, Recorded } from '../../domain/event.ts';
import type { Call, Recording } from '../../domain/ledger.ts';
import { type Checkpoint, isHumanAnswer } from '../../domain/question.ts';
import type { Strategy } from '../../domain/strategy.ts';
import { NO_LEDGER, openStore } from '../../journal/journal.ts';
import { drive } from '../../loop/loop.ts';
import type { Repository } from '../../workspace/workspace.ts';
import type { Engine } from '../contract.ts';
import { recordedAgent } from './calls.ts';
import { Conductor, type Difference, LOOK_EVERY_MS } from './conductor.ts';
import { replayedLanes } from './lanes.ts';
import { makingLanes } from './making.ts';
import { retriesIn } from './retries.ts';
import { Tape } from './tape.ts';

export interface Performance {
  readonly events: readonly Recorded[];
  readonly repository: Repository;
  readonly engine: Engine;
  /** Of a call; undefined when it is missing. */
  readonly read: (call: Call) => Recording | undefined;
  /** For what the replay writes; the caller takes it away. */
  readonly folder: string;
}

/** Drives a recorded run again, from its own events. undefined when all of them came again, in their order. */
export async function perform(
  { events, repository, engine, read, folder }: Performance,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const tape = new Tape(events);
  const store = openStore(folder, () => tape.now());
  try {
    const conductor = new Conductor(tape, store.journal('replay'));
    conductor.begin();
    while (tape.next !== undefined && conductor.difference === undefined) {
      const run = conductor.journal.view().run();
      if (run === undefined) throw new Error('the run is not open');
      await replayDriver(run.config, run.base, conductor);
      signal.throwIfAborted();
    }
    return conductor.difference;
  } finally {
    store.close();
  }

  async function replayDriver(config: RunConfig, base: Base, conductor: Conductor): Promise<void> {
    const standIn = (spec: string, name: string): Agent =>
      recordedAgent({ spec, name, tape, read, conductor, journal: conductor.journal });
    const operators = engine.operators(config, NO_LEDGER, standIn);
    await using making = await makingLanes(repository, config, base, operators, join(folder, 'lanes'));
    const driving = {
      journal: conductor.journal,
      strategy: inTime(engine.strategy(config), tape),
      lanes: replayedLanes(tape, conductor, making),
      width: config.adjustable.parallel,
      decide: (question: Checkpoint) => decided(tape, question),
      now: () => tape.now(),
      backOffMs: Array.from({ length: retriesIn(restAfterDriven(tape)) }, () => 0),
      lookEveryMs: LOOK_EVERY_MS,
    };
    await conductor.lead((cut) => drive(driving, AbortSignal.any([cut, signal])));
  }
}

const restAfterDriven = (tape: Tape): Iterable<Recorded> => tape.rest(tape.played + 1);

/** What was answered in advance is recorded right after the question, or where that was put before, right now. */
function decided(tape: Tape, question: Checkpoint): string | undefined {
  for (const { event } of tape.rest()) {
    if (event.type === 'asked' && event.question.key === question.key) continue;
    if (event.type !== 'answered' || event.key !== question.key) return undefined;
    return isHumanAnswer(event.answer) ? event.answer.option : undefined;
  }
  return undefined;
}

/** What came too late then does so again, and nothing else: a replay is faster and slower than the run was. */
function inTime(strategy: Strategy, tape: Tape): Strategy {
  return {
    ...strategy,
    tooLate(view) {
      const { next } = tape;
      if (next?.event.type !== 'dropped') return undefined;
      const reason = strategy.tooLate(view, next.at);
      return reason === next.event.reason ? reason : undefined;
    },
  };
}
