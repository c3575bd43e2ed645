import type { Directive } from '../domain/experiment.ts';
import { isHeard } from '../domain/experiment-fold.ts';
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
  exp: text(
    '--exp <id>',
    'only for whoever works on this experiment (default: for all; in a workspace for its experiment)',
  ),
  run: RUN,
} as const;

interface Acknowledged {
  readonly run: string;
  readonly directive: Directive;
  /** For whom it counts; null where it does for all. */
  readonly experiment: string | null;
  readonly by: string;
}

export const command: Command<typeof OPTIONS, Acknowledged> = {
  details:
    'Answers of evolve exp … stop repeating it then, to all or to whoever works on one experiment; prompts of a run go on carrying it.',
  examples: ['evolve ack d1', 'evolve ack d2 --exp exp_0004 --by "agent 7"'],
  positional: ['id'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async ({ journal, run, here }) => {
      const id = input.id;
      if (id === undefined) throw new UserError('Which directive? See: evolve directives');
      if (findDirective(journal.view(), id) === undefined)
        throw new UserError(`There is no directive ${id} in run ${run.id}. See: evolve directives`);
      const experiment = input.exp ?? here;
      if (experiment !== undefined && journal.view().entry(experiment)?.experiment === undefined)
        throw new UserError(`There is no experiment ${experiment}. See: evolve exp status`);
      const whose = experiment === undefined ? {} : { experiment };
      journal.append((view) => {
        const found = findDirective(view, id);
        if (found === undefined || isHeard(found, experiment)) return [];
        return [{ type: 'acknowledged', directive: id, by: input.by ?? 'hand', ...whose }];
      });
      const directive = findDirective(journal.view(), id);
      if (directive === undefined) throw new Error(`directive ${id} is gone`);
      const own = directive.heard?.find((one) => one.experiment === experiment);
      const by = (directive.acknowledged ?? own)?.by ?? '';
      const counts = directive.acknowledged === undefined ? (experiment ?? null) : null;
      return { run: run.id, directive, experiment: counts, by };
    }),
  document: (result) => ({ ...result, directive: directiveDocument(result.directive) }),
  text: ({ directive: { id }, experiment, by }) =>
    `Directive ${id} was read by ${plain(by)}${experiment === null ? '' : `, for ${experiment}; others are still told`}.`,
};
