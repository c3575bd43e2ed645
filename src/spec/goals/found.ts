import type { Goal } from '../../domain/goals.ts';
import { detectTests, packager, scriptsIn, targetsIn } from '../detect.ts';
import type { ReadText } from '../read-text.ts';

/** A goal that a repository suggests, and the file that it was found in. */
export interface FoundGoal {
  readonly goal: Goal;
  readonly from: string;
}

interface Wish {
  readonly id: string;
  readonly description: string;
  readonly weight: number;
  /** What scripts and targets of this kind are called. */
  readonly names: readonly string[];
}

/** What most repositories are held to, as far as they can be asked. */
const WISHES: readonly Wish[] = [
  { id: 'tests', description: 'All tests pass', weight: 8, names: ['test'] },
  { id: 'build', description: 'It builds', weight: 7, names: ['build', 'compile'] },
  {
    id: 'types',
    description: 'Types are right',
    weight: 6,
    names: ['typecheck', 'type-check', 'types', 'check-types', 'check:types', 'tsc'],
  },
  { id: 'lint', description: 'The linter has no complaint', weight: 4, names: ['lint', 'vet'] },
  {
    id: 'format',
    description: 'Everything is formatted',
    weight: 2,
    names: ['format:check', 'format-check', 'fmt-check', 'check-format', 'check:format', 'prettier:check'],
  },
];

type Command = readonly [id: string, check: string];

/** Commands of a language that need no script, by the file that says which language it is. */
const LANGUAGES: Readonly<Record<string, (text: string) => readonly Command[]>> = {
  'go.mod': () => [
    ['build', 'go build ./...'],
    ['lint', 'go vet ./...'],
    ['format', 'test -z "$(gofmt -l .)"'],
  ],
  'Cargo.toml': () => [
    ['build', 'cargo build'],
    ['format', 'cargo fmt --check'],
  ],
  'tsconfig.json': () => [['types', 'npx --no-install tsc --noEmit']],
  'pyproject.toml': (text) => [
    ...tool(text, 'ruff', [
      ['lint', 'ruff check .'],
      ['format', 'ruff format --check .'],
    ]),
    ...tool(text, 'mypy', [['types', 'mypy .']]),
    ...tool(text, 'pyright', [['types', 'pyright']]),
  ],
};

const tool = (text: string, name: string, commands: readonly Command[]): readonly Command[] =>
  new RegExp(`\\b${name}\\b`).test(text) ? commands : [];

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];

/** The goals that a repository's own files suggest: one of each kind, in the order of their weight. */
export async function foundGoals(read: ReadText, files: readonly string[]): Promise<readonly FoundGoal[]> {
  const found: { id: string; check: string; from: string }[] = [];
  const tests = await detectTests(read, files);
  if (tests !== undefined) found.push({ id: 'tests', check: tests.command, from: tests.from });
  const scripts = await scriptsIn(read);
  for (const { id, names } of WISHES) {
    for (const from of MAKEFILES) {
      const targets = await targetsIn(read, from);
      for (const name of names) if (targets.includes(name)) found.push({ id, check: `make ${name}`, from });
    }
    for (const name of names)
      if (scripts[name] !== undefined) found.push({ id, check: `${runner(files)} ${name}`, from: 'package.json' });
  }
  for (const [from, commands] of Object.entries(LANGUAGES)) {
    const text = await read(from);
    if (text !== undefined) found.push(...commands(text).map(([id, check]) => ({ id, check, from })));
  }
  return WISHES.flatMap(({ id, description, weight }): FoundGoal[] => {
    const first = found.find((one) => one.id === id);
    if (first === undefined) return [];
    return [{ goal: { id, description, check: first.check, weight, type: 'health' }, from: first.from }];
  });
}

/** How a script is run whose name may also be a word of the program itself. */
const runner = (files: readonly string[]): string => {
  const program = packager(files);
  return program.endsWith(' run') ? program : `${program} run`;
};
