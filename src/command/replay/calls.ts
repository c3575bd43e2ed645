import { type Recorded as Given, replay } from '../../agent/agent.ts';
import type { Agent } from '../../domain/agent.ts';
import type { Call, Recording } from '../../domain/ledger.ts';
import type { Conductor } from './conductor.ts';
import { dropDue, makingDue } from './due.ts';
import type { Tape } from './tape.ts';

interface Calls {
  readonly spec: string;
  readonly name: string;
  readonly tape: Tape;
  readonly conductor: Conductor;
  readonly read: (call: Call) => Recording | undefined;
}

/** Stands in for an agent of a recorded run. */
export function recordedAgent({ spec, name, tape, conductor, read }: Calls): Agent {
  return replay(spec, name, async (key, signal): Promise<Given> => {
    const call = callOf(key);
    if (call !== undefined) {
      const recording = read(call);
      if (recording === undefined) throw new Error(`the recording of ${key} is missing`);
      return { ...call, ...recording };
    }
    // The work and the step in it.
    const id = key.split('/')[0] ?? key;
    if (makingDue(tape.rest(), id) !== 'made') return conductor.never(signal, 'busy');
    const { reason, spent } = dropDue(tape.rest(), id) ?? { reason: 'the budget had no room for it', spent: true };
    return { outcome: spent === true ? 'spent' : 'given-up', reason };
  });

  /** What this agent has been called for before it is not called for again, but for outages. */
  function callOf(key: string): Call | undefined {
    const before = conductor.journal.view().call(key);
    if (before !== undefined && isOwn(before)) return before;
    for (const { event } of tape.rest())
      if (event.type === 'called' && event.call.key === key && isOwn(event.call)) return event.call;
    return undefined;
  }

  function isOwn({ agent, outcome }: Call): boolean {
    return agent === name && outcome !== 'broken';
  }
}
