import { UserError } from '../../lib/user-error.ts';
import { text } from '../option.ts';
import { EXP, withFiles } from '../workspace/open.ts';
import { experimentVerb } from './verb.ts';

export const command = experimentVerb({
  examples: ['evolve exp read --exp exp_0003 src/queue.py'],
  positional: ['path'],
  options: { path: text('<path>', 'the file'), exp: EXP },
  experiment: ({ exp }) => exp,
  async run(lab, { path, exp }) {
    if (path === undefined) throw new UserError('Which file? evolve exp read --exp ID <path>');
    return { path, content: await withFiles(lab, exp, (files) => files.read(path)) };
  },
  text: ({ content }) => content,
});
