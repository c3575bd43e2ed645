import { better, type Direction } from '../domain/compare.ts';
import type { Operation } from '../domain/proposal.ts';
import { type Rng, rng } from '../domain/rng.ts';
import type { Memo } from '../domain/strategy.ts';
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
import { numbersOf, spaceOf, unknownOf, vectorOf } from './space.ts';
import type { Slot, Variation } from './variation.ts';

/** A vector that was drawn in this batch already is drawn again, but not for ever: small spaces run out. */
const TRIES = 50;

/**
 * The numbers in scope as a search space: mutate steps from the parent, cross mixes two, fresh restarts from the seed.
 * Candidates whose structure is the same share a space, named by the first of them.
 */
export function tuning(): Variation {
  return {
    questions: (view, parents) => unknownOf(view, parents.map(spaceOf)),
    begin(view) {
      const { seed } = settings(view);
      const states = new Map(told(view));
      const drawn = new Set(inFlight(view));
      return {
        memos: () =>
          isDue(view)
            ? [...[...states].map(([space, value]) => ({ key: memoKey(space), value })), ...toldSoFar(view)]
            : [],
        draw(slot) {
          const [space, ...others] = new Set(slot.parents.map(spaceOf));
          if (space === undefined || others.length > 0) return undefined;
          const learned = slot.plain === true ? startNumeric(numbersOf(view, space)) : states.get(space);
          const state = learned ?? stateOf(view, space);
          if (state.dimensions.length === 0) return undefined;
          const literals = another(view, state, slot, seed, drawn);
          return literals === undefined ? undefined : { by: 'tune', edit: { of: space, literals } };
        },
      };
    },
  };
}

function another(
  view: View,
  state: NumericState,
  { id, operation, parents }: Slot,
  seed: number,
  drawn: Set<string>,
): readonly number[] | undefined {
  const vectors = parents.map((parent) => vectorOf(parent, view));
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Two parents may have but one mix: then a step from the first.
    const how = attempt < TRIES / 2 ? operation : 'mutate';
    const literals = draw(state, how, vectors, rng(seed, id, operation, attempt));
    if (drawn.has(literals.join())) continue;
    drawn.add(literals.join());
    return literals;
  }
  return undefined;
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
    case 'repair':
    case 'brief':
    case 'base':
    case 'rebase':
      return mutateNumeric(state, first, random);
  }
}

/** Vectors that are being measured now; with a barrier nothing is when a batch begins. */
function inFlight(view: View): readonly string[] {
  const { parallel } = view.run()?.config.adjustable ?? { parallel: 0 };
  return view.unfinished(parallel).flatMap(({ proposal }) => proposal.edit?.literals.join() ?? []);
}

const TOLD = 'told';
/** What is older than this many when it is first asked for is not looked at. */
const RECENT = 1000;

/** Without a barrier the states are kept after so many results: those since are told again, since a state takes some kilobytes. */
const EVERY = 8;

/** What came of proposals since the states were kept: of the newest batch, or without a barrier of those placed since. */
function results(view: View): readonly Entry[] {
  const run = view.run();
  if (run !== undefined && isBarrier(view)) return view.entries(run.batch);
  return view.placed(Math.min(RECENT, placements(view) - toldBefore(view))).toReversed();
}

const isBarrier = (view: View): boolean => view.run()?.config.identity.strategy === 'generations';

const isDue = (view: View): boolean => isBarrier(view) || placements(view) - toldBefore(view) >= EVERY;

const placements = (view: View): number => view.counts().proposed - view.counts().open;

function toldBefore(view: View): number {
  const memo = view.memo(TOLD);
  return typeof memo === 'number' ? memo : 0;
}

const toldSoFar = (view: View): readonly Memo[] => (isBarrier(view) ? [] : [{ key: TOLD, value: placements(view) }]);

/** The states of the spaces that these have moved in, brought up to date with them. */
function told(view: View): readonly [string, NumericState][] {
  const { direction } = settings(view);
  const spaces = new Map<string, Told[]>();
  for (const entry of results(view)) {
    const space = entry.proposal.edit?.of;
    if (space === undefined) continue;
    spaces.set(space, [...(spaces.get(space) ?? []), ...resultOf(entry, view, direction)]);
  }
  return [...spaces].map(([space, results]) => [space, tellNumeric(stateOf(view, space), results)]);
}

function resultOf(entry: Entry, view: View, direction: Direction): readonly Told[] {
  const { proposal, evaluation } = entry;
  const parent = view.entry(proposal.parents[0]);
  if (evaluation === undefined || parent?.evaluation === undefined || !isDrawn(proposal.operator)) return [];
  const told = { operator: proposal.operator, x: vectorOf(entry, view), from: vectorOf(parent, view) };
  if (evaluation.outcome !== 'scored') return [{ ...told, outcome: 'invalid' }];
  if (better(evaluation, parent.evaluation, direction)) return [{ ...told, outcome: 'better' }];
  return [{ ...told, outcome: better(parent.evaluation, evaluation, direction) ? 'worse' : 'equal' }];
}

const isDrawn = (operation: Operation): operation is Told['operator'] =>
  operation === 'mutate' || operation === 'cross' || operation === 'fresh';

function stateOf(view: View, space: string): NumericState {
  const memo = view.memo(memoKey(space));
  return isState(memo) ? memo : startNumeric(numbersOf(view, space));
}

function settings(view: View): { seed: number; direction: Direction } {
  const fixed = view.run()?.config.fixed;
  if (fixed === undefined) throw new Error('the run is not open');
  return fixed;
}

const memoKey = (space: string): string => `tune/${space}`;

const isState = (memo: unknown): memo is NumericState =>
  typeof memo === 'object' && memo !== null && 'dimensions' in memo;
