import { pool } from '../../archive/archive.ts';
import { drawnAuthor, type Named } from '../../domain/author.ts';
import { COMMITTED } from '../../domain/experiment.ts';
import type { Proposal } from '../../domain/proposal.ts';
import type { Question } from '../../domain/question.ts';
import {
  briefKey,
  CURRENT,
  closingAt,
  currentRound,
  hintsKey,
  isHintsAnswer,
  type Opening,
  openingAt,
  openingKey,
  type Plan,
  type Pointer,
  planAt,
  seatId,
  type WrittenBrief,
} from '../../domain/round.ts';
import type { Ask, Strategy } from '../../domain/strategy.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { minutesSpent } from '../stop-rule.ts';
import { closing } from './collect.ts';
import { roundsOf } from './course.ts';
import { endBefore, ending, endWithin } from './end.ts';
import { ideateQuestions } from './ideate.ts';
import { type LaneStep, laneStep } from './lane.ts';
import { openingOf } from './opening.ts';
import { noPlan, planMemos } from './plan.ts';
import { laneScans, scanQuestions } from './scans.ts';
import { situationOf } from './situation.ts';
import { newBestOf } from './stall.ts';

export interface Workers {
  /** Who makes experiments. */
  readonly authors: readonly Named[];
  /** Who makes the hard ones; the authors where there is nobody. */
  readonly experts: readonly Named[];
}

/**
 * Rounds of research over a tree of experiments: look at what is new, think of what to try, and let lanes try it, each until it
 * gets no further.
 * Contract: what it decides follows from the memos and answers of a round and, lane by lane, from the lane's own experiments; so
 * it is the same at any width and after any interruption.
 */
export function rounds(workers: Workers): Strategy {
  return {
    places: 'arrival',
    archive: pool(COMMITTED),
    tooLate(view, now) {
      const run = view.run();
      return run === undefined ? undefined : minutesSpent(run, now);
    },
    ask(view, _slots, now) {
      const run = view.run();
      if (run === undefined) throw new Error('the run is not open');
      const round = currentRound(view);
      const opening = openingAt(view, round);
      if (opening === undefined || closingAt(view, round) !== undefined) return between(view, run, round, now);
      const plan = planAt(view, round);
      if (plan === undefined) return thinking(view, run, opening, now);
      return working(view, run, opening, plan, workers, now);
    },
  };
}

/** After a round, and before the first: it ends here, or another opens. */
function between(view: View, run: RunFacts, last: number, now: number): Ask {
  const round = last + 1;
  const end = endBefore(view, run, round, now);
  if (end !== undefined) return ending(view, earlyScans(view, run, last), end);
  return {
    kind: 'record',
    events: [],
    memos: [
      { key: CURRENT, value: { round } },
      { key: openingKey(round), value: openingOf(view, run, round, now) },
    ],
  };
}

/** What is asked before the lanes of a round begin, one thing after the other. */
function thinking(view: View, run: RunFacts, opening: Opening, now: number): Ask {
  const { round, best, parents, epoch } = opening;
  if (epoch !== (run.epoch ?? 0)) return { kind: 'record', events: [], memos: [noPlan(round)] };
  const candidate = best?.id ?? parents[0]?.id ?? 'root';
  const situation = () => situationOf(view, run, opening);
  const brief = (): readonly Question[] =>
    view.answer(briefKey(round)) === undefined
      ? [{ key: briefKey(round), of: 'brief', candidate, situation: situation() }]
      : [];
  const steps = [
    () => [...hints(view, round), ...scanQuestions(view, round, opening.scans)],
    () => ideateQuestions(view, opening, situation),
    brief,
  ];
  for (const step of steps) {
    const questions = step();
    if (questions.length === 0) continue;
    const end = endWithin(view, run, now);
    return end === undefined ? { kind: 'gather', questions } : ending(view, questions, end);
  }
  return { kind: 'record', events: [], memos: planMemos(view, run, opening) };
}

function hints(view: View, round: number): readonly Question[] {
  const key = hintsKey(round);
  if (view.answer(key) !== undefined) return [];
  const last = view.answer(hintsKey(round - 1));
  return [{ key, of: 'hints', after: isHintsAnswer(last) ? last.until : 0 }];
}

/** Lanes go on, each by itself; when none does, the round closes. */
function working(view: View, run: RunFacts, opening: Opening, plan: Plan, workers: Workers, now: number): Ask {
  const { round } = opening;
  const steps = stepsOf(view, run, opening, plan);
  const end = endWithin(view, run, now);
  const events = steps.flatMap((step) => (step.kind === 'record' && !(end && isRetry(step)) ? step.events : []));
  if (events.length > 0) return { kind: 'record', events };
  const early = earlyScans(view, run, round);
  const isBusy = steps.some(({ kind }) => kind === 'busy');
  if (steps.every(({ kind }) => kind === 'done')) return closing(view, run, opening);
  if (end !== undefined) return isBusy ? { kind: 'wait' } : ending(view, early, end);
  const proposals = steps.flatMap((step, lane) => {
    const brief = plan.briefs[lane];
    return step.kind !== 'propose' || brief === undefined ? [] : [proposalOf(run, opening, lane, brief, step, workers)];
  });
  if (proposals.length > 0) return { kind: 'propose', proposals };
  return early.length > 0 ? { kind: 'gather', questions: early } : { kind: 'wait' };
}

const isRetry = (step: LaneStep): boolean =>
  step.kind === 'record' && step.events.some(({ type }) => type === 'retried');

const stepsOf = (
  view: View,
  run: RunFacts,
  { round, epoch }: Opening,
  { briefs, budgets }: Plan,
): readonly LaneStep[] =>
  briefs.map((brief, lane) => laneStep(view, run, { round, lane, brief, budget: budgets[lane] ?? 0, epoch }));

/** What the next round will ask of the lanes that are done, where there may be a next one. */
function earlyScans(view: View, run: RunFacts, round: number): readonly Question[] {
  const opening = openingAt(view, round);
  const plan = planAt(view, round);
  const { rounds: most, scanBatch, stall } = roundsOf(run);
  if (opening === undefined || plan === undefined || (most !== undefined && round >= most)) return [];
  const isLast = opening.stall + 1 >= stall && newBestOf(view, run, round) === undefined;
  const isWanted = ({ key }: Question): boolean => !isLast || view.asked(key);
  return stepsOf(view, run, opening, plan).flatMap((step, lane) =>
    step.kind === 'done'
      ? scanQuestions(view, round + 1, laneScans(view, round, lane, scanBatch)).filter(isWanted)
      : [],
  );
}

function proposalOf(
  { config }: RunFacts,
  { round, batch }: Opening,
  lane: number,
  brief: WrittenBrief,
  { parent, iteration }: Extract<LaneStep, { kind: 'propose' }>,
  { authors, experts }: Workers,
): Proposal {
  const { objective, boundaries, pointers, hard } = brief;
  const seat = { round, lane, iteration };
  const among = hard && experts.length > 0 ? experts : authors;
  return {
    id: seatId(seat),
    batch,
    ord: lane * 1000 + iteration,
    home: COMMITTED,
    operator: 'brief',
    // One author to a lane, who may go on in the same conversation.
    by: drawnAuthor(among, config.fixed.seed, `r${round}-l${lane}`) ?? 'agent',
    parents: [parent],
    inspirations: [],
    brief: { objective, boundaries, pointers: pointers.map(pointerText) },
    seat,
  };
}

const pointerText = ({ kind, name, why }: Pointer): string => `${kind} ${name}${why === '' ? '' : `: ${why}`}`;
