import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Fixed, Gate, RunConfig } from '../domain/config.ts';
import { UserError } from '../lib/user-error.ts';
import type { Context } from './contract.ts';
import { type Given, text } from './option.ts';

/** What tells right from wrong before anything is scored. */
export const TESTING_OPTIONS = {
  test: text('--test <command>', 'tests that every candidate must pass before it is scored: a gate called test'),
} as const;

type Testing = Given<typeof TESTING_OPTIONS>;

const TEST = 'test';

const gateOf = (command: string): Gate => ({ name: TEST, command, phase: 'pre' });

/** The gates with the one of `--test`. */
export function withTest(gates: readonly Gate[], { test }: Testing): readonly Gate[] {
  if (test === undefined) return gates;
  if (gates.some(({ name }) => name === TEST))
    throw new UserError(
      '--test is a gate called test, and there is another: give that one another name, or leave one out.',
    );
  return [...gates, gateOf(test)];
}

/** The settings without tests that were offered and taken rather than asked for. */
export function withoutOffered(fixed: Fixed, { test }: Testing): Fixed {
  return test === undefined ? { ...fixed, gates: fixed.gates.filter(({ name }) => name !== TEST) } : fixed;
}

/** Where one definition is evolved and nothing tells right from wrong, a terminal offers the tests that are there. */
export async function offerTests(
  config: RunConfig,
  root: string,
  { yes }: { readonly yes?: boolean },
  context: Context,
): Promise<RunConfig> {
  const command = missedTests(config, root);
  if (command === undefined || yes === true || !context.interactive) return config;
  const reply = await context.ask(`Run \`${command}\` for every candidate? [Y/n] `);
  if (reply === undefined || /^n/i.test(reply.trim())) return config;
  return { ...config, fixed: { ...config.fixed, gates: [gateOf(command)] } };
}

/** What to say of a run without gates. */
export function untestedLines(config: RunConfig, root: string): readonly string[] {
  if (config.fixed.gates.length > 0) return [];
  const command = missedTests(config, root);
  if (command !== undefined) return [`no tests are run: add --test "${command}"`];
  return ['no gate: only the score tells right from wrong; add tests: --test "<command>"'];
}

function missedTests({ identity, fixed }: RunConfig, root: string): string | undefined {
  const asks = fixed.target !== undefined || identity.strategy === 'islands';
  return asks && fixed.gates.length === 0 ? testsIn(join(root, identity.folder), identity.files) : undefined;
}

interface Kind {
  readonly command: string;
  /** Endings of what it tests; none for whatever there is. */
  readonly endings: readonly string[];
  has(folder: string): boolean;
}

const SCRIPT = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'];

const KINDS: readonly Kind[] = [
  { command: 'npm test', endings: SCRIPT, has: (folder) => hasScript(textOf(folder, 'package.json')) },
  { command: 'python3 -m pytest -q', endings: ['.py'], has: hasPytest },
  {
    command: 'go test ./...',
    endings: ['.go'],
    has: (folder) => isThere(folder, 'go.mod') && below(folder).some((name) => name.endsWith('_test.go')),
  },
  { command: 'cargo test', endings: ['.rs'], has: (folder) => isThere(folder, 'Cargo.toml') },
  {
    command: 'make test',
    endings: [],
    has: (folder) =>
      ['GNUmakefile', 'makefile', 'Makefile'].some((name) => /^test\s*:(?!=)/m.test(textOf(folder, name))),
  },
];

/** The command that runs the tests of a folder, of several the one for the language of these files. */
export function testsIn(folder: string, files: readonly string[]): string | undefined {
  const found = KINDS.filter(({ has }) => has(folder));
  const own = found.find(({ endings }) => files.some((file) => endings.includes(extname(file))));
  return (own ?? found.find(({ endings }) => endings.length === 0) ?? found[0])?.command;
}

/** npm writes a script that fails into every new package. */
function hasScript(manifest: string): boolean {
  const [, script = ''] = /"scripts"\s*:\s*\{[^}]*?"test"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(manifest) ?? [];
  return script.trim() !== '' && !script.includes('no test specified');
}

const PYTEST: Readonly<Record<string, RegExp>> = {
  'pytest.ini': /^/,
  'conftest.py': /^/,
  'pyproject.toml': /^\[tool\.pytest/m,
  'setup.cfg': /^\[tool:pytest\]/m,
  'tox.ini': /^\[pytest\]/m,
};

function hasPytest(folder: string): boolean {
  const told = Object.entries(PYTEST).some(([name, says]) => isThere(folder, name) && says.test(textOf(folder, name)));
  return told || below(folder).some((path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path));
}

const isThere = (folder: string, name: string): boolean => existsSync(join(folder, name));

/** Larger ones are not written by hand. */
const MOST_CHARACTERS = 256 * 1024;

function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8').slice(0, MOST_CHARACTERS);
  } catch {
    return '';
  }
}

/** Folders that hold no tests of the project's own. */
const FOREIGN = /^(\..*|node_modules|vendor|target|venv|dist|build)$/;
/** Tests lie near the top. */
const MOST_DEPTH = 2;

/** Files of a folder and of those right below it. */
function below(folder: string, depth = 0): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (entry.isFile()) return [entry.name];
      if (!entry.isDirectory() || depth >= MOST_DEPTH || FOREIGN.test(entry.name)) return [];
      return below(join(folder, entry.name), depth + 1).map((name) => `${entry.name}/${name}`);
    });
  } catch {
    return [];
  }
}
