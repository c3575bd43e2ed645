import type { Directive } from '../domain/experiment.ts';
import type { View } from '../domain/view.ts';
import { plain } from '../lib/width.ts';
import { type Command, limit, RUN } from './contract.ts';
import { directiveDocument } from './directive.ts';
import { withRun } from './place.ts';

const SHOWN = 20;

const OPTIONS = { limit: limit(SHOWN), run: RUN } as const;

interface Directives {
  readonly run: string;
  /** Newest first. */
  readonly directives: readonly Directive[];
}

export const command: Command<typeof OPTIONS, Directives> = {
  examples: ['evolve directives', 'evolve directives --run r2 --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async ({ view, run }) => ({
      run: run.id,
      directives: view.directives(input.limit ?? SHOWN),
    })),
  document: ({ run, directives }) => ({ run, directives: directives.map(directiveDocument) }),
  text: ({ run, directives }) =>
    directives.length === 0
      ? `Nobody has directed run ${run} yet: evolve direct "<text>"`
      : directives.map(lines).join('\n'),
};

function lines({ id, text, experiment, acknowledged, heard = [] }: Directive): string {
  const whose = experiment === undefined ? '' : ` for ${experiment}`;
  const alone = heard.length === 0 ? 'not read yet' : `read for ${namesOf(heard)}`;
  const read = acknowledged === undefined ? alone : `read by ${plain(acknowledged.by)}`;
  return `${id}${whose}, ${read}\n${text
    .split('\n')
    .map((line) => `  ${plain(line)}`)
    .join('\n')}`;
}

const NAMED = 5;

function namesOf(heard: NonNullable<Directive['heard']>): string {
  const more = heard.length > NAMED ? ` and ${heard.length - NAMED} more` : '';
  return `${heard
    .slice(-NAMED)
    .map(({ experiment }) => experiment)
    .join(', ')}${more}`;
}

/** Of so many, older ones are as good as gone. */
const MOST = 1000;

export const findDirective = (view: View, id: string): Directive | undefined =>
  view.directives(MOST).find((one) => one.id === id);
