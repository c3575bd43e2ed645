import { gain } from '../domain/compare.ts';
import type { RunFacts } from '../domain/view.ts';
import { formatScore, formatSigned } from '../lib/format.ts';
import { type Column, fitted } from '../lib/table.ts';
import { UserError } from '../lib/user-error.ts';
import { type Command, RUN } from './contract.ts';
import { scoreIn } from './document.ts';
import { type Making, makingOf, makingText } from './making.ts';
import { text } from './option.ts';
import { withRun } from './place.ts';
import { entryOf } from './show.ts';

const OPTIONS = { id: text('<id>', 'a candidate by its id (default: best)'), run: RUN } as const;

/** The longest path that is walked. */
const LONGEST = 10_000;

interface PathStep extends Making {
  readonly id: string;
  readonly score: number | null;
  /** Over the step before, as a plain difference; `better` says whether it goes the right way. */
  readonly gain: number | null;
  readonly better: boolean | null;
  readonly parents: readonly string[];
  readonly summary: string;
}

export const command: Command<typeof OPTIONS, readonly PathStep[]> = {
  examples: ['evolve path', 'evolve path c18', 'evolve path best --json'],
  positional: ['id'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, (open) => {
      const { proposal } = entryOf(open, input.id);
      const path = open.view.lineage(proposal.id, LONGEST);
      if (path.length === LONGEST)
        throw new UserError(
          `The path to ${proposal.id} has more than ${LONGEST} steps. Export them: evolve export --csv`,
        );
      return path.map((entry, index): PathStep => {
        const change = index === 0 ? undefined : changeOf(path[index - 1], entry, open.run);
        return {
          id: entry.proposal.id,
          score: scoreIn(entry),
          gain: change?.delta ?? null,
          better: change?.better ?? null,
          ...makingOf(entry.proposal),
          parents: entry.proposal.operator === 'seed' ? [] : entry.proposal.parents,
          summary: entry.candidate?.summary ?? entry.dropped?.reason ?? entry.proposal.brief.objective,
        };
      });
    }),
  text: (steps, context) =>
    fitted(
      COLUMNS,
      steps.map((step) => [
        step.id,
        formatScore(step.score),
        step.gain === null ? '–' : formatSigned(step.gain),
        `${makingText(step)}${step.parents.length > 1 ? ` with ${step.parents.slice(1).join(', ')}` : ''}`,
        step.summary,
      ]),
      context.columns,
    ),
};

const COLUMNS: readonly Column[] = [
  { title: 'Candidate' },
  { title: 'Fitness', align: 'right' },
  { title: 'Gain', align: 'right', spare: 1 },
  { title: 'Operator', spare: 2 },
  { title: 'Change', spare: 3 },
];

type Measured = Parameters<typeof scoreIn>[0];

function changeOf(before: Measured, after: Measured, run: RunFacts): ReturnType<typeof gain> | undefined {
  if (before?.evaluation?.outcome !== 'scored' || after?.evaluation?.outcome !== 'scored') return undefined;
  return gain(after.evaluation.samples, before.evaluation.samples, run.config.fixed.direction);
}
