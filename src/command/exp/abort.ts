import { setTimeout as sleep } from 'node:timers/promises';
import type { Attempt } from '../../domain/experiment.ts';
import { UserError } from '../../lib/user-error.ts';
import { giveUp } from '../../loop/loop.ts';
import { duration, text } from '../option.ts';
import { experimentOf, ofExperiment } from './document.ts';
import { tryClaim, writer } from './evaluating.ts';
import type { Lab } from './lab.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  wait: duration('--wait <time>', 'how long to wait for the end (default: 30s)'),
} as const;

const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 50;

interface Aborted {
  readonly id: string;
  readonly attempt: number;
  /** False where whoever measures it has not ended within the time. */
  readonly ended: boolean;
  readonly outcome: 'committed' | 'evaluated' | 'failed' | null;
  readonly reason: string | null;
}

export const command = experimentVerb<typeof OPTIONS, Aborted>({
  details: 'The attempt does not count, and the files stay as they are.',
  examples: ['evolve exp abort exp_0003'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, { id: given, wait = WAIT_MS }) {
    if (given === undefined) throw new UserError('Which experiment? evolve exp abort ID; see evolve exp status');
    const entry = experimentOf(lab, given);
    const { id } = entry.proposal;
    const { status, attempt } = ofExperiment(entry);
    if (status !== 'active') throw new UserError(`${id} is ${status}: nothing of it is going on.`);
    const ended = await endAttempt(lab, id, attempt, wait);
    return {
      id,
      attempt,
      ended: ended !== undefined,
      outcome: ended?.end?.outcome ?? null,
      reason: ended?.end?.reason ?? null,
    };
  },
  text({ id, attempt, ended, outcome, reason }) {
    if (!ended) return `${id} attempt ${attempt} is to end, and has not yet: look again with evolve exp show ${id}`;
    if (outcome === 'failed')
      return `ABORTED ${id} attempt ${attempt}: ${reason ?? ''}. Measure it anew: evolve exp eval ${id}`;
    return `${id} attempt ${attempt} had ended before: ${outcome ?? ''}. See evolve exp show ${id}`;
  },
  exitCode: ({ ended }) => (ended ? 0 : 1),
});

/** Asks whoever works on an attempt to end it; ends it here where nobody does. undefined when that takes too long. */
export async function endAttempt(lab: Lab, id: string, attempt: number, waitMs: number): Promise<Attempt | undefined> {
  const { journal } = lab;
  journal.append((now) => {
    const experiment = now.entry(id)?.experiment;
    const open = experiment?.status === 'active' && experiment.attempt === attempt && experiment.aborting !== true;
    return open ? [{ type: 'abort-requested', experiment: id, attempt }] : [];
  });
  for (const until = performance.now() + waitMs; ; await sleep(LOOK_EVERY_MS)) {
    const claim = await tryClaim(lab, id);
    try {
      const found = journal
        .view()
        .attempts(id)
        .find((one) => one.attempt === attempt);
      if (found?.end !== undefined) return found;
      if (claim !== undefined) return await giveUp({ journal, write: writer(lab) }, id);
    } finally {
      claim?.release('remove');
    }
    if (performance.now() >= until) return undefined;
  }
}
