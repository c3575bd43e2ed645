import { existsSync } from 'node:fs';
import type { Refused } from '../../domain/candidate.ts';
import { formatScore } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import { type Command, RUN } from '../contract.ts';
import { whyBlocked } from '../exp/admission.ts';
import { wordsOf } from '../exp/said.ts';
import { on, text } from '../option.ts';
import { rebase, refuseWhileEvaluating } from './rebase.ts';
import { unopened, withRoom } from './room.ts';
import { type FileStat, statOf } from './stat.ts';
import { refusedText } from './status.ts';

const OPTIONS = {
  message: text('-m, --message <text>', 'what was changed, and why'),
  patch: on('--patch', 'show the whole change'),
  run: RUN,
} as const;

interface Committed {
  readonly run: string;
  readonly base: string;
  readonly epoch: number;
  /** Of the code as it was, with the new harness; null where it could not be measured to the end. */
  readonly score: number | null;
  readonly files: readonly FileStat[];
  readonly left_out: readonly Refused[];
  readonly patch?: string;
}

export const command: Command<typeof OPTIONS, Committed> = {
  details:
    'Makes what you changed in the worktree of evolve harness edit the harness of all that comes. A new epoch begins with it: the code as it was is measured again, and older scores leave best and frontier until evolve exp rescore measures them again. Your own branch stays as it is.',
  examples: ['evolve harness commit -m "more inputs"', 'evolve harness commit -m "a result per task" --patch'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRoom(context.cwd, input.run, async (room) => {
      const { lab, run, repository, workplaces, lease, folder, base } = room;
      if (input.message === undefined)
        throw new UserError('What was changed, and why? evolve harness commit -m "<text>"');
      if (!existsSync(folder)) throw unopened();
      const message = wordsOf(input.message, 'evolve harness commit -m "<text>"', lab);
      refuseWhileEvaluating(room);
      const taken = await room.take(`evolve: harness: ${message}`);
      if (taken.kind !== 'changed')
        throw new UserError(
          // Whoever was killed after all was recorded has only root left to measure.
          (whyBlocked(lab.journal.view()) ??
            `Nothing was changed in ${folder}: edit it first, or give it back with evolve harness discard`) +
            leftOut(taken.kind === 'unchanged' ? taken.refused : []),
        );
      const { commit, tree, refused } = taken;
      const patch = Buffer.from(await repository.diff(base.commit, commit)).toString('utf8');
      const head = run.base.head === undefined ? {} : { head: run.base.head };
      const { end } = await rebase(room, { commit, tree, ...head }, message, context);
      await workplaces.release(lease);
      return {
        run: run.id,
        base: commit,
        epoch: lab.journal.view().run()?.epoch ?? 0,
        score: end?.outcome === 'committed' ? end.score : null,
        files: statOf(patch),
        left_out: refused,
        ...(input.patch === true ? { patch } : {}),
      };
    }),
  text: ({ epoch, score, files, left_out, patch }) =>
    [
      ...files.map(({ path, added, removed }) => `  ${plain(path)}  +${added} -${removed}`),
      ...left_out.map(refusedText),
      ...(patch === undefined ? [] : [patch.split('\n').map(plain).join('\n').trimEnd()]),
      score === null
        ? `Epoch ${epoch} has begun, but root could not be measured: evolve exp rescore root`
        : `Epoch ${epoch} has begun: root scores ${formatScore(score)}. Older ones count once they are measured again: evolve exp rescore <id>`,
    ].join('\n'),
};

const leftOut = (refused: readonly Refused[]): string => refused.map((one) => `\n${refusedText(one)}`).join('');
