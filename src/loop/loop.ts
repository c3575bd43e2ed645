import { setMaxListeners } from 'node:events';
import { tightestCap } from '../domain/budget.ts';
import type { CandidateId } from '../domain/candidate.ts';
import { contestOf, staleBest } from '../domain/challenge.ts';
import type { Event } from '../domain/event.ts';
import type { Journal } from '../domain/journal.ts';
import type { Lanes } from '../domain/lane.ts';
import type { Checkpoint, Question } from '../domain/question.ts';
import type { Ask, Memo, Strategy } from '../domain/strategy.ts';
import type { View } from '../domain/view.ts';
import { answerQuestion } from './answer.ts';
import type { Attempting } from './attempt.ts';
import { meet, ringOf, sampleAgain } from './challenge.ts';
import { Flight } from './flight.ts';
import { Idle } from './idle.ts';
import { isIdle, leftOpen } from './left.ts';
import { Machine, MachineFailure } from './machine.ts';
import { placeNext } from './place.ts';
import { Trials } from './trials.ts';
import { drop, placeAtOnce, workOn } from './work.ts';

export { type Attempting, attempt, giveUp } from './attempt.ts';
export { DIRECTIVES_BYTES } from './directives.ts';
export { MachineFailure } from './machine.ts';
export { GaveWay } from './work.ts';

export interface Driving {
  readonly journal: Journal;
  readonly strategy: Strategy;
  readonly lanes: Lanes;
  /** How many proposals are worked on at once. */
  readonly width: number;
  /** How many can be measured at once. */
  readonly slots: number;
  /** Answers a checkpoint in advance; undefined leaves it to the human. */
  readonly decide: (question: Checkpoint) => string | undefined;
  readonly now: () => number;
  /** Waits before the machine is tried again; one entry per retry. */
  readonly backOffMs: readonly number[];
  /** How often a waiting loop looks whether somebody asked it to stop. */
  readonly lookEveryMs: number;
  /** Of a run of experiments. */
  readonly experiments?: Experimental;
}

/** What experiments need beyond lanes. */
export interface Experimental extends Pick<Attempting, 'write'> {
  /** Told of every attempt before it is measured, again where that is begun again. */
  begin(id: CandidateId): Promise<void>;
  /** Waits until nobody else works on the experiment. Rejects when aborted. */
  claim(id: CandidateId, signal: AbortSignal): Promise<{ release(): void }>;
}

export type Halt =
  | { readonly kind: 'finished' | 'stopped'; readonly reason: string }
  | { readonly kind: 'paused'; readonly question: Checkpoint };

/**
 * The one driver: asks the strategy, works on what is open, places what came of it, until a pause or an end.
 * Contract: everything it knows is in the journal, so it can be killed anywhere and started again; the caller holds
 * the run's lease. Rejects with the signal's reason when aborted and with `MachineFailure` when the machine keeps
 * failing, in both cases after all work in flight has ended.
 */
