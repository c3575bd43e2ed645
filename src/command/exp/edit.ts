import { UserError } from '../../lib/user-error.ts';
import { on, text } from '../option.ts';
import { EXP, withFiles } from '../workspace/open.ts';
import { anyText } from './any-text.ts';
import { experimentVerb } from './verb.ts';

interface Change {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

const FORM = '{"old": "…", "new": "…", "replace_all": false}';

export const command = experimentVerb({
  details: `The old text must be there exactly once, unless --replace-all is given. Texts that a shell would spoil come as JSON on stdin with --json-stdin: ${FORM}`,
  examples: [
    'evolve exp edit --exp exp_0003 src/queue.py --old "items.sort()" --new "heapify(items)"',
    'evolve exp edit --exp exp_0003 src/queue.py --json-stdin < change.json',
  ],
  positional: ['path'],
  options: {
    path: text('<path>', 'the file'),
    exp: EXP,
    old: anyText('--old <text>', 'what is there'),
    new: anyText('--new <text>', 'what is to be there'),
    replaceAll: on('--replace-all', 'wherever it is'),
    jsonStdin: on('--json-stdin', 'read the texts as JSON from stdin'),
  },
  experiment: ({ exp }) => exp,
  async run(lab, input, { input: piped }) {
    const { path, exp } = input;
    if (path === undefined) throw new UserError('Which file? evolve exp edit --exp ID <path> --old TEXT --new TEXT');
    return withFiles(lab, exp, async (files) => {
      const change = input.jsonStdin === true ? parsed((await piped?.()) ?? '') : given(input);
      return { path, replaced: await files.edit(path, change) };
    });
  },
  text: ({ path, replaced }) => `Replaced ${replaced === 1 ? 'it' : `${replaced} places`} in ${path}.`,
});

function given(input: { readonly old?: string; readonly new?: string; readonly replaceAll?: boolean }): Change {
  if (input.old === undefined || input.new === undefined)
    throw new UserError('Which text, and what instead? Give --old TEXT and --new TEXT, or both with --json-stdin');
  return { old: input.old, new: input.new, all: input.replaceAll === true };
}

function parsed(text: string): Change {
  const found = jsonIn(text);
  const fields =
    typeof found === 'object' && found !== null ? new Map<string, unknown>(Object.entries(found)) : undefined;
  const [old, young, all = false] = ['old', 'new', 'replace_all'].map((name) => fields?.get(name));
  if (typeof old !== 'string' || typeof young !== 'string' || typeof all !== 'boolean')
    throw new UserError(`What came on stdin is not the JSON that is wanted: ${FORM}`);
  return { old, new: young, all };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
