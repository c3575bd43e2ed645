import { authorNow } from '../domain/author.ts';
import type { Candidate } from '../domain/candidate.ts';
import { challengeOf } from '../domain/challenge.ts';
import { isByIslands } from '../domain/config.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Event } from '../domain/event.ts';
import type { Applied, EvaluateJob, Version } from '../domain/lane.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Entry, View } from '../domain/view.ts';
import { boundary } from '../lib/seam.ts';
import { settle } from './challenge.ts';
import { acknowledgements, timesAsked } from './directives.ts';
import { dossierOf } from './dossier.ts';
import type { Driving } from './loop.ts';
import { type Machine, MachineFailure } from './machine.ts';
import { placementOf, twinOf } from './place.ts';

/** Why work was ended while its driver goes on, which begins it again. */
export class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

/** Takes one proposal from where the journal says it is to its evaluation. */
export async function workOn(id: string, driving: Driving, machine: Machine, signal: AbortSignal): Promise<void> {
  const { journal } = driving;
  const left = needEntry(journal.view(), id).candidate;
  let twin = left === undefined ? await apply(id, driving, machine, signal) : sameAs(journal.view(), id, left);
  boundary();
  const { candidate } = needEntry(journal.view(), id);
  if (candidate === undefined) return;
  while (!(await evaluate(id, candidate, twin, driving, machine, signal))) twin = sameAs(journal.view(), id, candidate);
  if (driving.strategy.places === 'arrival') await placeAtOnce(id, driving, machine, signal);
}

/** Of a cycle, a branch that has not moved is the same as before; the work on it has to pass the gate by itself. */
function sameAs(view: View, id: string, candidate: Candidate): Entry | undefined {
  const twin = twinOf(view, candidate);
  const { turn } = needEntry(view, id).proposal;
  if (turn === undefined || twin === undefined) return twin;
  const isBase = twin.proposal.operator === 'base' || twin.proposal.operator === 'seed';
  return turn.kind === 'base' && isBase ? twin : undefined;
}

/** Gives the one that it turned out to be the same as: of those that were placed when it was recorded, whatever comes after. */
async function apply(id: string, driving: Driving, machine: Machine, signal: AbortSignal): Promise<Entry | undefined> {
  const view = driving.journal.view();
  const { proposal } = needEntry(view, id);
  const [first, ...others] = proposal.parents.map((parent) => versionOf(view, parent));
  if (first === undefined) throw new Error(`${id} has no parent`);
  const run = view.run();
  const by = run === undefined ? proposal.by : authorNow(proposal, run.config);
  const turn = turnOf(view, proposal);
  const job = {
    proposal: { ...proposal, by },
    parents: [first, ...others] as const,
    ...dossierOf(view, proposal),
    ...(turn === undefined ? {} : { base: turn.base }),
  };
  const asked = timesAsked(view, id);
  let { directives } = job.dossier;
  let applied = await machine.persist(`making ${id}`, () => driving.lanes.apply({ ...job, attempt: 0 }, signal));
  // Where iterations are counted, each shall have its chance.
  if (applied.kind === 'failed' && run !== undefined && isByIslands(run.config)) {
    boundary();
    const again = { ...job, ...dossierOf(driving.journal.view(), proposal), attempt: 0, retry: true } as const;
    directives = again.dossier.directives;
    applied = await machine.persist(`making ${id}`, () => driving.lanes.apply(again, signal));
  }
  for (let attempt = 1; attempt < DRAWS && isKnown(applied, view); attempt++) {
    applied = await machine.persist(`making ${id}`, () => driving.lanes.apply({ ...job, attempt }, signal));
  }
  boundary();
  // Whoever is asked next is told as well, so nothing is lost where it can't be written down now.
  machine.appendNow((now) =>
    timesAsked(now, id) > asked ? acknowledgements(now, directives, `author ${by} of ${id}`) : [],
  );
  const reason = applied.kind === 'failed' ? applied.reason : undefined;
  let twin: Entry | undefined;
  await machine.append((now) => {
    const entry = needEntry(now, id);
    if (entry.candidate !== undefined || entry.dropped !== undefined) return [];
    if (applied.kind === 'changed') {
      const { commit, tree, summary, refused, form, traits } = applied;
      const known = { ...(form === undefined ? {} : { form }), ...(traits === undefined ? {} : { traits }) };
      const candidate = { id, proposal: id, parents: proposal.parents, commit, tree, summary, ...known };
      twin = sameAs(now, id, candidate);
      return [{ type: 'applied', candidate: refused.length === 0 ? candidate : { ...candidate, refused } }];
    }
    const kind = applied.kind === 'unchanged' ? 'unchanged' : 'failed';
    return drop(driving, now, id, kind, applied.reason, applied.kind === 'spent');
  });
  // An empty purse says nothing about who was to make it, and of a cycle not everything is made by somebody.
  const isMade = proposal.turn === undefined || proposal.operator === 'brief';
  if (applied.kind !== 'spent' && isMade) machine.note(reason);
  return twin;
}

/** What chance has drawn before is drawn again, but not for ever: small programs run out of edits. */
const DRAWS = 8;

