import { UserError } from '../../lib/user-error.ts';
import { limit } from '../contract.ts';
import { text } from '../option.ts';
import { EXP, withFiles } from '../workspace/open.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 1000;

export const command = experimentVerb({
  details: '`*` stays within a folder, `**` crosses folders. Files that git ignores are left out.',
  examples: ['evolve exp glob --exp exp_0003 "**/*.py"', 'evolve exp glob --exp exp_0003 "*.py" --in src'],
  positional: ['pattern'],
  options: {
    pattern: text('<pattern>', 'the pattern, in quotes'),
    exp: EXP,
    in: text('--in <folder>', 'only below this folder; the pattern is relative to it'),
    limit: limit(SHOWN),
  },
  experiment: ({ exp }) => exp,
  async run(lab, { pattern, exp, in: within, limit: most = SHOWN }) {
    if (pattern === undefined) throw new UserError('Which files? evolve exp glob --exp ID "<pattern>"');
    const found = await withFiles(lab, exp, (files) => files.glob(pattern, within));
    return { paths: found.slice(0, most), found: found.length };
  },
  text: ({ paths, found }) =>
    found === 0
      ? 'No file matches.'
      : [...paths, ...(found > paths.length ? [`… and ${found - paths.length} more: -n shows more`] : [])].join('\n'),
});
