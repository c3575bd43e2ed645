import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { shellQuote } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { findPlace, resolveGlobs } from '../workspace/workspace.ts';
import { announce } from './announce.ts';
import { conclude, type Disposal, disposalCode, disposalDocument, disposalText } from './conclude.ts';
import { askedFor } from './config/asked.ts';
import { continueRun } from './continue.ts';
import type { Command, Context } from './contract.ts';
import { wantsJudge } from './judging.ts';
import { on, text } from './option.ts';
import { scopeHint } from './scope-hint.ts';
import { presetOf } from './searching.ts';
import { adjustableOf, fixedOf, RUN_OPTIONS, type RunInput } from './settings.ts';
import { takeRun } from './take.ts';
import { askForTarget, refuseTargeting, scopeOfTarget } from './targeting.ts';

const OPTIONS = {
  ...RUN_OPTIONS,
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file'),
} as const;

export const command: Command<typeof OPTIONS, Disposal> = {
  details: [
    'Measures the files as they are, then tries one change after another, mostly of the best so far, and reports the winner. Without a budget it ends after 100 evaluations, or 40 without a better one.',
    'With -k, -g or -s it breeds generations, keeps the better half and asks after each of them.',
    'Your code stays as it is until you apply a winner: candidates live in .evolve/, and each is measured in a clean checkout of its own.',
    'An unfinished run of the same command and files is continued; after a finished one a new run starts.',
    'All settings may also be in evolve.yaml, under the names of their flags; flags win.',
  ].join('\n'),
  examples: [
    'evolve run "node bench.js" --files src/packer.js',
    'evolve run "make bench" --files "src/**/*.js" --direction min --budget-minutes 30 --yes',
    'evolve run "node bench.js" --files src/packer.js --gate "npm test" --budget-evals 500 --plateau 100',
    'evolve run "node bench.js" --files src/packer.js -k 6 -g 20        # generation by generation',
    'evolve run "node bench.js" --files src/packer.js --agent claude --budget-usd 5        # see evolve doctor',
    'evolve run "node bench.js" --files src/packer.js --resume --budget-evals 200 --yes',
    'evolve run        # with fitness and files in evolve.yaml',
  ],
  positional: ['fitness'],
  options: OPTIONS,

  async run(flags, context) {
    const { input, folder, filesFolder, from } = await askedFor(flags, context.cwd);
    if (from !== undefined) context.tell(`settings from ${from}`);
    // Where an agent judges there may be nothing to run.
    const fitness = input.fitness ?? (wantsJudge(input) ? '' : undefined);
    refuseTargeting(input);
    const target = input.target ?? (await missingTarget(input, context));
    const files =
      target !== undefined
        ? []
        : (input.files ?? (fitness === undefined ? undefined : await askForFiles(context, fitness)));
    if (isMisplaced(input, fitness))
      throw new UserError(
        `Put the command before --files: evolve run "${input.files?.at(-1)}" --files ${input.files?.slice(0, -1).join(' ')}`,
      );
    if (fitness === undefined)
      throw new UserError(
        'What is to be measured? evolve run "<command that prints a number>" --files <files>, or let an agent judge the code: --strategy islands --agent <agent>',
      );
    if (input.resume === true && input.fresh === true)
      throw new UserError('--resume continues a run and --fresh starts one: choose one of them.');
    if (files === undefined) throw new UserError(whichFiles(context, fitness));
    const fixed = fixedOf(input);
    const place = await findPlace(folder);
    const scoped = target === undefined ? undefined : await scopeOfTarget(target, input, place, filesFolder, context);
    const identity = {
      strategy: presetOf(input) ?? ('patient' as const),
      fitness,
      folder: place.folder,
      files: resolveGlobs({ ...place, folder: relative(place.root, realpathSync(filesFolder)) }, files),
      ...scoped?.identity,
    };
    const config = { identity, fixed: { ...fixed, ...scoped?.fixed }, adjustable: adjustableOf(input) };
    const { repository, store, chosen } = await takeRun(place, config, input, context);
    try {
      if (chosen.lease !== undefined) {
        await announce(repository, store, chosen.run, context);
        await continueRun(repository, store, { run: chosen.run, lease: chosen.lease }, input.yes === true, context);
      }
      return await conclude(repository, store, chosen.run, input, context);
    } finally {
      store.close();
      repository.close();
    }
  },

  text: disposalText,
  document: disposalDocument,
  exitCode: disposalCode,
};

/** Whether --files has swallowed the command that was to follow it. */
function isMisplaced({ fitness: given, files = [] }: RunInput, fitness: string | undefined): boolean {
  return given === undefined && files.length > 1 && (fitness === undefined || /\s/.test(files.at(-1) ?? ''));
}

/** Islands are mostly of one function. */
async function missingTarget(input: RunInput, context: Context): Promise<string | undefined> {
  if (input.files !== undefined || presetOf(input) !== 'islands') return undefined;
  const target = await askForTarget(context);
  if (target === undefined)
    throw new UserError('Which function may change? Name it with --target FILE#NAME, or whole files with --files.');
  return target;
}

function whichFiles({ cwd }: Context, fitness: string): string {
  const hint = scopeHint(cwd, fitness);
  const files = (hint.length === 0 ? ['src/solver.js'] : hint).map(shellQuote).join(' ');
  return `Which files may change? Name them, for example: --files ${files} (everything else is protected).`;
}

/** The scope is never assumed: a terminal asks for it, elsewhere it is a mistake to leave it out. */
async function askForFiles(context: Context, fitness: string): Promise<readonly string[] | undefined> {
  if (!context.interactive) return undefined;
  const hint = scopeHint(context.cwd, fitness);
  const guess = hint.length === 0 ? '' : ` [${hint.join(' ')}]`;
  const answer = await context.ask(`Which files may change? (paths or globs, separated by spaces)${guess} `);
  const given = answer?.split(/\s+/).filter((word) => word !== '') ?? [];
  const files = given.length === 0 ? hint : given;
  return files.length === 0 ? undefined : files;
}
