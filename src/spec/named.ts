import { type Call, callsOf, INTERPRETERS, joined, programOf, SHELLS } from './shell-line.ts';

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
 * So does code that is handed to a program, unless that is the script it runs, a test or its settings.
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
  const makes = (word: string, index: number): boolean =>
    !looks ? isOfCheck(call, word, index) : seeks && SOUGHT.test(call.words[index - 1] ?? '');
  const words = call.words.filter(makes);
  const said = seeks ? [...words, ...call.words.filter((word) => /^--(from-)?file=/.test(word))] : words;
  const runner = RUNNERS[program.split('/').at(-1) ?? ''] ?? [];
  return [...runner, ...said.flatMap(spellings)].flatMap((path) => [joined(call.folder, path), joined('', path)]);
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua|go|rs|java|kts?|scala|swift|cs|fs|c|h|cc|cpp|cxx|hpp|m|mm|dart|exs?|erl|hs|ml|jl|r|vue|svelte)$/i;
const SETTINGS = /(?:^|\/)\.|[.-](?:config|conf|rc|setup|preset)\.|(?:^|\/)(?:conftest|setup|noxfile)\.py$/i;
const TESTS =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|bench(?:es|marks?)?|scripts?|tools?|ci)\/|[._-](?:tests?|specs?|bench)\.|(?:^|\/)(?:tests?|bench|check)[_.-]/i;
const RUN_BY = new Set([...INTERPRETERS, ...SHELLS, 'source', '.']);
const TAKES = /^-{1,2}(?:c|config|rcfile|f|file|r|require|import|loader|p|project|setup\w*)$/;

/** Whether a word is a part of the check: anything but plain code that it is handed. */
function isOfCheck(call: Call, word: string, index: number): boolean {
  if (!isCode(word) || SETTINGS.test(word) || TESTS.test(word)) return true;
  return word === programOf(call) || TAKES.test(call.words[index - 1] ?? '') || index === scriptOf(call);
}

const isCode = (word: string): boolean => CODE.test(word.split(':')[0] ?? '');

const isFile = (word: string): boolean => isCode(word) || /^[^-].*\/|\.(?:ba|da|z)?sh$/.test(word);

/** Which word is the script that an interpreter runs, however that is called: `npx tsx x.ts`, `deno run x.ts`. */
function scriptOf({ words }: Call): number {
  const by = words.findIndex((word) => RUN_BY.has(word.split('/').at(-1) ?? ''));
  const script = words.findIndex((word, at) => at > by && isFile(word) && !TAKES.test(words[at - 1] ?? ''));
  const before = words.slice(by + 1, Math.max(script, 0));
  // A module is run instead, or nothing is: code is only looked at then.
  return by === -1 || before.some((word) => word === '-m' || word === '--check') ? -1 : script;
}

/** What a word may name: itself, the value of `--config=x`, the file of `x::test` and `x:12`. */
function spellings(word: string): readonly string[] {
  const value = /^[^=]*=(.+)$/.exec(word)?.[1];
  const before = word.split(':')[0] ?? '';
  return [word, ...(value === undefined ? [] : [value]), ...(before === word || before === '' ? [] : [before])];
}
