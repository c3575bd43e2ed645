import { type Command, RUN } from '../contract.ts';
import { HARNESS, withRoom } from './room.ts';

const OPTIONS = { run: RUN } as const;

interface Edited {
  readonly run: string;
  /** The worktree to work in. */
  readonly worktree: string;
}

export const command: Command<typeof OPTIONS, Edited> = {
  details:
    'Gives you a worktree for the files that experiments may not change: the benchmark, its data, tests. Your own branch stays as it is. Called again it gives you the same one, as you left it.',
  examples: ['evolve harness edit', 'evolve harness edit --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRoom(context.cwd, input.run, async ({ run, workplaces, base, folder }) => {
      const leased = await workplaces.lease(HARNESS, base, []);
      if (leased.kind === 'full') throw new Error(leased.reason);
      return { run: run.id, worktree: folder };
    }),
  text: ({ worktree }) =>
    `Edit what is outside the scope in ${worktree}\nThen: evolve harness commit -m "<what and why>"`,
};
