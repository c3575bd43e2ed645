import { UserError } from '../../lib/user-error.ts';
import { limit } from '../contract.ts';
import { text } from '../option.ts';
import { EXP, withFiles } from '../workspace/open.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 200;

export const command = experimentVerb({
  details:
    'The pattern is an extended regular expression, as of grep -E. Files that git ignores and binary ones are left out.',
  examples: ['evolve exp grep --exp exp_0003 "def (push|pop)"', 'evolve exp grep --exp exp_0003 TODO --in src'],
  positional: ['pattern'],
  options: {
    pattern: text('<pattern>', 'the pattern, in quotes'),
    exp: EXP,
    in: text('--in <path>', 'only in this file, or below this folder'),
    limit: limit(SHOWN),
  },
  experiment: ({ exp }) => exp,
  async run(lab, { pattern, exp, in: within, limit: most = SHOWN }) {
    if (pattern === undefined) throw new UserError('Which lines? evolve exp grep --exp ID "<pattern>"');
    const found = await withFiles(lab, exp, (files) => files.grep(pattern, within));
    return { hits: found.slice(0, most), found: found.length };
  },
  text: ({ hits, found }) =>
    found === 0
      ? 'No line matches.'
      : [
          ...hits.map(({ path, line, text: said }) => `${path}:${line}:${said}`),
          ...(found > hits.length ? [`… and ${found - hits.length} more: -n shows more`] : []),
        ].join('\n'),
});
