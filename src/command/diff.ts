import { paintPatch, styleOf } from '../lib/style.ts';
import { UserError } from '../lib/user-error.ts';
import { type Command, RUN } from './contract.ts';
import { ownDiff } from './grounds.ts';
import { text } from './option.ts';
import { withRun } from './place.ts';
import { repositoryOf } from './repository.ts';
import { entryOf } from './show.ts';

const OPTIONS = {
  id: text('<id>', 'a candidate such as gen2-1 (default: best)'),
  against: text('[against]', 'what it is compared with: another candidate, or parent (default: the seed)'),
  run: RUN,
} as const;

interface Diff {
  readonly from: string;
  readonly to: string;
  readonly patch: Uint8Array;
}

export const command: Command<typeof OPTIONS, Diff> = {
  examples: [
    'evolve diff',
    'evolve diff gen3-1 parent',
    'evolve diff gen3-1 gen2-2',
    'evolve diff best > winner.patch',
  ],
  positional: ['id', 'against'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      const to = entryOf(open, input.id);
      const from = entryOf(open, input.against === 'parent' ? to.proposal.parents[0] : (input.against ?? 'seed'));
      if (to.candidate === undefined || from.candidate === undefined) {
        throw new UserError(
          `${(to.candidate === undefined ? to : from).proposal.id} has no code: it was not made or left everything as it was.`,
        );
      }
      const repository = await repositoryOf(open);
      try {
        const { journal, run } = open;
        const patch = await ownDiff(repository, journal, run, from.candidate.commit, to.candidate.commit);
        return { from: from.proposal.id, to: to.proposal.id, patch };
      } finally {
        repository.close();
      }
    }),
  // Bytes for a file; on a terminal, text that can't harm it.
  text: ({ patch }, { columns, color }) =>
    columns === Number.POSITIVE_INFINITY
      ? patch
      : paintPatch(Buffer.from(patch).toString('utf8').trimEnd().split('\n'), styleOf(color)).join('\n'),
  document: ({ from, to, patch }) => ({ from, to, patch: Buffer.from(patch).toString('utf8') }),
};
