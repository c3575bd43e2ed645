import type { Directive } from '../domain/experiment.ts';
import { UserError } from '../lib/user-error.ts';
import { plain } from '../lib/width.ts';
import { type Command, RUN } from './contract.ts';
import { directiveDocument } from './directive.ts';
import { findDirective } from './directives.ts';
import { text } from './option.ts';
import { withRun } from './place.ts';

const OPTIONS = {
  id: text('<id>', 'a directive such as d1'),
  by: text('--by <name>', 'who has read it (default: hand)'),
  run: RUN,
} as const;

interface Acknowledged {
  readonly run: string;
  readonly directive: Directive;
}

export const command: Command<typeof OPTIONS, Acknowledged> = {
  details: 'Answers of evolve exp … stop repeating it then; prompts of a run go on carrying it.',
  examples: ['evolve ack d1', 'evolve ack d2 --by "agent of exp_0004"'],
  positional: ['id'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async ({ journal, run }) => {
      const id = input.id;
      if (id === undefined) throw new UserError('Which directive? See: evolve directives');
      if (findDirective(journal.view(), id) === undefined)
        throw new UserError(`There is no directive ${id} in run ${run.id}. See: evolve directives`);
      journal.append((view) =>
        findDirective(view, id)?.acknowledged === undefined
          ? [{ type: 'acknowledged', directive: id, by: input.by ?? 'hand' }]
          : [],
      );
      const directive = findDirective(journal.view(), id);
      if (directive === undefined) throw new Error(`directive ${id} is gone`);
      return { run: run.id, directive };
    }),
  document: (result) => ({ ...result, directive: directiveDocument(result.directive) }),
  text: ({ directive: { id, acknowledged } }) => `Directive ${id} was read by ${plain(acknowledged?.by ?? 'nobody')}.`,
};
