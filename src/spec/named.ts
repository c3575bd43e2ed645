import { type Call, callsOf, joined, programOf } from './shell-line.ts';

/** Programs that only look at the files they are given: these are what a check is about, not what makes it. */
const LOOKERS = new Set(
  'test [ [[ grep egrep fgrep rg cat head tail wc ls stat find cd jq yq diff cmp comm sort uniq cut tr awk sed'.split(
    ' ',
  ),
);

/** Those that take what they seek or do from a file, by this option. */
const SEEKERS = new Set(['grep', 'egrep', 'fgrep', 'rg', 'jq', 'awk', 'sed']);
const SOUGHT = /^-\w*f$|^--(from-)?file$/;

/** The file that says what a runner of tasks does. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  npm: ['package.json'],
  npx: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  just: ['justfile', 'Justfile'],
  task: ['Taskfile.yml', 'Taskfile.yaml'],
  tox: ['tox.ini'],
};

/**
 * The files by which shell lines measure: those that they name, as `x`, `./x` or from the folder that they change to, and the file of
 * a runner that they call. A folder or glob that is named stays open, for it is what the line looks at: code to lint, tests to add to.
 */
export function filesNamed(lines: readonly string[], files: readonly string[]): readonly string[] {
  const tracked = new Set(files);
  const named = new Set<string>();
  for (const call of lines.flatMap((line) => callsOf(line)))
    for (const path of pathsOf(call)) if (tracked.has(path)) named.add(path);
  return [...named].sort();
}

/** The scripts that a shell line calls which are not there. What it only looks for is not missed. */
export function filesMissing(line: string, isThere: (path: string) => boolean): readonly string[] {
  const named = callsOf(line).flatMap((call) => {
    if (LOOKERS.has(programOf(call) ?? '')) return [];
    return call.words.filter(isScript).map((word) => joined(call.folder, word));
  });
  return [...new Set(named)].filter((path) => !isThere(path));
}

/** A script in the repository, by its looks: a relative path with a folder and an ending. */
const isScript = (word: string): boolean =>
  /^(?:\.\/)?[\w.@-]+(?:\/[\w.@-]+)*\.(?:sh|bash|py|js|mjs|cjs|ts|mts|rb|pl|bats)$/.test(word) && word.includes('/');

function pathsOf(call: Call): readonly string[] {
  const program = programOf(call) ?? '';
  const looks = LOOKERS.has(program);
  const seeks = SEEKERS.has(program);
  const words = call.words.filter((_, index) => !looks || (seeks && SOUGHT.test(call.words[index - 1] ?? '')));
  const said = seeks ? [...words, ...call.words.filter((word) => /^--(from-)?file=/.test(word))] : words;
  const runner = RUNNERS[program.split('/').at(-1) ?? ''] ?? [];
  return [...runner, ...said.flatMap(spellings)].flatMap((path) => [joined(call.folder, path), joined('', path)]);
}

/** What a word may name: itself, the value of `--config=x`, the file of `x::test` and `x:12`. */
function spellings(word: string): readonly string[] {
  const value = /^[^=]*=(.+)$/.exec(word)?.[1];
  const before = word.split(':')[0] ?? '';
  return [word, ...(value === undefined ? [] : [value]), ...(before === word || before === '' ? [] : [before])];
}
