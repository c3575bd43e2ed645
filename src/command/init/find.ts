import { basename, extname } from 'node:path/posix';
import type { Direction } from '../../domain/compare.ts';
import { shellQuote } from '../../lib/format.ts';
import { directionOf } from './direction.ts';
import type { Listing } from './listing.ts';
import { expanded, scriptsIn, targetsIn } from './scripts.ts';

/** A command that may be what is to be measured. */
export interface Found {
  readonly command: string;
  /** Where it was found. */
  readonly why: string;
  /** Whether it prints a score, as far as its text tells; a table must be made into one. */
  readonly prints: 'score' | 'table' | 'unknown';
  readonly direction: Direction;
}

type Clue = Omit<Found, 'prints' | 'direction'> & { readonly prints?: Found['prints'] };

const BENCHMARK = /^(bench|benchmark|perf|performance)([-_.:]|\d|$)/i;
const PROGRAM =
  /^(bench|benchmark|perf|eval|evaluate|score|fitness|metric)(s|marks?)?([-_.]|\d)?.*\.(py|js|mjs|cjs|ts|mts|sh|rb|pl)$/i;

/** How a script is called, by its ending. */
const CALLERS: Readonly<Record<string, string>> = {
  '.py': 'python3',
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.ts': 'node',
  '.mts': 'node',
  '.sh': 'sh',
  '.rb': 'ruby',
  '.pl': 'perl',
};

/** Prints a METRIC line, or JSON with a score. */
const SCORE_PRINTED =
  /METRIC\s+[\w.-]+\s*=|(print|log|echo|write|dumps|stringify|puts|say)[^\n]{0,80}\bscore\b|["']score["']\s*:/i;

/** What might be measured in a folder, the likeliest first. A guess to be confirmed, never a choice by itself. */
export function benchmarksIn(listing: Listing): readonly Found[] {
  const scripts = scriptsIn(listing);
  const targets = targetsIn(listing);
  const named = (name: string) => BENCHMARK.test(name);
  const clues: readonly Clue[] = [
    ...scripts.filter(named).map((name) => ({ command: npmRun(name), why: `script ${name} of package.json` })),
    ...targets.filter(named).map((name) => ({ command: `make -s ${name}`, why: `target ${name} of the Makefile` })),
    ...programs(listing),
    ...suites(listing),
    ...scripts.filter((name) => name === 'test').map(() => ({ command: 'npm test', why: TESTS })),
    ...targets.filter((name) => name === 'test').map(() => ({ command: 'make -s test', why: TESTS })),
  ];
  const all = clues.map((clue): Found => {
    const text = whatItRuns(listing, clue.command);
    const prints = clue.prints ?? (SCORE_PRINTED.test(text) ? 'score' : 'unknown');
    return { ...clue, prints, direction: directionOf(text) };
  });
  return all.filter(({ command }, index) => all.findIndex((other) => other.command === command) === index);
}

/** Why a command is listed last. */
export const TESTS = 'tests: better as --gate than as a score';

const npmRun = (name: string): string => (name === 'test' ? 'npm test' : `npm run -s ${name}`);

function programs({ paths, read }: Listing): readonly Clue[] {
  const found = paths.filter((path) => PROGRAM.test(basename(path)) && !/(\.test|\.spec|_test)\./.test(path));
  const clues = found.map((path) => ({
    command: `${CALLERS[extname(path)] ?? 'sh'} ${shellQuote(path)}`,
    why: 'a script by its name',
    sure: SCORE_PRINTED.test(read(path)),
  }));
  const bench = (clue: { readonly command: string }) => /bench|perf/i.test(clue.command);
  return clues
    .toSorted((a, b) => Number(b.sure) - Number(a.sure) || Number(bench(b)) - Number(bench(a)))
    .map(({ command, why }) => ({ command, why }));
}

/** Benchmarks of a language's own tools, which print tables. */
function suites({ paths, read }: Listing): readonly Clue[] {
  const has = (path: string) => paths.includes(path);
  const requires = ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg'];
  const prints = 'table' as const;
  return [
    ...(has('Cargo.toml') && paths.some((path) => /^benches\/.*\.rs$/.test(path))
      ? [{ command: 'cargo bench', why: 'benches/ of Cargo', prints }]
      : []),
    ...(has('go.mod') && paths.some((path) => path.endsWith('_test.go') && /^func Benchmark/m.test(read(path)))
      ? [{ command: `go test -run '^$' -bench . ./...`, why: 'benchmarks of Go', prints }]
      : []),
    ...(requires.some((path) => /pytest-benchmark/.test(read(path)))
      ? [{ command: 'python3 -m pytest --benchmark-only -q', why: 'pytest-benchmark', prints }]
      : []),
  ];
}

/** The texts behind a command: its own, and those of the scripts that it calls by name. */
export function whatItRuns(listing: Listing, command: string): string {
  const line = expanded(listing, command);
  const words = wordsOf(line);
  const files = words.map((word) => word.replace(/^\.\//, '')).filter((word) => listing.paths.includes(word));
  return [line, ...files.map((path) => listing.read(path))].join('\n');
}

/** Words of a shell line, quotes taken off. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|[^\s|;&<>"'=()]+/g)].map(([word, one, two]) => one ?? two ?? word);
