import type { Directive } from '../../domain/experiment.ts';
import { UserError } from '../../lib/user-error.ts';
import { type Command, type Context, RUN } from '../contract.ts';
import { directiveDocument } from '../directive.ts';
import type { Given, Options } from '../option.ts';
import { type Lab, openLab, unheard } from './lab.ts';

/** What a verb of experiments has to say, and what the user wants that nobody has acknowledged. */
export interface Answer<R> {
  readonly result: R;
  readonly directives: readonly Directive[];
  /** How they are acknowledged, after their id. */
  readonly how: string;
}

/** A verb of experiments: what it does with an open lab, and how its result reads. */
export interface ExperimentVerb<O extends Options, R> {
  readonly details?: string;
  readonly examples: readonly string[];
  readonly positional: readonly (keyof O & string)[];
  readonly options: O;
  /** The experiment that the caller works on, where the input names one: its directives are told, too. */
  experiment?(input: Given<O>): string | undefined;
  run(lab: Lab, input: Given<O>, context: Context): R | Promise<R>;
  text(result: R, context: Context): string;
  /** What `--json` prints where it is not the result itself. */
  document?(result: R): object;
  exitCode?(result: R): number;
}

type WithRun<O extends Options> = O & { readonly run: typeof RUN };

/** Every answer carries the directives that were not acknowledged: how those outside our prompts hear of them. */
export function experimentVerb<O extends Options, R extends object>(
  verb: ExperimentVerb<O, R>,
): Command<WithRun<O>, Answer<R>> {
  const { details, examples, positional, options } = verb;
  return {
    ...(details === undefined ? {} : { details }),
    examples,
    positional,
    options: { ...options, run: RUN },
    async run(input, context) {
      const given = input as Given<O> & { readonly run?: string };
      const lab = openLab(context.cwd, given.run);
      try {
        const result = await verb.run(lab, given, context);
        return { result, ...heard(lab, experimentIn(lab, verb.experiment?.(given))) };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        const { directives, how } = heard(lab, experimentIn(lab, verb.experiment?.(given)));
        throw new UserError([error.message, ...directives.map((one) => directiveText(one, how))].join('\n'));
      } finally {
        lab.store.close();
      }
    },
    text: ({ result, directives, how }, context) =>
      [verb.text(result, context), ...directives.map((one) => directiveText(one, how))]
        .filter((part) => part !== '')
        .join('\n'),
    document: ({ result, directives }) => ({
      ...(verb.document?.(result) ?? result),
      directives: directives.map(directiveDocument),
    }),
    ...(verb.exitCode === undefined ? {} : { exitCode: ({ result }) => verb.exitCode?.(result) ?? 0 }),
  };
}

/** The one that the caller names, else the one in whose workspace the caller is. */
const experimentIn = ({ journal, here }: Lab, named: string | undefined): string | undefined =>
  named !== undefined && journal.view().entry(named)?.experiment !== undefined ? named : here;

function heard(lab: Lab, experiment: string | undefined): Omit<Answer<never>, 'result'> {
  const directives = unheard(lab, experiment);
  // What goes without saying is left out: the workspace that the caller is in, and the newest run.
  const exp = experiment === undefined || experiment === lab.here ? '' : ` --exp ${experiment}`;
  const run = lab.here !== undefined || lab.store.runs(1)[0] === lab.run.id ? '' : ` --run ${lab.run.id}`;
  return { directives, how: `${exp}${run}` };
}

/** As it is shown wherever somebody has to read it. */
const directiveText = ({ id, text }: Directive, how: string): string =>
  `\nDirective ${id} of the user, over all that was said before:\n${text.replace(/^/gm, '  ')}\nSay that you have read it: evolve ack ${id}${how}`;
