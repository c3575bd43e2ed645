import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../domain/event.ts';
import { plural } from '../../lib/format.ts';
import { cut, plain } from '../../lib/width.ts';
import { remove } from '../../workspace/workspace.ts';
import type { Command } from '../contract.ts';
import { refuseExperiments } from '../exp/refuse.ts';
import { refuseCycles } from '../goals/refuse.ts';
import { eventsOf } from '../history.ts';
import { text } from '../option.ts';
import { runFolder, withRun } from '../place.ts';
import { repositoryOf } from '../repository.ts';
import type { Difference } from './conductor.ts';
import { perform } from './perform.ts';
import { missingIn, recordingsIn } from './recordings.ts';
import { differenceIn } from './same.ts';

const OPTIONS = { run: text('[run]', 'the run, such as r2 (default: the newest)') } as const;

type Replayed = { readonly run: string; readonly events: number } & (
  | { readonly kind: 'same' }
  | { readonly kind: 'different'; readonly difference: Difference }
  | { readonly kind: 'missing'; readonly what: string }
);

export const command: Command<typeof OPTIONS, Replayed> = {
  details: [
    'Makes every proposal and every change of the run again, from its recorded answers and samples in the order in which they came, and compares each event.',
    'Calls no agent and measures nothing. The run stays as it is.',
    'Exit code 0: the same. 1: not, with the first event that differs, or with what is missing.',
  ].join('\n'),
  examples: ['evolve replay', 'evolve replay r2 --json'],
  positional: ['run'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open): Promise<Replayed> => {
      const { journal, stateDir, run } = open;
      refuseExperiments('replay', run);
      refuseCycles('replay', run);
      const events = eventsOf(journal);
      const told = { run: run.id, events: events.length };
      const read = recordingsIn(runFolder(stateDir, run.id));
      const what = missingIn(events, read);
      if (what !== undefined) return { ...told, kind: 'missing', what };
      const repository = await repositoryOf(open);
      const folder = mkdtempSync(join(stateDir, 'tmp', 'replay-'));
      try {
        const engine = await context.engine();
        const difference = await perform({ events, repository, engine, read, folder }, context.signal);
        return difference === undefined ? { ...told, kind: 'same' } : { ...told, kind: 'different', difference };
      } finally {
        remove(folder);
        repository.close();
      }
    }),
  text: (replayed) => {
    switch (replayed.kind) {
      case 'same':
        return `same: ${plural(replayed.events, 'event')}`;
      case 'missing':
        return `Run ${replayed.run} can't be replayed: ${replayed.what}.`;
      case 'different':
        return differenceText(replayed.difference);
    }
  },
  document: (replayed) => {
    const { run, events, kind } = replayed;
    if (kind !== 'different') return replayed.kind === 'missing' ? replayed : { run, events, kind };
    const { recorded, replayed: came, why } = replayed.difference;
    return { run, events, kind, at: recorded.seq, recorded: recorded.event, replayed: came, why };
  },
  exitCode: ({ kind }) => (kind === 'same' ? 0 : 1),
};

/** Enough of a value to tell it by. */
const SHOWN = 300;

function differenceText({ recorded, replayed, why }: Difference): string {
  const [event] = replayed;
  const place = event === undefined ? undefined : differenceIn(recorded.event, event);
  const lines = [`different: event ${recorded.seq} did not come again`, `  recorded  ${shown(recorded.event)}`];
  if (event === undefined) lines.push(`  replayed  ${why ?? 'nothing'}`);
  else lines.push(`  replayed  ${shown(event)}`);
  if (place !== undefined && event?.type === recorded.event.type && place.path !== '')
    lines.push(`  in ${place.path}: ${shown(place.recorded)} then, ${shown(place.replayed)} now`);
  return lines.join('\n');
}

const shown = (value: Event | unknown): string => cut(plain(JSON.stringify(value) ?? 'nothing'), SHOWN);
