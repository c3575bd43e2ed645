import { formatScore } from '../lib/format.ts';
import { line, type Measured, measureInTurns } from './compare.ts';
import { type Command, RUN } from './contract.ts';
import { scoreIn } from './document.ts';
import { refuseCycles } from './goals/refuse.ts';
import { integer, text } from './option.ts';
import { withRun } from './place.ts';
import { entryOf } from './show.ts';

const REPEATS = 3;

const OPTIONS = {
  id: text('<id>', 'a candidate such as gen2-1, or seed (default: best)'),
  repeat: integer('--repeat <n>', `how often (default: ${REPEATS})`, 1),
  run: RUN,
} as const;

interface Remeasured extends Measured {
  readonly run: string;
  /** What the run has on record. */
  readonly recorded: number | null;
}

export const command: Command<typeof OPTIONS, Remeasured> = {
  details:
    'Measures a candidate afresh in a sealed checkout of its own. Nothing is recorded: its score stays what it was.',
  examples: ['evolve measure best', 'evolve measure gen2-1 --repeat 10', 'evolve measure seed --json'],
  positional: ['id'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      refuseCycles('measure', open.run);
      const entry = entryOf(open, input.id);
      const [measured] = await measureInTurns(open, [entry], input.repeat ?? REPEATS, context);
      if (measured === undefined) throw new Error('one candidate was measured');
      return { run: open.run.id, ...measured, recorded: scoreIn(entry) };
    }),
  text: (measured) => `${line(measured)}\n${'on record'.padEnd(10)}        ${formatScore(measured.recorded)}`,
};
