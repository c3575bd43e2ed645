import { existsSync } from 'node:fs';
import type { Refused } from '../../domain/candidate.ts';
import { plain } from '../../lib/width.ts';
import { type Command, RUN } from '../contract.ts';
import { withRoom } from './room.ts';

const OPTIONS = { run: RUN } as const;

interface HarnessStatus {
  readonly run: string;
  /** The commit that everything is based on. */
  readonly base: string;
  readonly epoch: number;
  /** null where nobody edits. */
  readonly worktree: string | null;
  readonly paths: readonly string[];
  /** What can't be taken, with the reason. */
  readonly left_out: readonly Refused[];
}

export const command: Command<typeof OPTIONS, HarnessStatus> = {
  examples: ['evolve harness status', 'evolve harness status --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRoom(context.cwd, input.run, async ({ run, base, folder, take }) => {
      const facts = { run: run.id, base: base.commit, epoch: run.epoch ?? 0 };
      if (!existsSync(folder)) return { ...facts, worktree: null, paths: [], left_out: [] };
      const taken = await take('evolve: the harness, as it is');
      if (taken.kind === 'unstaged') throw new Error('every change is taken');
      const paths = taken.kind === 'changed' ? taken.paths : [];
      return { ...facts, worktree: folder, paths, left_out: taken.refused };
    }),
  text({ epoch, worktree, paths, left_out }) {
    if (worktree === null) return `Epoch ${epoch}. Nobody edits the harness: evolve harness edit`;
    const changed = paths.length === 0 ? ['Nothing is changed yet.'] : paths.map((path) => `  changed  ${plain(path)}`);
    const next = paths.length === 0 ? 'evolve harness discard gives it back.' : 'Then: evolve harness commit -m "…"';
    return [`Epoch ${epoch}. Edited in ${worktree}`, ...changed, ...left_out.map(refusedText), next].join('\n');
  },
};

export const refusedText = ({ path, reason }: Refused): string => `  left out ${plain(path)}: ${plain(reason)}`;
