import { UserError } from '../../lib/user-error.ts';
import { type Command, RUN } from '../contract.ts';
import { text } from '../option.ts';
import { changeSources, openSetting, pathIn, whenText } from './setting.ts';

const OPTIONS = {
  path: text('<path>', 'the file whose variables are no longer taken (default: all of them)'),
  run: RUN,
} as const;

interface Cleared {
  readonly run: string;
  readonly cleared: readonly string[];
  readonly when: string;
}

export const command: Command<typeof OPTIONS, Cleared> = {
  examples: ['evolve env clear .env', 'evolve env clear'],
  positional: ['path'],
  options: OPTIONS,
  async run({ path: given, run: id }, context) {
    const open = openSetting(context.cwd, id);
    try {
      const known = (open.run.config.adjustable.environment ?? []).map(({ path }) => path);
      const wanted = given === undefined ? undefined : [given, pathIn(open, context.cwd, given)];
      const cleared = known.filter((path) => wanted?.includes(path) ?? true);
      if (wanted !== undefined && cleared.length === 0)
        throw new UserError(
          `Run ${open.run.id} takes no variables from ${given}. It takes them from: ${known.join(', ') || 'no file'}.`,
        );
      changeSources(open, (before) => before.filter(({ path }) => !cleared.includes(path)));
      return { run: open.run.id, cleared, when: whenText(open) };
    } finally {
      open.store.close();
    }
  },
  text: ({ run, cleared, when }) =>
    [
      cleared.length === 0
        ? `Run ${run} takes variables from no file.`
        : `Run ${run} takes no variables from ${cleared.join(', ')} any more.`,
      when,
    ]
      .filter((line) => line !== '')
      .join('\n'),
  document: ({ run, cleared }) => ({ run, cleared }),
};
