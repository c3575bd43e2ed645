import { ranked } from '../archive/archive.ts';
import { seedId } from '../domain/config.ts';
import type { Operation, Proposal } from '../domain/proposal.ts';
import type { Ask, Strategy } from '../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { checkpoint, isDiscard, isStop } from './checkpoint.ts';
import { conclude } from './conclude.ts';
import { operations } from './operations.ts';
import { allowance, mending } from './repair.ts';
import { evaluationsLeft, minutesSpent, stopRule } from './stop-rule.ts';
import type { Variation } from './variation.ts';

const SEED = seedId('generations');
/** The home of all that are bred. */
export const POPULATION = 'population';

/**
 * Generation by generation: k from the seed, keep the better half, report, breed the other half anew.
 * Everything of a generation is placed together, in order, so that results don't depend on how many ran at once.
 */
export function generations(options: { run: RunFacts['config']; variation: Variation }): Strategy {
  const { direction } = options.run.fixed;
  const { k } = options.run.adjustable;
  const survivors = Math.ceil(k / 2);
  const { variation } = options;

  return {
    places: 'barrier',
    archive: ranked({ capacity: survivors, home: POPULATION, direction }),
    tooLate(view, now) {
      const run = view.run();
      return run === undefined ? undefined : minutesSpent(run, now);
    },
    ask(view, _slots, now) {
      const run = view.run();
      if (run === undefined) throw new Error('the run is not open');
      if (view.counts().open > 0) {
        const proposals = minutesSpent(run, now) === undefined ? mending(view, run) : [];
        return proposals.length > 0 ? { kind: 'propose', proposals } : { kind: 'wait' };
      }
      if (run.batch > 0 || evaluationsLeft(view, run) <= 0) {
        const rule = stopRule(view, run, now);
        if (rule !== undefined) return conclude(view, rule);
      }
      if (run.batch > 0) {
        const question = checkpoint(view, run, SEED);
        const answer = view.answer(question.key);
        if (answer === undefined) return { kind: 'pause', question };
        if (isDiscard(answer)) return { kind: 'finish', cause: 'request', reason: 'discarded at a checkpoint' };
        if (isStop(answer))
          return conclude(view, { kind: 'finish', cause: 'request', reason: 'stopped at a checkpoint' });
      }
      const questions = variation.questions(view, [...view.top(POPULATION, survivors), seedOf(view)]);
      if (questions.length > 0) return { kind: 'gather', questions };
      return breed(view, run);
    },
  };

  function breed(view: View, run: RunFacts): Ask {
    const batch = run.batch + 1;
    const living = view.top(POPULATION, survivors);
    const wanted = k - living.length;
    const left = evaluationsLeft(view, run);
    const count = Math.min(wanted, left);
    const seed = seedOf(view);
    const variations = variation.begin(view);
    const plan: readonly Operation[] =
      batch === 1 ? Array.from({ length: count }, () => 'mutate') : operations(wanted, batch);
    const proposals = plan.slice(0, count).flatMap((planned, index): readonly Proposal[] => {
      const id = `gen${batch}-${index + 1}`;
      const { operation, parents } = parentsOf(planned, living, seed);
      const drawn = variations.draw({ id, batch, ord: index + 1, operation, parents });
      if (drawn === undefined) return [];
      const { by, edit, lens } = drawn;
      const [first, ...others] = parents.map((parent) => parent.proposal.id);
      const proposal: Proposal = {
        id,
        batch,
        ord: index + 1,
        home: POPULATION,
        operator: operation,
        by,
        parents: [first ?? SEED, ...others],
        inspirations: inspirationsOf(run, living, parents),
        brief: {
          objective: run.config.adjustable.goal,
          boundaries: [],
          pointers: [],
          ...(lens === undefined ? {} : { lens }),
        },
      };
      return [edit === undefined ? proposal : { ...proposal, edit }];
    });
    // Asked again, it would say the same for ever: a generation of nothing is an end.
    if (proposals.length === 0)
      return conclude(view, { kind: 'finish', cause: 'plateau', reason: 'there is nothing left that could be varied' });
    const planned = Math.max(...proposals.map(({ ord }) => ord));
    return { kind: 'propose', proposals, memos: [...variations.memos(), ...allowance(run, planned, left)] };
  }
}

function seedOf(view: View): Entry {
  const seed = view.entry(SEED);
  if (seed === undefined) throw new Error('the run has no seed');
  return seed;
}

/** Mutation takes the best survivor, crossover the top two, fresh the seed; what lacks parents becomes what it can be. */
function parentsOf(
  planned: Operation,
  living: readonly Entry[],
  seed: Entry,
): { operation: Operation; parents: readonly Entry[] } {
  const [best, second] = living;
  if (planned === 'fresh' || best === undefined)
    return { operation: best === undefined ? 'mutate' : 'fresh', parents: [seed] };
  if (planned === 'cross' && second !== undefined) return { operation: 'cross', parents: [best, second] };
  return { operation: 'mutate', parents: [best] };
}

/** More than a few say nothing. */
const INSPIRATIONS = 3;

/** The others that live, for those who can take an idea from them. */
function inspirationsOf({ config }: RunFacts, living: readonly Entry[], parents: readonly Entry[]): readonly string[] {
  if (config.adjustable.operator !== 'agent') return [];
  const others = living.filter((one) => one.evaluation?.outcome === 'scored' && !parents.includes(one));
  return others.slice(0, INSPIRATIONS).map(({ proposal }) => proposal.id);
}
