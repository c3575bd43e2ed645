import { UserError } from '../../lib/user-error.ts';
import { text } from '../option.ts';
import { EXP, withFiles } from '../workspace/open.ts';
import { anyText } from './any-text.ts';
import { experimentVerb } from './verb.ts';

export const command = experimentVerb({
  details:
    'The content is what is piped in, or --content. Folders on the way are made; a file that is there is replaced.',
  examples: [
    'evolve exp write --exp exp_0003 src/heap.py < heap.py',
    'evolve exp write --exp exp_0003 VERSION --content 2',
  ],
  positional: ['path'],
  options: {
    path: text('<path>', 'the file'),
    exp: EXP,
    content: anyText('--content <text>', 'what is to be in it (default: what is piped in)'),
  },
  experiment: ({ exp }) => exp,
  async run(lab, { path, exp, content: given }, { input }) {
    if (path === undefined) throw new UserError('Which file? evolve exp write --exp ID <path>');
    return withFiles(lab, exp, async (files) => {
      const content = given ?? (await input?.());
      if (content === undefined) throw new UserError('What is to be in it? Pipe it in, or give it with --content');
      await files.write(path, content);
      return { path, bytes: Buffer.byteLength(content) };
    });
  },
  text: ({ path, bytes }) => `Wrote ${bytes} bytes to ${path}.`,
});
