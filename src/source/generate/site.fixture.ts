import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { speaker } from '../../../test/fake/speaker.ts';
import type { GenerateAnswer } from '../../domain/cycle.ts';
import { generateKey } from '../../domain/cycle.ts';
import { LADDER } from '../../domain/ladder.ts';
import type { Version } from '../../domain/lane.ts';
import type { Generator } from '../../domain/work-item.ts';
import { exec } from '../../lib/exec.ts';
import { UserError } from '../../lib/user-error.ts';
import { contractIn } from '../../spec/spec.ts';
import { findPlace, openRepository } from '../../workspace/workspace.ts';
import type { Desk, Shelled } from '../desk.ts';
import type { Json } from '../json.ts';
import { readNextWork } from '../next-work/file.ts';
import { generate } from './generate.ts';

export type Files = Readonly<Record<string, string>>;

/** A real repository, and a desk at which its work is looked for. */
export interface World {
  readonly root: string;
  /** Writes files, null to delete them, and commits them so many days after the first. */
  commit(files: Readonly<Record<string, string | null>>, subject: string, day?: number): void;
  /** Looks for work on the newest commit. */
  generate(generator: Generator, cycle?: number): Promise<GenerateAnswer>;
  desk(): Promise<{ readonly desk: Desk; readonly version: Version }>;
  /** Commands that were run in checkouts. */
  ran(): readonly string[];
  /** Prompts of agents that were asked. */
  readonly asked: string[];
}

const FIRST = Date.UTC(2024, 0, 1) / 1000;
const DAY = 24 * 3600;

/** What there is besides the files. */
export interface Given {
  /** What agents answer, one after the other; without it there is none. */
  readonly says?: readonly object[];
  /** Programs that are found before those of the machine. */
  readonly programs?: Files;
}

/** Runs scripts as npm does, but at once; everything else is for the machine's own. */
const NPM = `#!/bin/sh
[ "$1" = test ] && set -- run test
if [ "$1" != run ]; then PATH="\${PATH#*:}" exec npm "$@"; fi
shift; [ "$1" = --silent ] && shift
exec sh -c "$(node -p 'JSON.parse(fs.readFileSync("package.json")).scripts[process.argv[1]]' "$1")"
`;

