import { lock } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { type Command, RUN } from './contract.ts';
import { refuseExperiments } from './exp/refuse.ts';
import { isDriven, leasePath, withRun } from './place.ts';
import { againOf } from './resuming.ts';
import { sweep } from './sweep.ts';

const OPTIONS = { run: RUN } as const;

interface Stopped {
  readonly run: string;
  readonly state: 'stopped' | 'finished';
  readonly reason: string;
  /** How it goes on. */
  readonly again: string;
}

const REASON = 'stopped by evolve stop';

export const command: Command<typeof OPTIONS, Stopped> = {
  examples: ['evolve stop', 'evolve stop --run r2'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async ({ stateDir, journal, run }) => {
      if (!isDriven(stateDir, run.id)) refuseExperiments('stop', run);
      if (run.end?.kind === 'finished') throw new UserError(`Run ${run.id} is finished already.`);
      journal.append(() => [{ type: 'stop-requested', reason: REASON }]);
      if (isDriven(stateDir, run.id)) context.tell(`waiting for the driver of ${run.id} to end its work …`);
      const lease = await lock(leasePath(stateDir, run.id), context.signal);
      try {
        // Nobody drives it: the end is ours to write down.
        journal.append((view) =>
          view.run()?.end === undefined ? [{ type: 'stopped', cause: 'request', reason: REASON }] : [],
        );
        sweep(stateDir, run.id);
      } finally {
        lease.release();
      }
      const end = journal.view().run()?.end;
      return { run: run.id, state: end?.kind ?? 'stopped', reason: end?.reason ?? REASON, again: againOf(run) };
    }),
  text: ({ run, state, again }) =>
    state === 'finished' ? `Run ${run} has finished meanwhile.` : `Run ${run} is stopped. Continue it: ${again}`,
};
