import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../lib/user-error.ts';
import { checkFiles, type FileProblem } from '../../spec/spec.ts';
import type { Command } from '../contract.ts';
import { FILE, goalsPlace, NO_GOALS } from './place.ts';

const OPTIONS = { file: FILE } as const;

interface Validated {
  readonly valid: boolean;
  /** The files that were read, from the root. */
  readonly files: readonly string[];
  readonly version?: number;
  readonly era?: string;
  readonly goals: number;
  readonly directives: number;
  readonly problems: readonly FileProblem[];
  readonly warnings: readonly string[];
}

export const command: Command<typeof OPTIONS, Validated> = {
  details:
    'Names everything that is wrong, with its file and line, and exits with 1 then. What is only odd is told and does no harm. Nothing is run.',
  examples: ['evolve goals validate', 'evolve goals validate --json'],
  positional: [],
  options: OPTIONS,
  async run({ file }, { cwd }) {
    const place = goalsPlace(cwd, file);
    const found = await checkFiles(place.read, place.file);
    if (found.files.length === 0) throw new UserError(NO_GOALS);
    const missing = found.read.filter((path) => !existsSync(join(place.root, path)));
    const { goals, problems } = found;
    return {
      valid: problems.length === 0,
      files: found.files,
      ...(goals === undefined ? {} : { version: goals.version, era: goals.era }),
      goals: goals?.goals.length ?? 0,
      directives: goals?.directives.length ?? 0,
      problems,
      warnings: [...found.warnings, ...missing.map((path) => `the profile names ${path}, which is not there`)],
    };
  },
  text: ({ valid, files, goals, directives, problems, warnings }) =>
    [
      ...problems.map(({ file, line, text }) => `${file}:${line}: ${text}`),
      ...warnings.map((warning) => `note: ${warning}`),
      valid
        ? `${files.join(', ')}: valid, ${count(goals, 'goal')}, ${count(directives, 'directive')}.`
        : `${count(problems.length, 'problem')}. Nothing can be worked on until they are gone.`,
    ].join('\n'),
  exitCode: ({ valid }) => (valid ? 0 : 1),
};

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
