import { auditOf, isAudited, verdictOn } from '../domain/audit.ts';
import type { CandidateId } from '../domain/candidate.ts';
import { type Conclusion, concluding, conclusionOf, endedBy, rivalOf, trialOf, voidOf } from '../domain/conclusion.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Attempt } from '../domain/experiment.ts';
import { gatesFor } from '../domain/inheritance.ts';
import type { Journal } from '../domain/journal.ts';
import type { EvaluateJob, Lanes } from '../domain/lane.ts';
import type { Entry, View } from '../domain/view.ts';
import { boundary } from '../lib/seam.ts';
import { answerQuestion } from './answer.ts';
import { meet } from './challenge.ts';
import { Machine, MachineFailure, Unpaid } from './machine.ts';
import { needEntry, versionOf, watched } from './work.ts';

export interface Attempting {
  readonly journal: Journal;
  readonly lanes: Lanes;
  readonly backOffMs: readonly number[];
  /** How often it is looked whether somebody wants the attempt to end. */
  readonly lookEveryMs: number;
  /** Told of the end before it is recorded; again where it turns out otherwise. */
  readonly write: (end: Conclusion, entry: Entry) => void | Promise<void>;
}

/** Somebody asked for the end of an attempt. */
class AttemptAborted extends Error {
  override readonly name = 'AttemptAborted';
}

const ON_REQUEST = 'aborted on request';

/**
 * Takes the newest attempt of an experiment from where the journal says it is to its end.
 * Contract: the attempt was begun, and the caller holds the experiment's claim. Each step is recorded when it is done, so it
 * may be killed anywhere and called again. Rejects with the signal's reason when aborted, after all that it started has ended;
 * the attempt is then left as it is. So is one that a verifier must look at where the machine keeps failing, or there is no money for
 * what comes next: that rejects with `MachineFailure`, and goes on where it was.
 */
export async function attempt(given: Attempting, id: CandidateId, signal: AbortSignal): Promise<Attempt> {
  const { journal } = given;
  const ending = new AbortController();
  const inside = AbortSignal.any([signal, ending.signal]);
  const machine = new Machine(journal, given.backOffMs, inside);
  const watch = setInterval(() => {
    if (isUnwanted(journal.view(), id)) ending.abort(new AttemptAborted());
  }, given.lookEveryMs);
  try {
    if (isUnwanted(journal.view(), id)) throw new AttemptAborted();
    await evaluate(given, id, machine, inside);
    const unpaid = (_view: View, _id: string, reason: string) => {
      throw new Unpaid(reason);
    };
    for (let end: Attempt | undefined; ; ) {
      while (await meet((view) => trialIn(view, id), { ...given, unpaid }, machine, inside));
      boundary();
      if (await audit(given, id, machine, inside)) continue;
      end = await conclude(given, id, machine, (view, entry) =>
        trialIn(view, id) === undefined && auditOf(view, entry) === undefined ? conclusionOf(view, entry) : undefined,
      );
      if (end !== undefined) return end;
    }
  } catch (error) {
    signal.throwIfAborted();
    clearInterval(watch);
    // What ended it may itself be recorded after all.
    const calm = new Machine(journal, given.backOffMs, signal);
    const unwanted = isUnwanted(journal.view(), id);
    const isDriven = isAudited(needEntry(journal.view(), id));
    if (!unwanted && (!(error instanceof MachineFailure) || isDriven)) throw error;
    for (;;) {
      const end = await conclude(given, id, calm, (view, entry) =>
        unwanted || !(error instanceof MachineFailure)
          ? endedBy(view, entry, 'aborted', ON_REQUEST)
          : endedBy(view, entry, 'machine', error.message),
      );
      if (end !== undefined) return end;
    }
  } finally {
    clearInterval(watch);
  }
}

/** Ends an attempt that nobody works on any more. Contract: the caller holds the experiment's claim. */
export async function giveUp(
  given: Pick<Attempting, 'journal' | 'write'>,
  id: CandidateId,
  reason = ON_REQUEST,
): Promise<Attempt> {
  const machine = new Machine(given.journal, [], new AbortController().signal);
  for (;;) {
    const end = await conclude(given, id, machine, (view, entry) => endedBy(view, entry, 'aborted', reason));
    if (end !== undefined) return end;
  }
}

