import { isByIslands, isOfExperiments } from '../../domain/config.ts';
import type { Recorded } from '../../domain/event.ts';
import { isOfGoals } from '../../domain/ladder.ts';
import type { Counts, Entry, RunFacts, View } from '../../domain/view.ts';
import { styleOf } from '../../lib/style.ts';
import { limitsOf } from '../../strategy/strategy.ts';
import { isBred, sinceBest } from '../breeding.ts';
import type { Context, Live } from '../contract.ts';
import { costOf, costText } from '../cost.ts';
import { scoreIn } from '../document.ts';
import { iterationsOf } from '../iteration.ts';
import { frameOf, type LaneFacts, type LiveFacts } from './frame.ts';
import { goalsAsked, goalsProgress, goalsWhere } from './goals-live.ts';
import { askedText, roundsLanes, roundsProgress, roundsWhere } from './rounds-live.ts';
import { gainOf, madeBy } from './story.ts';

/** Often enough to look alive. */
const EVERY_MS = 250;
/** More lanes than these are counted, not listed. */
const LANES = 12;
const HISTORY = 60;
/** Fewer results say nothing about the pace. */
const PACE_FROM = 2;

export interface LiveView {
  see(recorded: Recorded): void;
  draw(now: number): void;
}

/** Draws what is going on in a run, from its journal. */
export function liveView(view: View, region: Live, context: Context, startedAt: number): LiveView {
  const watch = new Watch(view, startedAt);
  const style = styleOf(context.color);
  let drawnAt = 0;
  return {
    see: (recorded) => watch.see(recorded),
    draw(now) {
      if (now - drawnAt < EVERY_MS) return;
      drawnAt = now;
      const facts = watch.facts(now);
      if (facts === undefined) return;
      const notes = context.signal.aborted ? [...facts.notes, 'ending the work in flight …'] : facts.notes;
      region.draw(frameOf({ ...facts, notes }, context.columns, style));
    },
  };
}

/** What an observer keeps in mind: since when what is being done, and how much there was when it came. */
export class Watch {
  readonly #view: View;
  readonly #since = new Map<string, number>();
  readonly #questions = new Map<string, { readonly text: string; readonly at: number }>();
  readonly #startedAt: number;
  readonly #doneAtStart: number;
  #lastAt: number;

  constructor(view: View, startedAt: number) {
    this.#view = view;
    this.#startedAt = startedAt;
    this.#lastAt = startedAt;
    this.#doneAtStart = doneOf(view.counts());
  }

