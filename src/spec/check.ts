import type { Goals } from '../domain/goals.ts';
import { UserError } from '../lib/user-error.ts';
import { readGoals } from './goals/goals.ts';
import { profileIn } from './profile.ts';
import { PROGRAMS, readProgram } from './program.ts';
import type { ReadText } from './read-text.ts';

/** Something wrong in a file that people write. */
export interface FileProblem {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface Checked {
  /** The files that were found. */
  readonly files: readonly string[];
  readonly goals?: Goals;
  readonly problems: readonly FileProblem[];
  readonly warnings: readonly string[];
  /** Files that are to be read before work begins. */
  readonly read: readonly string[];
}

/** Everything that is wrong about the files by which a repository is worked on. Contract: throws for none of it. */
export async function checkFiles(read: ReadText, named?: string): Promise<Checked> {
  const files: string[] = [];
  const problems: FileProblem[] = [];
  const warnings: string[] = [];
  const noted = async <T>(reading: () => Promise<T | undefined>): Promise<T | undefined> => {
    try {
      return await reading();
    } catch (error) {
      const problem = problemOf(error);
      files.push(problem.file);
      problems.push(problem);
      return undefined;
    }
  };
  const goals = await noted(() => readGoals(read, named));
  if (goals !== undefined) {
    const file = goals.goals.path;
    files.push(file);
    problems.push(...goals.problems.map((one) => ({ file, ...one })));
    warnings.push(...goals.goals.warnings);
  }
  for (const file of PROGRAMS) {
    const text = await read(file);
    if (text === undefined) continue;
    files.push(file);
    const { program, problems: wrong } = readProgram(text, file);
    problems.push(...wrong.map((one) => ({ file, ...one })));
    warnings.push(...(program.words ?? []).map((word) => `${file}: no path in "${word}": only the agent can heed it`));
    break;
  }
  const profile = await noted(() => profileIn(read));
  if (profile !== undefined) files.push(profile.path);
  return {
    files,
    ...(goals === undefined ? {} : { goals: goals.goals }),
    problems,
    warnings,
    read: profile?.startupReads ?? [],
  };
}

/** A mistake of a file, in its parts. */
function problemOf(error: unknown): FileProblem {
  const [, file, line, text] = error instanceof UserError ? (/^(.+?):(\d+): (.*)$/s.exec(error.message) ?? []) : [];
  if (file === undefined || text === undefined) throw error;
  return { file, line: Number(line), text };
}
