import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { evolve, git, repository, start, temporary } from './support.ts';

/** What the repository is held to: id, check, weight and description. Those after the first three fail at the start. */
const GATES: readonly (readonly [id: string, check: string, weight: number, text: string])[] = [
  ['tests', 'sh check/test.sh', 8, 'all tests pass'],
  ['no-todo', '! grep -rn TODO lib', 3, 'nothing is left to do in the code'],
  ['short-lines', 'sh check/lines.sh', 2, 'no line is long'],
  ['lint', 'sh check/lint.sh', 7, 'no white space at the end of a line'],
  ['coverage', 'sh check/coverage.sh', 6, 'every part has a test'],
  ['docs', 'sh check/docs.sh', 5, 'every part is in the manual'],
];

/** A part of the program: a function that says its name. */
const part = (name: string): string => `${name}() {\n  echo ${name}\n}\n`;
const test = (name: string): string => `. lib/${name}.sh\ntest "$(${name})" = ${name}\n`;

const FILES: Readonly<Record<string, string>> = {
  'lib/sum.sh': part('sum'),
  'lib/sort.sh': part('sort').replace('sort\n', 'sort  \n'),
  'test/sum.sh': test('sum'),
  'docs/manual.md': '# Manual\n\n- sum\n',
  'check/test.sh': 'for one in test/*.sh; do sh "$one" || { echo "$one fails"; exit 1; }; done\n',
  'check/lines.sh': 'awk \'length > 100 { print FILENAME ": long"; bad = 1 } END { exit bad }\' lib/*.sh\n',
  'check/lint.sh': 'if grep -n " $" lib/*.sh; then exit 1; fi\n',
  'check/coverage.sh':
    'all=0; done=0\nfor one in lib/*.sh; do all=$((all + 1)); test -e "test/$(basename "$one")" && done=$((done + 1)); done\necho $((100 * done / all))\ntest "$done" = "$all"\n',
  'check/docs.sh':
    'for one in lib/*.sh; do name=$(basename "$one" .sh); grep -q "^- $name$" docs/manual.md || { echo "$name is not in the manual"; exit 1; }; done\n',
  'check/part.sh': 'test -e "lib/$1.sh" && . "lib/$1.sh" && test "$($1)" = "$1"\n',
  '.github/workflows/ci.yml': 'on: push\n',
};

const PROGRAM = `# Program

## Objective
Parts that say their names.

## Mutable Scope
- lib/**
- test/**
- docs/**

## Immutable Scope
- check/**

## Experiment Unit
One goal.

## Validation Commands
- \`sh check/test.sh\`

## Decision Policy
- Keep what passes.

## Escalation Rules
Leave it.

## Stop Conditions
- All checks pass.
`;

export interface Shop {
  /** Parts that are missing at the start, each with a goal of its own. */
  readonly parts?: number;
  /** A goal that fails again whenever other work has landed. */
  readonly weather?: true;
  readonly files?: Readonly<Record<string, string>>;
  /** Without goals of its own. */
  readonly bare?: true;
}

export interface Lab {
  readonly folder: string;
  /** Where agents leave what they were asked. */
  readonly calls: string;
  /** What the agents have in common, such as how often each goal was worked on. */
  readonly state: string;
  readonly place: string;
  /** The agent, with values of its own, in a role. */
  agent(role: string, values?: Readonly<Record<string, string>>): readonly string[];
}

const WORLD = join(import.meta.dirname, 'goals-world.mjs');

const row = ([id, check, weight, text]: (typeof GATES)[number]): string =>
  `| ${id} | \`${check.replaceAll('|', '\\|')}\` | ${weight} | ${text} |`;

export function goalsText({ parts = 0, weather }: Shop, state: string): string {
  const missing = Array.from(
    { length: parts },
    (_, index) => [`part-${index + 1}`, `sh check/part.sh part${index + 1}`, 4, 'a part'] as const,
  );
  const storm = weather === undefined ? [] : [['weather', `! test -e '${state}/storm'`, 9, 'the sun shines'] as const];
  return [
    '# Goals',
    '',
    'A small program that is kept in order.',
    '',
    '## Gates',
    '',
    '| ID | Check | Weight | Description |',
    '| --- | --- | --- | --- |',
    ...[...GATES, ...storm, ...missing].map(row),
    '',
  ].join('\n');
}

/** A small repository with its own tests, lint and coverage, and agents for it. */
export function shop(of: Shop = {}, place = temporary()): Lab {
  const [calls, state] = [join(place, 'calls'), join(place, 'state')];
  for (const folder of [calls, state]) mkdirSync(folder);
  if (of.weather === true) writeFileSync(join(state, 'storm'), '');
  const own = of.bare === true ? {} : { 'GOALS.md': goalsText(of, state), 'PROGRAM.md': PROGRAM };
  const folder = repository({ ...FILES, ...own, ...of.files }, place);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@localhost');
  return {
    folder,
    calls,
    state,
    place,
    agent: (role, values = {}) => {
      const words = Object.entries({ record: calls, state, ...values }).map(([name, value]) => `'${name}=${value}'`);
      return ['--agent', `${role}=command:'${process.execPath}' '${WORLD}' ${words.join(' ')} {prompt_file}`];
    },
  };
}