export function worldOf(files: Files, given: Given = {}): World {
  const root = scratch();
  const asked: string[] = [];
  const commands: string[] = [];
  const programs = scratch();
  for (const [name, text] of Object.entries({ npm: NPM, ...given.programs })) {
    write(programs, name, text);
    chmodSync(join(programs, name), 0o755);
  }
  const git = (args: readonly string[], day = 0) => {
    const date = `${FIRST + day * DAY} +0000`;
    const who = { GIT_AUTHOR_NAME: 'u', GIT_AUTHOR_EMAIL: 'u@x', GIT_COMMITTER_NAME: 'u', GIT_COMMITTER_EMAIL: 'u@x' };
    const env = {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      ...who,
    };
    execFileSync('git', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const commit: World['commit'] = (changed, subject, day = 0) => {
    for (const [path, text] of Object.entries(changed)) {
      if (text === null) rmSync(join(root, path));
      else write(root, path, text);
    }
    git(['add', '-A']);
    git(['commit', '-q', '--allow-empty', '-m', subject], day);
  };
  git(['init', '-q', '-b', 'main']);
  writeFileSync(join(root, '.git', 'info', 'exclude'), '.agents/\n.evolve/\n');
  commit(files, 'first');
  const { agent, tasks } = speaker(...(given.says ?? []).map((one) => JSON.stringify(one)));
  const desk: World['desk'] = async () => {
    const repository = await openRepository(await findPlace(root));
    onTestFinished(() => repository.close());
    const { commit: base, tree } = await repository.base({ dirty: false });
    const version = { id: 'c1', commit: base, tree };
    const paths = (await repository.files(tree)).map(({ path }) => path);
    const read = async (path: string) => (await repository.read(tree, path))?.toString('utf8');
    const council: Desk['council'] = {
      timeoutMs: 1000,
      ask() {
        if (given.says === undefined) throw new UserError('there is no agent: name one with --agent');
        return { ...agent, works: 'text' };
      },
    };
    const never = () => {
      throw new Error('nobody asks for that here');
    };
    return {
      version,
      desk: {
        ...{
          root,
          repository,
          council,
          ladder: LADDER,
          runId: 'run',
          folder: join(root, '.evolve', 'run'),
          home: root,
        },
        contractOf: () => contractIn(read, paths),
        snapshotOf: async () => undefined,
        notes: () => [],
        now: () => Date.UTC(2026, 0, 1),
        run: (shell) => ran(root, shell, programs),
        reading: never,
        async inCheckout(_version, _signal, work) {
          const folder = scratch();
          execFileSync('sh', ['-c', `git archive HEAD | tar -x -C ${folder}`], { cwd: root });
          return work({
            root: folder,
            run(shell) {
              commands.push(shell);
              return ran(folder, shell, programs);
            },
          });
        },
      },
    };
  };
  return {
    root,
    commit,
    desk,
    asked,
    ran: () => commands,
    async generate(generator, cycle = 1) {
      const { desk: one, version } = await desk();
      const question = {
        key: generateKey(cycle, generator),
        of: 'generate',
        cycle,
        generator,
        candidate: 'c1',
      } as const;
      const answer = await generate(one, question, version, new AbortController().signal);
      asked.splice(0, asked.length, ...tasks.map(({ prompt }) => prompt.text));
      return answer;
    },
  };
}

async function ran(cwd: string, shell: string, programs: string): Promise<Shelled> {
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    HOME: cwd,
    npm_config_update_notifier: 'false',
    npm_config_registry: 'http://127.0.0.1:9',
  };
  const { code, stdout, stderr } = await exec('sh', ['-c', shell], { cwd, env });
  return { code, stdout: stdout.toString('utf8'), stderr };
}

function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'evolve-source-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Items that are written down, in order. */
export const entriesOf = ({ root }: Pick<World, 'root'>): readonly Json[] =>
  readNextWork(root).items.map(({ item }) => item);

/** The manifest of the clean repository with more in it. */
export const manifest = (more: Json): Files => ({
  'package.json': JSON.stringify({ ...JSON.parse(CLEAN['package.json'] ?? '{}'), ...more }, null, 2),
});

/** The same with further scripts. */
export const scripts = (more: Files): Files =>
  manifest({ scripts: { ...JSON.parse(CLEAN['package.json'] ?? '{}').scripts, ...more } });

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

/** A small repository in which nothing is to be found. */
export const CLEAN: Files = {
  'package.json': `${JSON.stringify(
    {
      name: 'sums',
      version: '1.0.0',
      type: 'module',
      bin: { sums: 'bin/sums.js' },
      scripts: { test: 'node --test', lint: 'node scripts/lint.js' },
    },
    null,
    2,
  )}\n`,
  'README.md': lines(
    '# Sums',
    '',
    'Adds numbers: `sums 1 2`. See [the guide](docs/guide.md).',
    '',
    '```sh',
    'npm run lint',
    'sums --round 1.5',
    '```',
  ),
  'docs/guide.md': lines('# Guide', '', 'The code is in `src/sum.js`.'),
  'GOALS.md': lines(
    '# Goals',
    '',
    'Adds numbers, always right.',
    '',
    '## North Stars',
    '',
    '- Nobody waits for a sum',
    '',
    '## Anti Stars',
    '',
    '- No dependencies',
    '',
    '## Gates',
    '',
    '| ID | Check | Weight | Description |',
    '|---|---|---|---|',
    '| tests | `npm test` | 8 | tests pass |',
    '| lint | `npm run lint` | 3 | lint passes |',
  ),
  '.github/workflows/check.yml': lines('on: push', 'jobs:', '  check:', '    steps:', '      - run: npm test'),
  'bin/sums.js': lines(
    '#!/usr/bin/env node',
    "import { sum } from '../src/sum.js';",
    "const round = process.argv.includes('--round');",
    'console.log(sum(process.argv.slice(2).map(Number), round));',
  ),
  'src/sum.js': lines(
    '/** Adds numbers. */',
    'export function sum(numbers, round) {',
    '  let total = 0;',
    '  for (const number of numbers) {',
    '    total += number;',
    '  }',
    '  return round ? Math.round(total) : total;',
    '}',
    '',
    '/** The middle of them. */',
    'export function mean(numbers) {',
    '  if (numbers.length === 0) {',
    '    return 0;',
    '  }',
    '  return sum(numbers, false) / numbers.length;',
    '}',
  ),
  'scripts/lint.js': lines("import 'node:fs';"),
  'test/sum.test.js': lines(
    "import { execFileSync } from 'node:child_process';",
    "import test from 'node:test';",
    "import { mean, sum } from '../src/sum.js';",
    "test('adds', () => sum([1, 2]) === 3 && mean([1]) === 1);",
    "test('starts', () => execFileSync('node', ['bin/sums.js', '1']));",
  ),
};
