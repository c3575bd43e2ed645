import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exec } from '../../lib/exec.ts';
import { UserError } from '../../lib/user-error.ts';
import { checkFiles, contractIn, type FileProblem, filesMissing } from '../../spec/spec.ts';
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
  /** Commands that must pass before anything lands. */
  readonly bundle: readonly string[];
  /** Paths and globs that cycles may not change, unless the work is about them. */
  readonly immutable: readonly string[];
  readonly notes: readonly string[];
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
    const isThere = (path: string): boolean => existsSync(join(place.root, path));
    const stale = (goals?.goals ?? []).filter(({ check }) => filesMissing(check, isThere).length > 0);
    const valid = problems.length === 0;
    const contract = valid ? await contractIn(place.read, await trackedIn(place.root)) : undefined;
    return {
      valid,
      files: found.files,
      ...(goals === undefined ? {} : { version: goals.version, era: goals.era }),
      goals: goals?.goals.length ?? 0,
      directives: goals?.directives.length ?? 0,
      problems,
      warnings: [
        ...found.warnings,
        ...missing.map((path) => `the profile names ${path}, which is not there`),
        ...stale.map(({ id }) => `the check of ${id} calls a script that is not there: evolve goals prune`),
      ],
      bundle: contract?.bundle ?? [],
      immutable: contract?.immutable ?? [],
      notes: contract?.notes ?? [],
    };
  },
  text: ({ valid, files, goals, directives, problems, warnings, bundle, immutable, notes }) =>
    [
      ...problems.map(({ file, line, text }) => `${file}:${line}: ${text}`),
      ...[...warnings, ...notes].map((warning) => `note: ${warning}`),
      ...(bundle.length === 0 ? [] : [`Before anything lands: ${bundle.join(' && ')}`]),
      ...(valid
        ? [`Not changed by cycles: ${immutable.filter((path) => !isUsual(path)).join(', ') || 'nothing of your own'}`]
        : []),
      valid
        ? `${files.join(', ')}: valid, ${count(goals, 'goal')}, ${count(directives, 'directive')}.`
        : `${count(problems.length, 'problem')}. Nothing can be worked on until they are gone.`,
    ].join('\n'),
  exitCode: ({ valid }) => (valid ? 0 : 1),
};

/** What nobody needs to be told. */
const isUsual = (path: string): boolean =>
  /^(GOALS|PROGRAM|AUTODEV)\.|repo-execution-profile|^\.(github|gitlab-ci|circleci|ci)\b|Jenkinsfile|azure-pipelines/.test(
    path,
  );

/** The files that git knows of a folder; none where there is no repository. */
async function trackedIn(root: string): Promise<readonly string[]> {
  const listed = await exec('git', ['-c', 'core.fsmonitor=false', 'ls-files', '-z'], { cwd: root }).catch(
    () => undefined,
  );
  if (listed === undefined || listed.code !== 0) return [];
  return listed.stdout
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '');
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
