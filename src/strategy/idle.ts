import { claimant } from '../archive/archive.ts';
import { isAllPlain, isByIslands, type RunConfig } from '../domain/config.ts';
import type { Proposal } from '../domain/proposal.ts';
import { isTreesAnswer, type Question } from '../domain/question.ts';
import type { Ask } from '../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { limitsOf, steadyEnd } from './steady-end.ts';
import { evaluationsLeft } from './stop-rule.ts';
import { structural } from './structural.ts';
import { tuning } from './tuning.ts';
import type { Drawn, VariationBatch } from './variation.ts';

/** Free operators may have so much of the record. */
export const IDLE = 0.25;

/** Plain samples are left alone unless somebody says otherwise, and judges cost money. */
export const idleShare = (config: RunConfig): number =>
  isByIslands(config)
    ? 0
    : (config.adjustable.idle ?? (isAllPlain(config) || config.fixed.judging !== undefined ? 0 : IDLE));

/** They work on so many of the best: further down an author has more to say. */
const BEST = 16;

const KIDS = 'idle';
const [NUMBERS, TREE] = [tuning(), structural()];
const WAIT: Ask = { kind: 'wait' };

/**
 * The next proposal of a free operator: numbers and syntax in turns, from the best by the patient rule over their own children.
 * Contract: a function of the view and the time; `wait` unless agents have every lane, and where it would take what they need.
 */
export function idleNext(view: View, run: RunFacts, home: string, seed: string, now: number): Ask {
  if (!mayFill(view, run) || steadyEnd(view, run, now) !== undefined) return WAIT;
  const kids = kidsIn(view.memo(KIDS));
  const best = view.claims(home, 0, BEST).map((claim) => ({ ...claim, kids: kids[claim.id] ?? 0 }));
  const parent = view.entry(claimant({ claims: (_home, from) => best.slice(from) }, home, 8) ?? seed);
  if (parent === undefined) return WAIT;
  const trees: Question = { key: `trees/${seed}`, of: 'trees', candidate: seed };
  const unknown = view.answer(trees.key) === undefined ? [trees] : [];
  const questions = [...NUMBERS.questions(view, [parent]), ...unknown];
  if (questions.length > 0) return { kind: 'gather', questions };
  const nth = view.counts().proposed + 1;
  const batch = NUMBERS.begin(view);
  const drawn = draw(view, batch, { id: `c${nth}`, batch: nth, ord: 1 }, parent, trees.key);
  if (drawn === undefined) return WAIT;
  const { id } = parent.proposal;
  const proposal: Proposal = {
    id: `c${nth}`,
    batch: nth,
    ord: 1,
    home,
    operator: 'mutate',
    parents: [id],
    inspirations: [],
    brief: { objective: run.config.adjustable.goal, boundaries: [], pointers: [] },
    arm: 'idle',
    ...drawn,
  };
  const counted = best.map((one) => [one.id, one.kids + (one.id === id ? 1 : 0)] as const);
  const memo = { key: KIDS, value: Object.fromEntries(counted.filter(([, many]) => many > 0)) };
  return { kind: 'propose', proposals: [proposal], memos: [...batch.memos(), memo] };
}

/** Whether agents are at work in every lane, and the share and the budget leave room for one more evaluation beside theirs. */
function mayFill(view: View, run: RunFacts): boolean {
  const { operator, parallel, parallelBench } = run.config.adjustable;
  const share = idleShare(run.config);
  if (operator !== 'agent' || parallel < 2 || share <= 0) return false;
  const { open, charged, idle, idleOpen, idleProposed } = view.counts();
  const busy = open - idleOpen;
  if (busy < parallel || idleOpen >= parallelBench) return false;
  // What came to no evaluation counts, too: else one that finds nothing would try for ever.
  const proposed = idleProposed + 1;
  if (proposed > share * (charged - idle + proposed)) return false;
  return evaluationsLeft(view, run, limitsOf(run).evaluations) > busy;
}

function draw(
  view: View,
  numbers: VariationBatch,
  place: { readonly id: string; readonly batch: number; readonly ord: number },
  parent: Entry,
  trees: string,
): Drawn | undefined {
  const slot = { ...place, operation: 'mutate' as const, parents: [parent] };
  const answer = view.answer(trees);
  const tree = isTreesAnswer(answer) && answer.editable.length > 0 ? TREE.begin(view).draw(slot) : undefined;
  return view.counts().idleProposed % 2 === 1 && tree !== undefined ? tree : (numbers.draw(slot) ?? tree);
}

const kidsIn = (memo: unknown): Readonly<Record<string, number>> =>
  typeof memo === 'object' && memo !== null ? Object.fromEntries(Object.entries(memo)) : {};
