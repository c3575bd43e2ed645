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
  /** Of the directives, where it isn't the newest run, which goes without saying. */
  readonly run?: string;
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
        return { result, ...heard(lab, verb.experiment?.(given)) };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        const { directives, run } = heard(lab, verb.experiment?.(given));
        throw new UserError([error.message, ...directives.map((one) => directiveText(one, run))].join('\n'));
      } finally {
        lab.store.close();
      }
    },
    text: ({ result, directives, run }, context) =>
      [verb.text(result, context), ...directives.map((one) => directiveText(one, run))]
        .filter((part) => part !== '')
        .join('\n'),
    document: ({ result, directives }) => ({
      ...(verb.document?.(result) ?? result),
      directives: directives.map(directiveDocument),
    }),
    ...(verb.exitCode === undefined ? {} : { exitCode: ({ result }) => verb.exitCode?.(result) ?? 0 }),
  };
}

function heard(lab: Lab, experiment: string | undefined): Omit<Answer<never>, 'result'> {
  const directives = unheard(lab, experiment);
  return lab.store.runs(1)[0] === lab.run.id ? { directives } : { directives, run: lab.run.id };
}

/** As it is shown wherever somebody has to read it. */
export const directiveText = ({ id, text }: Directive, run?: string): string =>
  `\nDirective ${id} of the user, over all that was said before:\n${text.replace(/^/gm, '  ')}\nSay that you have read it: evolve ack ${id}${run === undefined ? '' : ` --run ${run}`}`;
