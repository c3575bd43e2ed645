import { UserError } from '../../lib/user-error.ts';
import type { Command } from '../contract.ts';
import { text } from '../option.ts';
import { editHere } from './edit.ts';
import { FILE } from './place.ts';

const OPTIONS = { id: text('<id>', 'the goal'), file: FILE } as const;

interface Removed {
  readonly file: string;
  readonly removed: string;
  readonly total: number;
  readonly era: string;
}

export const command: Command<typeof OPTIONS, Removed> = {
  details: 'Takes a goal out of GOALS.md or GOALS.yaml; nothing else in the file changes.',
  examples: ['evolve goals remove tests'],
  positional: ['id'],
  options: OPTIONS,
  async run({ id, file }, { cwd }) {
    if (id === undefined) throw new UserError('Which goal? evolve goals remove ID; evolve goals export shows them.');
    const { after } = await editHere(cwd, file, () => ({ kind: 'remove', ids: [id] }));
    return { file: after.path, removed: id, total: after.goals.length, era: after.era };
  },
  text: ({ file, removed, total }) => `${file}: ${removed} removed; ${total} ${total === 1 ? 'goal' : 'goals'} left.`,
};
