import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scoreOf } from '../../src/domain/compare.ts';
import { CURRENT, closingKey, isOpening, openingKey, planKey } from '../../src/domain/round.ts';
import type { Entry, View } from '../../src/domain/view.ts';
import { openStore } from '../../src/journal/journal.ts';
import { sortFile } from '../fake/agents/problems.mjs';
import { evolve, json, repository, temporary } from './support.ts';

/** A planted problem: its files, how to measure them, and the best that there is. */
export interface Problem {
  readonly files: Readonly<Record<string, string>>;
  readonly init: readonly string[];
  readonly optimum: number;
}

const SAFE = ['--gate', 'safe=! grep -rq unsafe lib'];

/** Three numbers, and how far they are from the best ones. No process but a shell is needed to measure it. */
export const VECTOR: Problem = {
  files: {
    'lib/vector.txt': 'x=0\ny=0\nz=0\n',
    'bench.sh':
      "awk -F= 'function away(a) { return a < 0 ? -a : a } /^x/ { s += away($2 - 6) } /^y/ { s += away($2 - 9) } /^z/ { s += away($2 - 4) } END { print -s }' lib/vector.txt\n",
  },
  init: ['--fitness', 'sh bench.sh', '--files', 'lib/**', ...SAFE],
  optimum: 0,
};

/** Six tasks that nobody has solved; each leaves a trace. */
export const TASKS: Problem = {
  files: {
    'lib/ops.js': ['double', 'square', 'negate', 'reverse', 'total', 'vowels']
      .map((name) => `exports.${name} = () => null;\n`)
      .join(''),
    'bench.js': `const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const ops = require('./lib/ops.js');
const asked = {
  double: [[2, 4], [5, 10]], square: [[3, 9], [7, 49]], negate: [[1, -1], [-8, 8]],
  reverse: [['abc', 'cba'], ['xy', 'yx']], total: [[[1, 2], 3], [[4, 4, 4], 12]], vowels: [['banana', 3], ['sky', 0]],
};
const tasks = {};
for (const [name, cases] of Object.entries(asked)) {
  const wrong = cases.filter(([input, output]) => ops[name](input) !== output);
  tasks[name] = wrong.length === 0 ? 1 : 0;
  const log = wrong.map(([input, output]) => name + ' of ' + JSON.stringify(input) + ' should be ' + JSON.stringify(output));
  const { EVOLVE_TRACES_DIR: traces } = process.env;
  if (traces !== undefined) writeFileSync(join(traces, 'task_' + name + '.json'), JSON.stringify({ task: name, score: tasks[name], log }));
}
const score = Object.values(tasks).reduce((sum, one) => sum + one, 0) / 6;
console.log(JSON.stringify({ score, tasks }));
`,
  },
  init: ['--fitness', 'node bench.js', '--files', 'lib/**', ...SAFE],
  optimum: 1,
};

/** Comparisons of the best sort that anybody here knows. */
export const SORTED = 241;

/** Sorting, by the comparisons that it takes. */
export const SORT: Problem = {
  files: {
    'lib/sort.js': sortFile(0),
    'bench.js': `const { sort } = require('./lib/sort.js');
let count = 0;
const less = (a, b) => { count++; return a < b; };
for (const size of [24, 40]) {
  const list = Array.from({ length: size }, (_, index) => (index * 17 + 5) % size);
  const sorted = sort([...list], less);
  if (sorted.some((one, index) => one !== index)) throw new Error('not sorted');
}
console.log(count);
`,
  },
  init: ['--fitness', 'node bench.js', '--files', 'lib/**', '--direction', 'min', ...SAFE],
  optimum: SORTED,
};

export interface Lab {
  readonly folder: string;
  /** Where agents leave what they were asked. */
  readonly calls: string;
  /** The agent, with values of its own, in a role. */
  agent(role: string, values?: Readonly<Record<string, string>>): readonly string[];
}

const WORLD = join(import.meta.dirname, '../fake/agents/world.mjs');

/** A repository with a planted problem and experiments on it. */
export function planted({ files, init }: Problem, place = temporary()): Lab {
  const folder = repository(files, place);
  json(evolve(folder, ['init', ...init, '--unchecked', '--cores', '0', '--no-config', '--yes', '--json']));
  const calls = join(place, 'calls');
  mkdirSync(calls);
  return {
    folder,
    calls,
    agent: (role, values = {}) => {
      const words = Object.entries({ record: calls, ...values }).map(([name, value]) => `'${name}=${value}'`);
      return ['--agent', `${role}=command:'${process.execPath}' '${WORLD}' ${words.join(' ')} {prompt_file}`];
    },
  };
}

const QUICK = ['--analyst-seconds', '0', '--no-config', '--yes', '--json'];

export const optimize = (folder: string, ...args: readonly string[]) => evolve(folder, ['optimize', ...QUICK, ...args]);
export const optimizeArgs = (...args: readonly string[]): readonly string[] => ['optimize', ...QUICK, ...args];

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

export const entriesIn = (folder: string): readonly Entry[] =>
  withView(folder, (view) => view.entriesAfter(-1, 0, 10_000));

function withView<T>(folder: string, look: (view: View) => T): T {
  const store = openStore(join(folder, '.evolve'));
  try {
    return look(store.journal('r1').view());
  } finally {
    store.close();
  }
}

/** What must be the same of two runs: every experiment with its code, attempts and end, and every round. */
export const treeOf = (folder: string) =>
  withView(folder, (view) => {
    const rounds = Number(Object(view.memo(CURRENT)).round ?? 0);
    return {
      rounds: Array.from({ length: rounds }, (_, index) => {
        const opening = view.memo(openingKey(index + 1));
        return {
          opening: isOpening(opening) ? { ...opening, openedAt: 0 } : opening,
          plan: view.memo(planKey(index + 1)),
          closing: view.memo(closingKey(index + 1)),
        };
      }),
      best: view.best()?.proposal.id,
      end: view.run()?.end,
      charged: view.counts().charged,
      experiments: view.entriesAfter(-1, 0, 10_000).map(({ proposal, candidate, evaluation, experiment }) => ({
        proposal,
        tree: candidate?.tree,
        score: evaluation === undefined ? undefined : scoreOf(evaluation),
        status: experiment?.status,
        laid: experiment?.laid?.reason,
        invalid: experiment?.invalid,
        attempts: view
          .attempts(proposal.id)
          .map(({ attempt, end }) => ({ attempt, outcome: end?.outcome, score: end?.score })),
      })),
    };
  });

/** The whole change of its newest attempt, against its parent. */
export function patchOf(folder: string, id: string): string {
  const attempts = join(folder, '.evolve/r1/experiments', id, 'attempts');
  return readFileSync(join(attempts, readdirSync(attempts).sort().at(-1) ?? '', 'diff.patch'), 'utf8');
}
