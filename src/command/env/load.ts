import { UserError } from '../../lib/user-error.ts';
import { type Command, RUN } from '../contract.ts';
import { list, on, text } from '../option.ts';
import { changeSources, openSetting, pathIn, whenText } from './setting.ts';
import { variablesInFile } from './sources.ts';

const OPTIONS = {
  path: text('<path>', 'a file of NAME=value lines, such as .env'),
  all: on('--all', 'take all of its variables'),
  allow: list('--allow <names>', 'take only these, separated by commas'),
  run: RUN,
} as const;

interface Loaded {
  readonly run: string;
  readonly path: string;
  readonly names: readonly string[];
  readonly when: string;
}

export const command: Command<typeof OPTIONS, Loaded> = {
  details: [
    'The benchmark, gates, build, prepare and before-run get these variables from now on. The file is read whenever they are started; its values are in no log, no record and no prompt.',
    'Nothing of your own shell is passed on but what programs need to be found: name what else they may see with --allow-env, or load it from a file.',
  ].join('\n'),
  examples: ['evolve env load .env --allow API_KEY,MODEL', 'evolve env load ~/keys/bench.env --all'],
  positional: ['path'],
  options: OPTIONS,
  async run({ path: given, all, allow, run: id }, context) {
    if (given === undefined) throw new UserError('Which file? evolve env load PATH --all');
    if ((all === true) === (allow !== undefined))
      throw new UserError(`Say what to take of it: evolve env load ${given} --all, or --allow NAME,NAME`);
    const open = openSetting(context.cwd, id);
    try {
      const path = pathIn(open, context.cwd, given);
      const found = Object.keys(variablesInFile(open.root, path, 'Check the path.'));
      const names = allow === undefined ? found : namesOf(allow);
      const missing = names.filter((name) => !found.includes(name));
      if (missing.length > 0)
        throw new UserError(`${path} has no ${missing.join(', ')}. It has: ${found.join(', ') || 'nothing'}.`);
      const source = allow === undefined ? { path } : { path, keys: names };
      changeSources(open, (before) => [...before.filter((one) => one.path !== path), source]);
      return { run: open.run.id, path, names, when: whenText(open) };
    } finally {
      open.store.close();
    }
  },
  text: ({ run, path, names, when }) =>
    [`Commands of run ${run} get ${names.join(', ') || 'nothing'} from ${path}. See: evolve env show`, when]
      .filter((line) => line !== '')
      .join('\n'),
  document: ({ run, path, names }) => ({ run, path, names }),
};

function namesOf(allow: readonly string[]): readonly string[] {
  const names = allow.flatMap((words) => words.split(',').map((word) => word.trim())).filter((word) => word !== '');
  if (names.length === 0) throw new UserError('--allow takes names, separated by commas.');
  return [...new Set(names)];
}