export async function drive(given: Driving, signal: AbortSignal): Promise<Halt> {
  const { journal, strategy, width } = given;
  const ending = new AbortController();
  const inside = AbortSignal.any([signal, ending.signal]);
  // Every lane listens, several times over.
  setMaxListeners(0, inside);
  const machine = new Machine(journal, given.backOffMs, inside);
  const flight = new Flight();
  const isSearch = given.experiments === undefined;
  const left = strategy.places === 'arrival' && isSearch ? leftOpen(journal.view()) : { unplaced: [], idle: [] };
  // Their driver was killed before they were placed.
  const unplaced = [...left.unplaced];
  const idle = new Idle(given, flight, inside, left.idle);
  const driving = { ...given, lanes: idle.lanes };
  const trials = isSearch ? undefined : new Trials(driving, machine, flight, inside);

  try {
    await machine.append(() => [{ type: 'driven' }]);
    for (;;) {
      inside.throwIfAborted();
      flight.check();
      const request = journal.view().run()?.stopRequested;
      if (request !== undefined) return await stop(request);
      refresh();
      if (await startWork()) continue;

      const ask = await decide();
      if (ask.kind === 'finish') return { kind: 'finished', reason: ask.reason };
      if (ask.kind === 'stop') return { kind: 'stopped', reason: ask.reason };
      if (ask.kind === 'pause' && journal.view().answer(ask.question.key) === undefined) {
        return { kind: 'paused', question: ask.question };
      }
      if (ask.kind === 'gather') {
        for (const question of ask.questions) {
          if (flight.has(question.key)) continue;
          flight.start('beside', question.key, () => answerQuestion(question, driving, machine, inside));
        }
        await flight.settle(driving.lookEveryMs);
      }
      if (ask.kind === 'wait') {
        // One that waits beside a free lane is near its end, and that must not hang on idle work.
        if (flight.lanes < width ? idle.shed() : idle.fill(eventsOf)) continue;
        if (flight.isEmpty && isSearch && challengeNext()) continue;
        if (!flight.isEmpty) await flight.settle(driving.lookEveryMs);
        else if (trials?.isUnpaid === true) return await outOfMoney();
        else if (isSearch && (await placeNext(strategy, machine))) continue;
        else throw new Error('the strategy waits and nothing is in flight');
      }
    }
  } catch (error) {
    if (error instanceof MachineFailure) await giveUp(error.message);
    throw error;
  } finally {
    await land();
  }

  /** Starts what is open while lanes are free. True when there may be more: what comes too late is dropped instead. */
  async function startWork(): Promise<boolean> {
    const view = journal.view();
    if (trials !== undefined) {
      trials.start(view);
      return false;
    }
    while (unplaced.length > 0 && flight.lanes < width) {
      const id = unplaced.shift() ?? '';
      flight.start('lane', id, () => placeAtOnce(id, driving, machine, inside));
    }
    for (const entry of view.unfinished(width + view.counts().idleOpen)) {
      const { id } = entry.proposal;
      if (isIdle(entry) || flight.has(id)) continue;
      if (flight.lanes >= width) break;
      const reason = strategy.tooLate(view, driving.now(), id);
      if (reason !== undefined) {
        await machine.append((now) => drop(driving, now, id, 'failed', reason));
        return true;
      }
      flight.start('lane', id, () => workOn(id, driving, machine, inside));
    }
    idle.start(view);
    return false;
  }

  /** Starts what must still be measured before a batch is placed; false when that is nothing. */
  function challengeNext(): boolean {
    if (contestOf(journal.view()) === undefined) return false;
    flight.start('lane', 'contest', async () => void (await meet(contestOf, ringOf(driving), machine, inside)));
    return true;
  }

  /** Measures the best again from time to time, but not while a contest does so anyway. */
  function refresh(): void {
    const best = staleBest(journal.view());
    if (best === undefined || flight.has('contest') || flight.has(`again/${best}`)) return;
    flight.start('beside', `again/${best}`, () => sampleAgain(best, driving, machine, inside));
  }

  /** Asks the strategy inside the append that records what it says. */
  async function decide(): Promise<Ask> {
    let ask: Ask = { kind: 'wait' };
    await machine.append((view) => {
      ask = strategy.ask(view, width - flight.lanes, driving.now());
      return eventsOf(ask, view);
    });
    return ask;
  }

  function eventsOf(ask: Ask, view: View): readonly Event[] {
    switch (ask.kind) {
      case 'propose': {
        const proposed = ask.proposals.map((proposal): Event => ({ type: 'proposed', proposal }));
        return [...proposed, ...(ask.memos ?? []).map(remembered)];
      }
      case 'record':
        return [...ask.events, ...(ask.memos ?? []).map(remembered)];
      case 'gather':
        return asked(ask.questions, view);
      case 'wait':
        return [];
      case 'pause': {
        const option = driving.decide(ask.question);
        const answered: Event[] =
          option === undefined ? [] : [{ type: 'answered', key: ask.question.key, answer: { option } }];
        return [...asked([ask.question], view), ...answered];
      }
      case 'finish':
        return [{ type: 'finished', cause: ask.cause, reason: ask.reason }];
      case 'stop':
        return [{ type: 'stopped', cause: ask.cause, reason: ask.reason }];
    }
  }

  /** What is left open goes on where it is once there is money again. */
  async function outOfMoney(): Promise<Halt> {
    const run = journal.view().run();
    const reason = run?.unaffordable ?? 'the budget has no room for another call';
    const cause = tightestCap(run?.spending, run?.config.adjustable.budget ?? {});
    await machine.append(() => [{ type: 'finished', cause, reason }]);
    return { kind: 'finished', reason };
  }

  /** Ends all work in flight. */
  async function land(): Promise<void> {
    ending.abort(new Error('the loop has ended'));
    await flight.empty();
  }

  async function giveUp(reason: string): Promise<void> {
    await land();
    try {
      journal.append(() => [{ type: 'stopped', cause: 'broken', reason }]);
    } catch {
      // The journal may be what fails; the run then counts as interrupted.
    }
  }

  async function stop(reason: string): Promise<Halt> {
    await land();
    journal.append(() => [{ type: 'stopped', cause: 'request', reason }]);
    return { kind: 'stopped', reason };
  }
}

const remembered = (memo: Memo): Event => ({ type: 'memo', ...memo });

const asked = (questions: readonly (Question | Checkpoint)[], view: View): Event[] =>
  questions.filter((question) => !view.asked(question.key)).map((question) => ({ type: 'asked', question }));
