import type { Program } from '../domain/contract.ts';
import { commandIn, type Item, itemsOf, type Part, partsOf, sectionOf } from './markdown.ts';
import { mistake } from './mistake.ts';
import type { ReadText } from './read-text.ts';
import type { Remark } from './remark.ts';
import { scopeOf } from './scope.ts';

/** The program of a version is the first of these that is there. */
export const PROGRAMS = ['PROGRAM.md', 'AUTODEV.md'] as const;

/**
 * What a version says of how it is to be worked on; undefined where it says nothing.
 * Contract: throws `UserError` with file, line and section on the first thing that is wrong.
 */
export async function programIn(read: ReadText): Promise<Program | undefined> {
  for (const path of PROGRAMS) {
    const text = await read(path);
    if (text === undefined) continue;
    const { program, problems } = readProgram(text, path);
    const problem = problems[0];
    if (problem !== undefined) throw mistake(path, problem.line, problem.text);
    return program;
  }
  return undefined;
}

export interface ProgramRead {
  readonly program: Program;
  readonly problems: readonly Remark[];
}

/** A program with all that is wrong about it. */
export function readProgram(text: string, path: string): ProgramRead {
  const problems: Remark[] = [];
  const parts = partsOf(text);
  const end = text.trimEnd().split('\n').length;

  const section = (title: string): readonly Part[] => {
    const found = sectionOf(parts, title);
    if (found === undefined) problems.push({ line: end, text: `section "${title}" is missing: add "## ${title}".` });
    return found ?? [];
  };
  const words = (title: string): string => {
    const found = section(title);
    const said = found
      .flatMap((part, index) => [...(index > 0 && part.heading ? [part.heading] : []), ...part.lines])
      .map((line) => line.text)
      .join('\n')
      .trim();
    if (found.length > 0 && said === '')
      problems.push({ line: found[0]?.number ?? 1, text: `section "${title}" is empty: say it in a sentence.` });
    return said;
  };
  const list = (title: string): readonly Item[] => {
    const found = section(title);
    const items = itemsOf(found.flatMap((part) => part.lines));
    if (found.length > 0 && items.length === 0)
      problems.push({ line: found[0]?.number ?? 1, text: `section "${title}" lists nothing: add "- …".` });
    return items;
  };
  const plain = (title: string): readonly string[] => list(title).map((item) => item.text);
  const paths = (title: string): ReturnType<typeof scopeOf> => {
    const items = list(title);
    const scope = scopeOf(items, title);
    problems.push(...scope.problems);
    return scope;
  };

  const objective = words('Objective');
  const mutable = paths('Mutable Scope');
  const immutable = paths('Immutable Scope');
  const first = sectionOf(parts, 'Mutable Scope')?.[0];
  if (first !== undefined && mutable.paths.length === 0 && mutable.words.length > 0)
    problems.push({
      line: first.number,
      text: 'section "Mutable Scope" names no path: list what may change, such as "- src/**".',
    });
  const said = [...mutable.words, ...immutable.words];
  const program: Program = {
    path,
    objective,
    mutable: mutable.paths,
    immutable: immutable.paths,
    ...(said.length === 0 ? {} : { words: said }),
    unit: words('Experiment Unit'),
    validation: list('Validation Commands').map((item) => commandIn(item.text)),
    policy: plain('Decision Policy'),
    escalation: words('Escalation Rules'),
    stops: plain('Stop Conditions'),
  };
  return { program, problems: [...problems].sort((a, b) => a.line - b.line) };
}
