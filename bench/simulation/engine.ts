import { leader, patient, pool, type Selection } from '../../src/archive/archive.ts';
import type { RunConfig } from '../../src/domain/config.ts';
import type { Evaluation } from '../../src/domain/evaluation.ts';
import type { Journal } from '../../src/domain/journal.ts';
import type { Lanes, Version } from '../../src/domain/lane.ts';
import { rng } from '../../src/domain/rng.ts';
import { drive } from '../../src/loop/loop.ts';
import { steady } from '../../src/strategy/steady.ts';
import { mixed, stepped } from '../landscape/reals.ts';
import { endless } from './config.ts';
import { topFive } from './rules.ts';

export { memoryJournal, openStore } from '../../src/journal/journal.ts';

/** A program of constants and what it costs, 0 at the optimum. */
export interface Task {
  readonly size: number;
  readonly cost: (distances: readonly number[]) => number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const TASKS: Readonly<Record<string, Task>> = {
  'sphere-10': { size: 10, cost: (x) => sum(x.map((value) => value * value)) },
  'rastrigin-6': {
    size: 6,
    cost: (x) => sum(x.map((value) => value * value + 10 - 10 * Math.cos(2 * Math.PI * value))),
  },
};

interface Way {
  readonly selection: Selection;
  readonly mix: { readonly merge: number; readonly rethink: number };
}

const PLAIN = { merge: 0, rethink: 0 };
const MIXED = { merge: 0.1, rethink: 0.1 };

/** Whatever the operation, the author is the scripted mutator; a merge takes each constant from either parent where the way has merges. */
export const WAYS: Readonly<Record<string, Way>> = {
  patient: { selection: patient, mix: PLAIN },
  'patient, with merges': { selection: patient, mix: MIXED },
  greedy: { selection: leader, mix: PLAIN },
  'top-5': { selection: topFive, mix: PLAIN },
};

const within = (drawn: number): number => 10 * drawn - 5;
const vector = (size: number, ...keys: readonly (string | number)[]): readonly number[] => {
  const random = rng(1, ...keys);
  return Array.from({ length: size }, () => within(random.next()));
};
/** Where the optimum is, and where a run of this seed begins. */
export const placesOf = ({ size }: Task, seed: number) => ({
  shift: vector(size, 'shift', size),
  start: vector(size, 'start', seed),
});
const numbersOf = ({ commit }: Version): readonly number[] => commit.split(' ').map(Number);

/** The whole loop with an author and an evaluator in this process. The best cost after so many evaluations, for each number of them. */
export async function run(
  journal: Journal,
  task: Task,
  way: Way,
  seed: number,
  budgets: readonly number[],
): Promise<readonly number[]> {
  const { shift, start } = placesOf(task, seed);
  const costOf = (numbers: readonly number[]): number =>
    task.cost(numbers.map((value, index) => value - (shift[index] ?? 0)));
  const lanes: Lanes = {
    async apply({ proposal, parents: [one, other] }) {
      const random = rng(seed, 'author', proposal.id);
      const merged = other === undefined ? undefined : mixed(numbersOf(one), numbersOf(other), random);
      const commit = (merged ?? stepped(numbersOf(one), random)).join(' ');
      return { kind: 'changed', commit, tree: commit, summary: '', refused: [] };
    },
    evaluate: async ({ candidate }) => scored(costOf(numbersOf(candidate))),
    async answer({ question, candidates }) {
      if (!('repeats' in question)) throw new Error(`nobody knows the answer to ${question.of}`);
      const turns = Array.from({ length: question.repeats });
      return {
        kind: 'answered',
        answer: { samples: candidates.map((one) => turns.map(() => costOf(numbersOf(one)))) },
      };
    },
  };
  const config = configOf(seed, budgets.at(-1) ?? 0);
  const commit = start.join(' ');
  const place = { batch: 0, ord: 0, home: 'pool', operator: 'seed' as const, by: 'user', inspirations: [] };
  const brief = { objective: '', boundaries: [], pointers: [] };
  journal.append(() => [
    { type: 'opened', config, base: { commit, tree: commit } },
    { type: 'proposed', proposal: { id: 'seed', ...place, parents: ['seed'], brief } },
    { type: 'applied', candidate: { id: 'seed', proposal: 'seed', parents: [], commit, tree: commit, summary: '' } },
    { type: 'evaluated', candidate: 'seed', evaluation: scored(costOf(start)) },
    { type: 'placed', proposal: 'seed', placement: { kind: 'kept', home: 'pool', evicted: [] } },
  ]);
  const variation = { questions: () => [], begin: () => ({ draw: () => ({ by: 'mutator' }), memos: () => [] }) };
  const strategy = steady({ run: config, variation, archive: pool(), ...way });
  const times = { now: () => 0, backOffMs: [], slots: 1, lookEveryMs: 1000 };
  const options = { journal, strategy, lanes, width: 1, decide: () => undefined, ...times };
  await drive(options, new AbortController().signal);
  const improvements = journal.view().improvements(100_000);
  return budgets.map(
    (most) => improvements.filter(({ evaluations }) => evaluations <= most).at(-1)?.score ?? Number.NaN,
  );
}

function configOf(seed: number, evaluations: number): RunConfig {
  const { identity, fixed, adjustable } = endless('patient', { seed });
  return { identity, fixed: { ...fixed, direction: 'min' }, adjustable: { ...adjustable, budget: { evaluations } } };
}

const scored = (score: number): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics: {},
  channel: 'number',
  stages: [],
});
