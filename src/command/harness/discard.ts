import { existsSync } from 'node:fs';
import { type Command, RUN } from '../contract.ts';
import { unopened, withRoom } from './room.ts';

const OPTIONS = { run: RUN } as const;

interface Discarded {
  readonly run: string;
}

export const command: Command<typeof OPTIONS, Discarded> = {
  details: 'Deletes the worktree with all that was not committed. What was committed before stays.',
  examples: ['evolve harness discard'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRoom(context.cwd, input.run, async ({ run, workplaces, lease, folder }) => {
      if (!existsSync(folder)) throw unopened();
      await workplaces.release(lease);
      return { run: run.id };
    }),
  text: () => 'The worktree of the harness is gone. Another: evolve harness edit',
};
