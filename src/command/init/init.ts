import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunConfig } from '../../domain/config.ts';
import { shellQuote } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';
import { findPlace, resolveGlobs } from '../../workspace/workspace.ts';
import { askedFor } from '../config/asked.ts';
import { findConfig } from '../config/file.ts';
import type { Command, Context } from '../contract.ts';
import { experimentingOf } from '../experimenting.ts';
import { adjustableOf, fixedOf, refuseOtherSettings } from '../settings.ts';
import { type Opened, takeRun } from '../take.ts';
import { testsIn } from '../testing.ts';
import { type Begun, begunText } from './begun.ts';
import { INIT_OPTIONS, type InitInput, measuringInput, settingsInput } from './options.ts';
import { readjust } from './readjust.ts';
import { keepRecords } from './records.ts';
import { settle } from './settle.ts';

export const command: Command<typeof INIT_OPTIONS, Begun> = {
  details: [
    'Finds what to measure, tries to fool it, measures the code as it is, and writes down what everybody who works here must know. The code as it is becomes the root of a tree that evolve exp grows.',
    'What is not given is looked for and asked on a terminal; elsewhere it must be given.',
    'Your code stays as it is: experiments live in .evolve/. Beside your files only evolve.yaml is written, with these settings.',
  ].join('\n'),
  examples: [
    'evolve init',
    'evolve init --fitness "node bench.js" --files src/packer.js --yes',
    'evolve init --fitness "make bench" --files "src/**/*.c" --direction min --gate "make test" --goal "faster sorting"',
    'evolve init --fitness "python3 eval.py" --files agent.py --frontier softmax --frontier-params \'{"temperature": 0.2}\' --max-attempts 5',
  ],
  positional: [],
  options: INIT_OPTIONS,

  async run(flags, context) {
    if (flags.workspaces === 'worktree' && flags.pool !== undefined)
      throw new UserError('--pool names prepared clones and --workspaces worktree wants none: choose one of them.');
    const asked = await askedFor(flags.pool === undefined ? flags : { workspaces: 'pool', ...flags }, context.cwd);
    if (asked.from !== undefined) context.tell(`settings from ${asked.from}`);
    const measuring = measuringInput(asked.input);
    const settled = await settle(measuring, asked.folder, context);
    const input = { ...measuring, ...settled };
    const place = await findPlace(asked.folder);
    const files = resolveGlobs(
      { ...place, folder: relative(place.root, realpathSync(asked.filesFolder)) },
      settled.files,
    );
    const config: RunConfig = {
      identity: { strategy: 'rounds', fitness: settled.fitness, folder: place.folder, files },
      fixed: fixedOf(input),
      adjustable: { ...adjustableOf(input), experiments: experimentingOf(input) },
    };
    const opened = await takeRun(place, config, input, context);
    try {
      opened.chosen.lease?.release();
      if (opened.chosen.lease === undefined) return known(opened, input);
      tellOfTests(config, asked.folder, context);
      const written = { ...settled, direction: config.fixed.direction, ...settingsInput(flags) };
      return await keepRecords(
        opened,
        { ...written, save: flags.save === true },
        await fileFor(flags, context),
        context,
      );
    } finally {
      opened.store.close();
      opened.repository.close();
    }
  },

  text: begunText,
};

/** Tests that are there and that nothing asks for: a score alone tells little of right and wrong. */
function tellOfTests({ fixed, identity }: RunConfig, folder: string, context: Context): void {
  const tests = fixed.gates.length > 0 ? undefined : testsIn(folder, identity.files);
  if (tests !== undefined && tests !== identity.fitness)
    context.tell(
      `no gate yet, and there are tests: evolve exp gate add root --name tests --command ${shellQuote(tests)}`,
    );
}

/** What is asked for is there: its settings follow, as far as they may change. */
function known({ store, chosen }: Opened, input: InitInput): Begun {
  const journal = store.journal(chosen.run);
  const run = journal.view().run();
  if (run === undefined) throw new Error(`run ${chosen.run} is not open`);
  try {
    refuseOtherSettings(input, run);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message.replace('to continue it', 'to go on with it'));
  }
  return { ...readjust(journal, input), known: true };
}

/** The file that the settings are in, or would be. */
async function fileFor({ config, useConfig }: InitInput, { cwd }: Context): Promise<string | undefined> {
  if (useConfig === false || config !== undefined) return undefined;
  const here = realpathSync(cwd);
  return findConfig(here) ?? join(here, 'evolve.yaml');
}