const QUICK = ['--sandbox', 'off', '--no-config', '--json'];

export const goalsArgs = (...args: readonly string[]): readonly string[] => ['goals', 'run', ...QUICK, ...args];

/** No home of anybody's: no kill switch of the machine's user, no tracker. */
export const surroundings = ({ place }: Pick<Lab, 'place'>): Readonly<Record<string, string>> => ({
  HOME: place,
});

export const goalsRun = (lab: Lab, ...args: readonly string[]) =>
  evolve(lab.folder, goalsArgs(...args), surroundings(lab));

export const goalsStart = (lab: Lab, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  start(lab.folder, goalsArgs(...args), { ...surroundings(lab), ...env });

export interface Asked {
  readonly step: string;
  readonly candidate: string;
  readonly hash: string;
  readonly file: string;
}

/** Every call that was begun, in no order. */
export const asked = ({ calls }: Pick<Lab, 'calls'>): readonly Asked[] =>
  readdirSync(calls).map((name) => {
    const [step = '', candidate = '', hash = ''] = name.split('.');
    return { step, candidate, hash, file: join(calls, name) };
  });

export type Line = Readonly<Record<string, unknown>> & {
  readonly cycle: number;
  readonly target: string;
  readonly result: string;
};

const LEDGER = '.agents/evolve/cycle-history.jsonl';

/** The lines of a ledger: of the user's folder, or of a commit. */
export function ledgerOf({ folder }: Pick<Lab, 'folder'>, commit?: string): readonly Line[] {
  const path = join(folder, LEDGER);
  const text =
    commit !== undefined
      ? git(folder, 'show', `${commit}:${LEDGER}`)
      : existsSync(path)
        ? readFileSync(path, 'utf8')
        : '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** What is wrong with a ledger by the rules of whoever writes one. */
export function ledgerFaults(lab: Pick<Lab, 'folder'>): readonly string[] {
  const productive = ['improved', 'regressed', 'harvested'];
  return ledgerOf(lab).flatMap((line, index) => {
    const { cycle, target, result, canonical_sha: sha } = line;
    const faults = [
      ...(cycle === index + 1 ? [] : [`is line ${index + 1}`]),
      ...([...productive, 'unchanged', 'quarantined'].includes(result) ? [] : [`came to ${result}`]),
      ...(result === 'unchanged' && target !== 'idle' ? ['is unchanged and not idle'] : []),
      ...(productive.includes(result) && !(typeof sha === 'string' && isCommit(lab, sha))
        ? [`has no commit ${sha}`]
        : []),
      ...(productive.includes(result) && typeof line.goals_total !== 'number'
        ? ['does not say how the goals stood']
        : []),
      ...(result === 'improved' && typeof line.cycle_start_sha !== 'string' ? ['does not say where it began'] : []),
      ...(line.sha === sha ? [] : ['has another sha']),
    ];
    return faults.map((fault) => `cycle ${cycle} ${fault}`);
  });
}

function isCommit({ folder }: Pick<Lab, 'folder'>, sha: string): boolean {
  try {
    return git(folder, 'cat-file', '-t', sha).trim() === 'commit';
  } catch {
    return false;
  }
}

/** The commits of a branch that another has not, the oldest first. */
export const commitsOf = (
  { folder }: Pick<Lab, 'folder'>,
  branch = 'evolve/goals',
  before = 'main',
): readonly string[] =>
  git(folder, 'rev-list', '--reverse', `${before}..${branch}`)
    .split('\n')
    .filter((sha) => sha !== '');

/** Those of these commits in a checkout of which a command fails. */
export function redOnes(
  { folder, place }: Pick<Lab, 'folder' | 'place'>,
  commits: readonly string[],
  command = 'sh check/test.sh',
) {
  return commits.filter((sha) => {
    const tree = join(place, `tree-${sha}`);
    mkdirSync(tree);
    execFileSync('sh', ['-c', `git archive ${sha} | tar -x -C "$1"`, 'sh', tree], { cwd: folder });
    const { status } = spawnSync('sh', ['-c', command], { cwd: tree });
    rmSync(tree, { recursive: true });
    return status !== 0;
  });
}

/** Claims that nobody has settled: of findings, of the tracker, and of the session's own state. */
export function openClaims({ folder }: Pick<Lab, 'folder'>): readonly string[] {
  const [work, state] = ['.agents/rpi/next-work.jsonl', '.agents/evolve/session-state.json'].map((name) => {
    const path = join(folder, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  });
  const items = (work ?? '')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => JSON.parse(line).items ?? []);
  const claimed = state === undefined || state === '' ? null : JSON.parse(state).claimed_work;
  return [
    ...items.filter((item) => item.claim_status === 'in_progress').map((item) => String(item.title)),
    ...(claimed === null || claimed === undefined ? [] : [JSON.stringify(claimed)]),
  ];
}
