import { join } from 'node:path';
import type { Recorded } from '../../domain/event.ts';
import type { Call, Recording } from '../../domain/ledger.ts';
import { NO_LEDGER, openStore } from '../../journal/journal.ts';
import type { Repository } from '../../workspace/workspace.ts';
import type { Engine } from '../contract.ts';
import { recordedAgent } from './calls.ts';
import type { Conductor, Difference } from './conductor.ts';
import { makingLanes } from './making.ts';
import { rehearse } from './rehearse.ts';
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

/** Replays a run with its own strategy and operators; agents are played by their recordings. */
export async function perform(
  { events, repository, engine, read, folder }: Performance,
  signal: AbortSignal,
): Promise<Difference | undefined> {
  const tape = new Tape(events);
  const store = openStore(folder, () => tape.now());
  const standIn = (conductor: Conductor) => (spec: string, name: string) =>
    recordedAgent({ spec, name, tape, read, conductor });
  try {
    return await rehearse(
      tape,
      store.journal('replay'),
      {
        strategy: (config) => engine.strategy(config),
        making: (config, base, conductor) => {
          const operators = engine.operators(config, NO_LEDGER, standIn(conductor));
          return makingLanes(repository, config, base, operators, join(folder, 'lanes'));
        },
      },
      signal,
    );
  } finally {
    store.close();
  }
}