/** Only placed candidates count, so that the answer does not depend on how many are worked on at once. */
const isKnown = (applied: Applied, view: View): boolean =>
  applied.kind === 'changed' &&
  applied.drawn === true &&
  (view.sameTree(applied.tree) ?? (applied.form === undefined ? undefined : view.sameForm(applied.form))) !== undefined;

/** A proposal that comes to no evaluation; where there is no barrier to wait for it is placed at once. */
export function drop(
  driving: Driving,
  view: View,
  id: string,
  kind: 'unchanged' | 'failed',
  reason: string,
  spent = false,
): readonly Event[] {
  const dropped: Event = { type: 'dropped', proposal: id, kind, reason, ...(spent ? { spent } : {}) };
  if (driving.strategy.places === 'barrier') return [dropped];
  return [dropped, placed(driving, view, { ...needEntry(view, id), dropped: { kind, reason } })];
}

/** False when it is to be begun again. */
async function evaluate(
  id: string,
  candidate: Candidate,
  same: Entry | undefined,
  driving: Driving,
  machine: Machine,
  signal: AbortSignal,
): Promise<boolean> {
  const evaluation = same?.evaluation ?? (await measure(id, candidate, driving, machine, signal));
  if (evaluation === undefined) return false;
  await machine.append((now) => {
    const entry = needEntry(now, id);
    if (entry.dropped !== undefined) return [];
    if (entry.evaluation !== undefined && entry.evaluation.outcome !== 'broken') return [];
    // What could not be paid for was never measured.
    if (evaluation.outcome === 'broken') return drop(driving, now, id, 'failed', evaluation.reason, true);
    const from = same === undefined ? {} : { sameAs: same.proposal.id };
    const evaluated: Event = { type: 'evaluated', candidate: id, evaluation, ...from };
    const after = { ...entry, evaluation, ...from };
    const waits = driving.strategy.places === 'barrier' || challengeOf(now, after) !== undefined;
    return waits ? [evaluated] : [evaluated, placed(driving, now, after)];
  });
  return true;
}

/** Where there is no barrier to wait for, what is evaluated is placed as soon as it has met its challenges. */
export async function placeAtOnce(id: string, driving: Driving, machine: Machine, signal: AbortSignal): Promise<void> {
  for (let open = true; open; ) {
    await settle(id, driving, machine, signal);
    await machine.append((now) => {
      const entry = needEntry(now, id);
      open = entry.placement === undefined && challengeOf(now, entry) !== undefined;
      return open || entry.placement !== undefined ? [] : [placed(driving, now, entry)];
    });
  }
}

/** undefined when whoever was to measure it gave way. */
async function measure(
  id: string,
  candidate: Version,
  driving: Driving,
  machine: Machine,
  signal: AbortSignal,
): Promise<Evaluation | undefined> {
  const turn = turnOf(driving.journal.view(), needEntry(driving.journal.view(), id).proposal);
  const turned = turn === undefined ? {} : { turn };
  const measured = async (attempt: number) => {
    const evaluation = await driving.lanes.evaluate(
      { candidate: versionFrom(candidate), attempt: attempt + 1, ...watched(driving.journal.view()), ...turned },
      signal,
    );
    boundary();
    if (evaluation.outcome !== 'broken') return { kind: 'measured' as const, evaluation };
    const { reason, final, spent } = evaluation;
    if (spent === true) return { kind: 'measured' as const, evaluation };
    return { kind: 'broken' as const, reason, ...(final === undefined ? {} : { final }) };
  };
  try {
    return (await machine.persist(`measuring ${id}`, measured)).evaluation;
  } catch (error) {
    if (error instanceof GaveWay && !signal.aborted) return undefined;
    if (!(error instanceof MachineFailure)) throw error;
    // Left unplaced: it is measured again when the run goes on.
    const evaluation: Evaluation = { outcome: 'broken', reason: error.message, stages: [] };
    await machine.append((now) =>
      needEntry(now, id).dropped === undefined ? [{ type: 'evaluated', candidate: id, evaluation }] : [],
    );
    throw error;
  }
}

function placed(driving: Driving, view: View, entry: Entry): Event {
  return { type: 'placed', proposal: entry.proposal.id, placement: placementOf(driving.strategy, view, entry) };
}

/** The machine is watched while a noisy benchmark is measured. */
export const watched = (view: View): { readonly noisy?: true } => (view.run()?.noisy === true ? { noisy: true } : {});

/** Of a cycle: what it is, and whose checks hold. A base is its own, and before it is made there is none. */
function turnOf(view: View, { turn }: Proposal): EvaluateJob['turn'] {
  if (turn === undefined || view.entry(turn.base)?.candidate === undefined) return undefined;
  return { turn, base: versionOf(view, turn.base) };
}

export function versionOf(view: View, id: string): Version {
  const { candidate } = needEntry(view, id);
  if (candidate === undefined) throw new Error(`${id} is not a candidate`);
  return versionFrom(candidate);
}

const versionFrom = ({ id, commit, tree }: Version): Version => ({ id, commit, tree });

export function needEntry(view: View, id: string): Entry {
  const entry = view.entry(id);
  if (entry === undefined) throw new Error(`no proposal ${id}`);
  return entry;
}
