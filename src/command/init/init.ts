import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { scoreOf } from '../../domain/compare.ts';
import type { RunConfig } from '../../domain/config.ts';
import { UserError } from '../../lib/user-error.ts';
import { findPlace, resolveGlobs } from '../../workspace/workspace.ts';
import { askedFor } from '../config/asked.ts';
import type { Command } from '../contract.ts';
import { experimentingOf } from '../experimenting.ts';
import { adjustableOf, fixedOf } from '../settings.ts';
import { takeRun } from '../take.ts';
import { INIT_OPTIONS, measuringInput } from './options.ts';
import { type Begun, begunText } from './text.ts';

export const command: Command<typeof INIT_OPTIONS, Begun> = {
  details: [
    'Finds what to measure, tries to fool it, measures the code as it is and writes down what everybody who works here must know. The code as it is is then the root of a tree that evolve exp grows.',
    'What is not given is looked for and asked on a terminal; elsewhere it must be given.',
    'Your code stays as it is: experiments live in .evolve/. Only evolve.yaml is written beside it.',
  ].join('\n'),
  examples: [
    'evolve init',
    'evolve init --fitness "node bench.js" --files src/packer.js --yes',
    'evolve init --fitness "make bench" --files "src/**/*.c" --direction min --gate "make test" --goal "faster sorting"',
  ],
  positional: [],
  options: INIT_OPTIONS,

  async run(flags, context) {
    const asked = await askedFor(flags, context.cwd);
    if (asked.from !== undefined) context.tell(`settings from ${asked.from}`);
    const input = measuringInput(asked.input);
    const { fitness, files } = input;
    if (fitness === undefined)
      throw new UserError(
        'What is to be measured? evolve init --fitness "<command that prints a number>" --files <files>',
      );
    if (files === undefined) throw new UserError('Which files may change? Name them with --files.');
    const place = await findPlace(asked.folder);
    const config: RunConfig = {
      identity: {
        strategy: 'rounds',
        fitness,
        folder: place.folder,
        files: resolveGlobs({ ...place, folder: relative(place.root, realpathSync(asked.filesFolder)) }, files),
      },
      fixed: fixedOf(input),
      adjustable: { ...adjustableOf(input), experiments: experimentingOf(input) },
    };
    const { repository, store, chosen } = await takeRun(place, config, input, context);
    try {
      chosen.lease?.release();
      const view = store.journal(chosen.run).view();
      const root = view.entry('root');
      const score = root?.evaluation === undefined ? null : scoreOf(root.evaluation);
      return { run: chosen.run, known: chosen.lease === undefined, score };
    } finally {
      store.close();
      repository.close();
    }
  },

  text: begunText,
};
