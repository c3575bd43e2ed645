import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import type { Adjustable } from '../domain/config.ts';
import type { Store } from '../journal/journal.ts';
import { formatCount, formatNumber, formatUsd, plural, shellQuote } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { findPlace, type Repository, resolveGlobs } from '../workspace/workspace.ts';
import { agentWords } from './appoint.ts';
import { appointmentText } from './appointment.ts';
import { conclude, type Disposal, disposalCode, disposalDocument, disposalText } from './conclude.ts';
import { askedFor } from './config/asked.ts';
import { continueRun } from './continue.ts';
import type { Command, Context } from './contract.ts';
import { scoreIn } from './document.ts';
import { on, text } from './option.ts';
import { quoteLines } from './quote.ts';
import { quotedAuthors } from './quoted.ts';
import { scopeHint } from './scope-hint.ts';
import { adjustableOf, fixedOf, RUN_OPTIONS } from './settings.ts';
import { takeRun } from './take.ts';

const OPTIONS = {
  ...RUN_OPTIONS,
  config: text('--config <file>', 'take settings from this file (default: the nearest evolve.yaml)'),
  useConfig: on('--no-config', 'take no settings from a file'),
} as const;

export const command: Command<typeof OPTIONS, Disposal> = {
  details: [
    'Measures the files as they are, breeds variants generation by generation, keeps the better half, and reports the winner.',
    'Your code stays as it is until you apply a winner: candidates live in .evolve/, and each is measured in a clean checkout of its own.',
    'An unfinished run of the same command and files is continued; after a finished one a new run starts.',
    'All settings may also be in evolve.yaml, under the names of their flags; flags win.',
  ].join('\n'),
  examples: [
    'evolve run "node bench.js" --files src/packer.js',
    'evolve run "make bench" --files "src/**/*.js" -k 6 -g 20 --direction min --yes',
    'evolve run "node bench.js" --files src/packer.js --gate "npm test" --budget-evals 100 --yes',
    'evolve run "node bench.js" --files src/packer.js --resume -g 30 --yes',
    'evolve run        # with fitness and files in evolve.yaml',
  ],
  positional: ['fitness'],
  options: OPTIONS,

  async run(flags, context) {
    const { input, folder, filesFolder, from } = await askedFor(flags, context.cwd);
    if (from !== undefined) context.tell(`settings from ${from}`);
    const { fitness } = input;
    const files = input.files ?? (fitness === undefined ? undefined : await askForFiles(context, fitness));
    if (fitness === undefined && files !== undefined && files.length > 1)
      throw new UserError(
        `Put the command before --files: evolve run "${files.at(-1)}" --files ${files.slice(0, -1).join(' ')}`,
      );
    if (fitness === undefined)
      throw new UserError('What is to be measured? evolve run "<command that prints a number>" --files <files>');
    if (input.resume === true && input.fresh === true)
      throw new UserError('--resume continues a run and --fresh starts one: choose one of them.');
    if (files === undefined) throw new UserError(whichFiles(context, fitness));
    const fixed = fixedOf(input);
    const place = await findPlace(folder);
    const identity = {
      strategy: 'generations' as const,
      fitness,
      folder: place.folder,
      files: resolveGlobs({ ...place, folder: relative(place.root, realpathSync(filesFolder)) }, files),
    };
    const config = { identity, fixed, adjustable: adjustableOf(input) };
    const { repository, store, chosen } = await takeRun(place, config, input, context);
    try {
      if (chosen.lease !== undefined) {
        await announce(store, chosen.run, context);
        await quote(repository, store, chosen.run, context);
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

/** Nobody's agent is used unasked, and that is said. */
function authorOf({ operator, agents }: Adjustable): string {
  if (operator === 'agent') return (agents?.author ?? []).map(appointmentText).join(', ');
  return operator === 'built-in' ? 'the built-in operators (no --agent)' : operator;
}

/** What agents may cost, before the first call. */
async function quote(repository: Repository, store: Store, run: string, context: Context): Promise<void> {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) return;
  const authors = await quotedAuthors(repository, facts);
  const { open } = view.counts();
  for (const line of quoteLines(facts.config.adjustable, facts.batch, authors, open)) context.tell(line);
}

async function announce(store: Store, run: string, context: Context): Promise<void> {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) return;
  const { fixed, adjustable } = facts.config;
  const { generations, stale, budget, stopAt } = adjustable;
  const limits = [plural(generations, 'generation'), `${stale} without a better one`];
  if (budget.evaluations !== undefined) limits.push(plural(budget.evaluations, 'evaluation'));
  if (budget.minutes !== undefined) limits.push(plural(budget.minutes, 'minute'));
  if (budget.usd !== undefined) limits.push(`${formatUsd(budget.usd)} for agents`);
  if (budget.tokens !== undefined) limits.push(`${formatCount(budget.tokens)} tokens`);
  if (stopAt !== undefined) limits.push(`a score of ${formatNumber(stopAt)}`);
  context.tell(
    `run ${run} · ${facts.config.identity.strategy} · ${adjustable.k} per generation by ${authorOf(adjustable)} · seed ${fixed.seed}`,
  );
  for (const word of await agentWords(facts.config)) context.tell(word);
  context.tell(`ends after ${limits.join(', or ')}`);
  if (fixed.gates.length === 0)
    context.tell('no gate: only the score tells right from wrong; add tests: --gate "<command>"');
  const baseline = scoreIn(view.entries(0)[0]);
  const better = fixed.direction === 'max' ? 'higher' : 'lower';
  context.tell(`baseline   ${formatNumber(baseline ?? Number.NaN).padStart(10)}  (${better} is better)`);
}
