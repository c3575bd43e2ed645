import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { asMarkdown, goalsOf, readGoals } from '../../spec/spec.ts';
import type { Command } from '../contract.ts';
import { on } from '../option.ts';
import { editHere, writeHere } from './edit.ts';
import { FILE, goalsHere, goalsPlace, NO_GOALS } from './place.ts';

const OPTIONS = {
  toMd: on('--to-md', 'make a GOALS.md of GOALS.yaml, which stays and is read no more'),
  file: FILE,
} as const;

interface Migrated {
  readonly file: string;
  /** What it was before: the version, or the file that it was made of. */
  readonly from: string;
  readonly version: number;
  readonly changed: boolean;
}

export const command: Command<typeof OPTIONS, Migrated> = {
  details:
    'Makes a GOALS.yaml of version 1 one of version 2. A GOALS.md can also have directives and stars; a check of several lines becomes one line that does the same.',
  examples: ['evolve goals migrate', 'evolve goals migrate --to-md'],
  positional: [],
  options: OPTIONS,
  run: ({ toMd, file }, { cwd }) => (toMd === true ? toMarkdown(cwd, file) : toVersion2(cwd, file)),
  text: ({ file, from, version, changed }) =>
    changed ? `${file}: version ${version} now, from ${from}.` : `${file}: version ${version}, nothing to do.`,
};

async function toVersion2(cwd: string, file: string | undefined): Promise<Migrated> {
  const { before, after } = await editHere(cwd, file, ({ goals }) =>
    goals.version === 1 ? { kind: 'migrate' } : undefined,
  );
  return {
    file: after.path,
    from: `version ${before.version}`,
    version: after.version,
    changed: before.version !== after.version,
  };
}

async function toMarkdown(cwd: string, file: string | undefined): Promise<Migrated> {
  const place = goalsPlace(cwd, file);
  // It throws on what is wrong before anything is written.
  await goalsHere(place);
  const yaml = await readGoals(place.read, place.file);
  if (yaml === undefined) throw new UserError(NO_GOALS);
  const path = yaml.goals.path.replace(/\.ya?ml$/i, '.md');
  if (path === yaml.goals.path || existsSync(join(place.root, path)))
    throw new UserError(`There is a ${path} already, and it is the one that counts: nothing to do.`);
  const text = asMarkdown(yaml);
  const { goals, problems } = await goalsOf(text, path);
  if (problems.length > 0 || goals.goals.length !== yaml.goals.goals.length)
    throw new UserError(`${yaml.goals.path} can't be made a ${path} from here: write it by hand.`);
  writeHere(place.root, path, text);
  return { file: path, from: yaml.goals.path, version: goals.version, changed: true };
}