const isUnwanted = (view: View, id: CandidateId): boolean => view.entry(id)?.experiment?.aborting === true;

const trialIn = (view: View, id: CandidateId) => trialOf(view, needEntry(view, id));

/** Measures it, unless that was done or has become of no use. */
async function evaluate(
  { journal, lanes }: Attempting,
  id: CandidateId,
  machine: Machine,
  signal: AbortSignal,
): Promise<void> {
  const entry = needEntry(journal.view(), id);
  if (isMeasured(entry) || voidOf(journal.view(), entry) !== undefined) return;
  const number = entry.experiment?.attempt ?? 0;
  const { evaluation } = await machine.persist(`measuring ${id}`, async () => {
    const measured = await lanes.evaluate(jobOf(journal.view(), id, number), signal);
    boundary();
    if (measured.outcome !== 'broken') return { kind: 'measured' as const, evaluation: measured };
    const { reason, final, spent } = measured;
    if (spent === true) throw new Unpaid(`measuring ${id}: ${reason}`);
    return { kind: 'broken' as const, reason, ...(final === true ? { final } : {}) };
  });
  await machine.append((now) => {
    const after = needEntry(now, id);
    if (isMeasured(after) || !isOpen(after, number)) return [];
    return [{ type: 'evaluated', candidate: id, evaluation }];
  });
  boundary();
}

/** Lets a verifier look at what would be committed; false when there is nothing to look at. */
async function audit(
  { journal, lanes }: Attempting,
  id: CandidateId,
  machine: Machine,
  signal: AbortSignal,
): Promise<boolean> {
  const question = auditOf(journal.view(), needEntry(journal.view(), id));
  if (question === undefined) return false;
  await machine.append((now) => (now.asked(question.key) ? [] : [{ type: 'asked', question }]));
  boundary();
  await answerQuestion(question, { journal, lanes }, machine, signal);
  return true;
}

function jobOf(view: View, id: CandidateId, number: number): EvaluateJob {
  const entry = needEntry(view, id);
  const parent: Evaluation | undefined = rivalOf(view, entry)?.evaluation;
  return {
    candidate: versionOf(view, id),
    attempt: number,
    epoch: view.run()?.epoch ?? 0,
    gates: gatesFor(view, id).map(({ gate }) => gate),
    ...(parent === undefined ? {} : { parent }),
    ...watched(view),
  };
}

/** Writes the end down, then records it; undefined where it has to be thought over. */
async function conclude(
  { journal, write }: Pick<Attempting, 'journal' | 'write'>,
  id: CandidateId,
  machine: Machine,
  endOf: (view: View, entry: Entry) => Conclusion | undefined,
): Promise<Attempt | undefined> {
  const view = journal.view();
  const entry = needEntry(view, id);
  const number = entry.experiment?.attempt ?? 0;
  if (!isOpen(entry, number)) return ended(view, id, number);
  const end = endOf(view, entry);
  if (end === undefined) return undefined;
  await write(end, entry);
  boundary();
  await machine.append((now) => {
    const after = needEntry(now, id);
    if (!isOpen(after, number) || JSON.stringify(endOf(now, after)) !== JSON.stringify(end)) return [];
    return concluding(id, number, end, verdictOn(now, after));
  });
  boundary();
  const after = journal.view();
  return isOpen(needEntry(after, id), number) ? undefined : ended(after, id, number);
}

function ended(view: View, id: CandidateId, number: number): Attempt {
  const found = view.attempts(id).find((one) => one.attempt === number);
  if (found?.end === undefined) throw new Error(`attempt ${number} of ${id} has no end`);
  return found;
}

const isOpen = ({ experiment }: Entry, number: number): boolean =>
  experiment?.status === 'active' && experiment.attempt === number;

const isMeasured = ({ evaluation }: Entry): boolean => evaluation !== undefined && evaluation.outcome !== 'broken';
