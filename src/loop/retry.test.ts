import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { dying } from '../../test/fake/dying.ts';
import { fakeLanes } from '../../test/fake/lanes.ts';
import { driveFake, open, outcomeOf } from '../../test/fake/run.ts';
import type { Preset } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { ApplyJob, Lanes } from '../domain/lane.ts';
import { memoryJournal } from '../journal/journal.ts';
import { MachineFailure } from './loop.ts';

const SEED = [1, 2.5, 40];
const score = (numbers: readonly number[]) => -numbers.reduce((sum, value, index) => sum + (value - index * 3) ** 2, 0);

function fresh(strategy: Preset): Journal {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({}, { budget: { evaluations: 4 }, control: 0, idle: 0 }, strategy), SEED, score(SEED));
  return journal;
}

/** Lanes whose author fails whenever it is told to, and what it was asked. */
function failing(fails: (job: ApplyJob) => boolean): Lanes & { readonly asked: string[] } {
  const lanes = fakeLanes({ seed: SEED, score });
  const asked: string[] = [];
  return {
    ...lanes,
    asked,
    async apply(job, signal) {
      asked.push(`${job.proposal.id}${job.retry === true ? ' again' : ''}`);
      return fails(job) ? { kind: 'failed', reason: 'it refused' } : lanes.apply(job, signal);
    },
  };
}

describe('an author that fails', () => {
  it('is asked once more where iterations are counted, killed or not', async () => {
    const once = (job: ApplyJob) => job.retry !== true;
    const whole = fresh('islands');
    const lanes = failing(once);
    const counted = dying(whole, Number.POSITIVE_INFINITY, 'before');
    await driveFake(counted, lanes);
    expect(whole.view().counts()).toMatchObject({ proposed: 4, failed: 0, scored: 4 });
    expect(lanes.asked.slice(0, 4)).toEqual(['c1', 'c1 again', 'c2', 'c2 again']);
    for (let at = 1; at <= counted.appends(); at++) {
      const journal = fresh('islands');
      await expect(driveFake(dying(journal, at, 'after'), failing(once))).rejects.toThrow('killed');
      await driveFake(journal, failing(once));
      expect(outcomeOf(journal.view())).toEqual(outcomeOf(whole.view()));
    }
  });

  it('is not asked a third time, and what it failed at is recorded', async () => {
    const journal = fresh('islands');
    const lanes = failing(() => true);
    await expect(driveFake(journal, lanes)).rejects.toThrow(MachineFailure);
    const { proposed, failed, open: left } = journal.view().counts();
    expect({ proposed, failed, left }).toEqual({ proposed: 8, failed: 8, left: 0 });
    expect(lanes.asked).toHaveLength(16);
    expect(journal.view().entry('c1')?.dropped).toEqual({ kind: 'failed', reason: 'it refused' });
  });

  it('is asked once in other searches', async () => {
    const journal = fresh('patient');
    const lanes = failing(({ proposal }) => proposal.id === 'c1');
    await driveFake(journal, lanes);
    expect(journal.view().counts()).toMatchObject({ failed: 1 });
    expect(lanes.asked).not.toContain('c1 again');
  });
});