  see({ at, event }: Recorded): void {
    this.#lastAt = at;
    if (event.type === 'applied') this.#since.set(event.candidate.id, at);
    if (event.type === 'asked' && event.question.of === 'side-by-side')
      this.#questions.set(event.question.key, {
        text: `measuring ${event.question.candidates.join(' and ')} side by side`,
        at,
      });
    const asked = event.type === 'asked' ? (askedText(event.question) ?? goalsAsked(event.question)) : undefined;
    if (event.type === 'asked' && asked !== undefined) this.#questions.set(event.question.key, { text: asked, at });
    if (event.type === 'proposed' && event.proposal.seat !== undefined) this.#since.set(event.proposal.id, at);
    if (event.type === 'answered') this.#questions.delete(event.key);
  }

  facts(now: number): LiveFacts | undefined {
    const run = this.#view.run();
    if (run === undefined) return undefined;
    const counts = this.#view.counts();
    const best = this.#view.best();
    const { budget, parallel } = run.config.adjustable;
    const bred = isBred(run.config);
    const elapsedMs = run.spentMs + Math.max(0, now - run.drivenAt);
    const rounds = isOfExperiments(run.config);
    const cycles = isOfGoals(run.config);
    const left = bred
      ? leftOf(run, counts)
      : rounds
        ? roundsProgress(run, counts)
        : cycles
          ? goalsProgress(this.#view, run)
          : spentOf(run, counts);
    const minutesLeft = budget.minutes === undefined ? undefined : Math.max(0, budget.minutes - elapsedMs / 60_000);
    // Cycles are no measure of the pace: each is as long as its work.
    const coming = left.of === undefined || cycles ? undefined : left.of - left.done;
    const leftMs = this.#leftMs(coming, counts, now, minutesLeft);
    return {
      run: run.id,
      strategy: run.config.identity.strategy,
      where: whereOf(this.#view, run, counts),
      elapsedMs,
      best: { id: best?.proposal.id ?? '', score: scoreIn(best), percent: percentOf(best, this.#view) },
      history: bred
        ? this.#view.history(HISTORY).flatMap((batch) => batch.best ?? [])
        : this.#view.improvements(HISTORY).map(({ score }) => score),
      progress: left,
      invalid: counts.invalid,
      dropped: counts.unchanged + counts.failed,
      ...(leftMs === undefined ? {} : { leftMs }),
      ...(budget.evaluations === undefined || !bred
        ? {}
        : { evaluationsLeft: Math.max(0, budget.evaluations - counts.charged) }),
      ...(minutesLeft === undefined ? {} : { minutesLeft }),
      ...(run.spending === undefined ? {} : { cost: costText(costOf(run.spending), budget) }),
      ...this.#lanes(run, rounds ? 0 : parallel, now),
    };
  }

  #lanes(run: RunFacts, width: number, now: number): Pick<LiveFacts, 'lanes' | 'notes'> {
    if (width === 0) return this.#roundLanes(run, now);
    const open = this.#view.unfinished(width);
    const ids = new Set(open.map(({ proposal }) => proposal.id));
    for (const id of this.#since.keys()) if (!ids.has(id)) this.#since.delete(id);
    const lanes = open.map((entry): LaneFacts => {
      const { id, parents } = entry.proposal;
      // A lane takes up work as soon as another result has freed it.
      const at = this.#since.get(id) ?? this.#lastAt;
      this.#since.set(id, at);
      const doing = entry.candidate === undefined ? 'making' : 'measuring';
      return { id, doing, forMs: Math.max(0, now - at), made: madeIn(entry), parents };
    });
    return this.#shown(lanes, now);
  }

  #roundLanes(run: RunFacts, now: number): Pick<LiveFacts, 'lanes' | 'notes'> {
    return this.#shown(
      roundsLanes(this.#view, run, (id) => this.#since.get(id) ?? this.#startedAt, now),
      now,
    );
  }

  #shown(lanes: readonly LaneFacts[], now: number): Pick<LiveFacts, 'lanes' | 'notes'> {
    const more = lanes.length > LANES ? [`and ${lanes.length - LANES} more`] : [];
    const asked = [...this.#questions.values()].map(({ text, at }) => `${text}  ${Math.floor((now - at) / 1000)} s`);
    return { lanes: lanes.slice(0, LANES), notes: [...more, ...asked] };
  }

  #leftMs(left: number | undefined, counts: Counts, now: number, minutesLeft: number | undefined): number | undefined {
    const done = doneOf(counts) - this.#doneAtStart;
    const byMinutes = minutesLeft === undefined ? undefined : minutesLeft * 60_000;
    if (left !== undefined && left <= 0) return undefined;
    if (left === undefined || done < PACE_FROM) return byMinutes;
    return Math.min(((now - this.#startedAt) / done) * left, byMinutes ?? Number.POSITIVE_INFINITY);
  }
}

function whereOf(view: View, run: RunFacts, counts: Counts): readonly string[] {
  if (isBred(run.config)) return generationOf(run, counts);
  if (isOfExperiments(run.config)) return roundsWhere(view, run);
  return isOfGoals(run.config) ? goalsWhere(view, run) : [sinceText(view, run)];
}

/** The seed gains nothing over itself, which nobody need be told. */
const percentOf = (best: Entry | undefined, view: View): number | null =>
  best?.proposal.operator === 'seed' ? null : (gainOf(best, view)?.percent ?? null);

const madeIn = (entry: Entry): string => `${madeBy(entry)} by ${entry.proposal.by}`;

const doneOf = ({ scored, invalid, unchanged, failed }: Counts): number => scored + invalid + unchanged + failed;

function generationOf({ batch, bestBatch, config }: RunFacts, { open }: Counts): readonly string[] {
  const { generations, stale } = config.adjustable;
  const since = Math.max(0, batch - (open > 0 ? 1 : 0) - bestBatch);
  return [`generation ${batch} of ${generations}`, `stale ${since}/${stale}`];
}

function sinceText(view: View, run: RunFacts): string {
  const { plateau } = limitsOf(run);
  return `${sinceBest(view, run)}${plateau === undefined ? '' : `/${plateau}`} since the best`;
}

function spentOf(run: RunFacts, counts: Counts): LiveFacts['progress'] {
  const { charged } = counts;
  const iterations = isByIslands(run.config) ? iterationsOf(run) : undefined;
  if (iterations !== undefined) {
    const { proposed, open, idleProposed, idleOpen } = counts;
    return { done: proposed - idleProposed - (open - idleOpen), of: iterations, unit: 'iteration' };
  }
  const { evaluations } = limitsOf(run);
  return { done: charged, ...(evaluations === undefined ? {} : { of: evaluations }), unit: 'evaluation' };
}

/** What bounds the run: the budget of evaluations, where it ends before the generations do. */
function leftOf(run: RunFacts, counts: Counts): Required<LiveFacts['progress']> {
  const { k, generations, budget } = run.config.adjustable;
  const bred = k - Math.ceil(k / 2);
  const coming = run.batch === 0 ? k + (generations - 1) * bred : Math.max(0, generations - run.batch) * bred;
  const done = doneOf(counts);
  const of = counts.proposed + coming;
  if (budget.evaluations !== undefined && budget.evaluations - counts.charged < of - done)
    return { done: counts.charged, of: budget.evaluations, unit: 'evaluation' };
  return { done, of, unit: 'candidate' };
}
