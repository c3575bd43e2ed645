import { better, type Direction } from '../domain/compare.ts';
import type { Operation } from '../domain/proposal.ts';
import { isLiteralsAnswer, type LiteralsAnswer, type Question } from '../domain/question.ts';
import { type Rng, rng } from '../domain/rng.ts';
import type { Entry, View } from '../domain/view.ts';
import {
  crossNumeric,
  freshNumeric,
  mutateNumeric,
  type NumericState,
  startNumeric,
  type Told,
  tellNumeric,
} from './numeric.ts';
import type { Variation } from './variation.ts';

const MEMO = 'tune';
const SEED_BATCH = 0;

/** A vector that was drawn in this batch already is drawn again, but not for ever: small spaces run out. */
const TRIES = 50;

/** The numbers in scope as a search space: mutate steps from the parent, cross mixes two, fresh restarts from the seed. */
export function tuning(): Variation {
  return {
    questions(view) {
      const question = questionOf(view);
      return view.answer(question.key) === undefined ? [question] : [];
    },
    begin(view) {
      const numbers = seedNumbers(view);
      const { seed, direction } = settings(view);
      const before = stateOf(view.memo(MEMO)) ?? startNumeric(numbers);
      const state = tellNumeric(before, resultsOf(view, direction));
      const drawn = new Set<string>();
      return {
        memo: () => ({ key: MEMO, value: state }),
        edit(operation, parents, proposal) {
          const vectors = parents.map((parent) => vectorOf(parent, view));
          for (let attempt = 0; attempt < TRIES; attempt++) {
            // Two parents may have but one mix: then a step from the first.
            const how = attempt < TRIES / 2 ? operation : 'mutate';
            const literals = draw(state, how, vectors, rng(seed, proposal, operation, attempt));
            if (drawn.has(literals.join())) continue;
            drawn.add(literals.join());
            return { literals };
          }
          return 'none';
        },
      };
    },
  };
}

function draw(
  state: NumericState,
  operation: Operation,
  vectors: readonly (readonly number[])[],
  random: Rng,
): readonly number[] {
  const [first = [], second = first] = vectors;
  switch (operation) {
    case 'cross':
      return crossNumeric(state, first, second, random);
    case 'fresh':
      return freshNumeric(state, first, random);
    case 'mutate':
    case 'seed':
      return mutateNumeric(state, first, random);
  }
}

/** What came of the newest batch; the memo holds all before it. */
function resultsOf(view: View, direction: Direction): readonly Told[] {
  const batch = view.run()?.batch ?? SEED_BATCH;
  if (batch === SEED_BATCH) return [];
  return view.entries(batch).flatMap((entry): readonly Told[] => {
    const { proposal, evaluation } = entry;
    const parent = view.entry(proposal.parents[0]);
    if (evaluation === undefined || parent?.evaluation === undefined || proposal.operator === 'seed') return [];
    const told = { operator: proposal.operator, x: vectorOf(entry, view), from: vectorOf(parent, view) };
    if (evaluation.outcome !== 'scored') return [{ ...told, outcome: 'invalid' }];
    if (better(evaluation, parent.evaluation, direction)) return [{ ...told, outcome: 'better' }];
    return [{ ...told, outcome: better(parent.evaluation, evaluation, direction) ? 'worse' : 'equal' }];
  });
}

function vectorOf(entry: Entry, view: View): readonly number[] {
  return entry.proposal.edit?.literals ?? seedNumbers(view).map(({ value }) => value);
}

function seedNumbers(view: View): LiteralsAnswer['literals'] {
  const answer = view.answer(questionOf(view).key);
  if (!isLiteralsAnswer(answer)) throw new Error('the numbers of the seed are not known');
  return answer.literals;
}

function questionOf(view: View): Question {
  const candidate = view.entries(SEED_BATCH)[0]?.proposal.id ?? '';
  return { key: `literals/${candidate}`, of: 'literals', candidate };
}

function settings(view: View): { seed: number; direction: Direction } {
  const fixed = view.run()?.config.fixed;
  if (fixed === undefined) throw new Error('the run is not open');
  return fixed;
}

const stateOf = (memo: unknown): NumericState | undefined => (isState(memo) ? memo : undefined);

const isState = (memo: unknown): memo is NumericState =>
  typeof memo === 'object' && memo !== null && 'dimensions' in memo;
