import { POOL, type Selection } from '../archive/archive.ts';
import type { Archive } from '../domain/archive.ts';
import { isAllPlain, type RunConfig, seedId } from '../domain/config.ts';
import { objectiveOf } from '../domain/goal.ts';
import type { Operation, Proposal } from '../domain/proposal.ts';
import type { Question } from '../domain/question.ts';
import { rng } from '../domain/rng.ts';
import type { Strategy } from '../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { conclude } from './conclude.ts';
import { isControl } from './control.ts';
import { idleNext } from './idle.ts';
import { mendNext } from './mend.ts';
import { steadyEnd } from './steady-end.ts';
import { minutesSpent } from './stop-rule.ts';
import type { Variation } from './variation.ts';

/** Of the turns of a search, so many are merges and so many large changes; the rest are small ones. */
export interface Mix {
  readonly merge: number;
  readonly rethink: number;
}

export interface Steady {
  readonly run: RunConfig;
  readonly variation: Variation;
  readonly archive: Archive;
  readonly selection: Selection;
  readonly mix: Mix;
  /** Where those live that the selection chooses from: the same for all, or another with every turn. */
  readonly home?: string | ((nth: number) => string);
  /** What turned out invalid is left as it is. */
  readonly mends?: false;
}

/** What a plain proposal is: as often a large change as a small one. */
const PLAIN: Mix = { merge: 0, rethink: 0.5 };

/**
 * Lanes kept full: whenever one is free it gets the next proposal, by what is known then, and what is evaluated is placed at
 * once. The nth proposal is `cn`, in a batch of its own.
 */
export function steady(options: Steady): Strategy {
  const { variation, archive, selection, mix, home = POOL, mends = true } = options;
  const homeAt = (nth: number): string => (typeof home === 'string' ? home : home(nth));
  const seed = seedId(options.run.identity.strategy);

  return {
    places: 'arrival',
    archive,
    tooLate(view, now) {
      const run = view.run();
      return run === undefined ? undefined : minutesSpent(run, now);
    },
    idle(view, now) {
      const run = view.run();
      return run === undefined ? { kind: 'wait' } : idleNext(view, run, homeAt(view.counts().proposed + 1), seed, now);
    },
    ask(view, slots, now) {
      const run = view.run();
      if (run === undefined) throw new Error('the run is not open');
      const open = view.counts().open;
      const end = steadyEnd(view, run, now);
      if (end !== undefined) return open > 0 ? { kind: 'wait' } : conclude(view, end);
      if (slots <= 0) return { kind: 'wait' };
      const next = nextOf(view, run);
      if ('questions' in next) return { kind: 'gather', questions: next.questions };
      if (next.proposal !== undefined) return { kind: 'propose', proposals: [next.proposal], memos: next.memos };
      if (open > 0) return { kind: 'wait' };
      const reason = 'there is nothing left that could be varied';
      return conclude(view, { kind: 'finish', cause: 'plateau', reason });
    },
  };

  function nextOf(view: View, run: RunFacts): Next {
    const nth = view.counts().proposed + 1;
    const place = { id: `c${nth}`, batch: nth, ord: 1, home: homeAt(nth) };
    const mend = mends ? mendNext(view, run) : undefined;
    if (mend !== undefined) return { proposal: { ...mend, ...place }, memos: [] };
    const control = isControl(run, nth - view.counts().idleProposed);
    const plain = control || isAllPlain(run.config);
    const turn = plain ? { operation: plainly(run, nth), parents: [needEntry(view, seed)] } : turnOf(view, run, nth);
    const questions = variation.questions(view, turn.parents);
    if (questions.length > 0) return { questions };
    const batch = variation.begin(view);
    const drawn = batch.draw({ ...place, ...turn, ...(plain ? { plain } : {}) });
    if (drawn === undefined) return { memos: batch.memos() };
    const { by, edit, lens } = drawn;
    const [first, ...others] = turn.parents.map((parent) => parent.proposal.id);
    const proposal: Proposal = {
      ...place,
      operator: turn.operation,
      by,
      parents: [first ?? seed, ...others],
      inspirations: plain ? [] : inspirationsOf(view, run, turn.parents, place.home),
      brief: {
        objective: objectiveOf(run.config),
        boundaries: [],
        pointers: [],
        ...(lens === undefined ? {} : { lens }),
      },
      ...(control ? { arm: 'control' } : {}),
      ...(edit === undefined ? {} : { edit }),
    };
    return { proposal, memos: batch.memos() };
  }

  function turnOf(view: View, run: RunFacts, nth: number): Turn {
    const random = rng(run.config.fixed.seed, 'turn', nth);
    const u = random.next();
    const parent = needEntry(view, selection.parent(view, random, homeAt(nth)) ?? seed);
    const mate = u < mix.merge ? selection.mate(view, parent.proposal.id, random, homeAt(nth)) : undefined;
    if (mate !== undefined) return { operation: 'cross', parents: [parent, needEntry(view, mate)] };
    return { operation: u < mix.merge + mix.rethink ? 'fresh' : 'mutate', parents: [parent] };
  }

  /** More than a few say nothing. */
  function inspirationsOf(view: View, { config }: RunFacts, parents: readonly Entry[], of: string): readonly string[] {
    if (config.adjustable.operator !== 'agent') return [];
    const ids = parents.map(({ proposal }) => proposal.id);
    if (selection.inspirations !== undefined) return selection.inspirations(view, ids);
    const known = new Set(ids);
    const best = view.claims(of, 0, INSPIRATIONS + known.size).map(({ id }) => id);
    return best.filter((id) => !known.has(id)).slice(0, INSPIRATIONS);
  }
}

const INSPIRATIONS = 3;

interface Turn {
  readonly operation: Operation;
  readonly parents: readonly Entry[];
}

type Next =
  | { readonly questions: readonly Question[] }
  | { readonly proposal?: Proposal; readonly memos: readonly { readonly key: string; readonly value: unknown }[] };

const plainly = (run: RunFacts, nth: number): Operation =>
  rng(run.config.fixed.seed, 'plain', nth).next() < PLAIN.rethink ? 'fresh' : 'mutate';

function needEntry(view: View, id: string): Entry {
  const entry = view.entry(id);
  if (entry === undefined) throw new Error(`no proposal ${id}`);
  return entry;
}
