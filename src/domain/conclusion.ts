import type { Placement } from './archive.ts';
import type { CandidateId } from './candidate.ts';
import { type Challenge, challengeOf, duelOf } from './challenge.ts';
import { better, comparedWith, median, scoreOf } from './compare.ts';
import type { Evaluation } from './evaluation.ts';
import type { Event } from './event.ts';
import { type Attempt, type AttemptEnd, COMMITTED, type GateResult } from './experiment.ts';
import { DISCARDED } from './experiment-fold.ts';
import { gatesFor, type Inherited } from './inheritance.ts';
import { type AuditAnswer, isOpening, openingKey } from './round.ts';
import type { Entry, View } from './view.ts';

export type Conclusion = Omit<AttemptEnd, 'endedAt'>;

/** How the stage of a gate is called. */
const gateStageName = (gate: string): string => `gate ${gate}`;

/** Whether it is committed, counts, and was measured in this epoch: others may be compared with it. */
export const isComparable = ({ homes = [], evaluation }: Entry): boolean =>
  evaluation?.outcome === 'scored' && homes.some(({ name }) => name === COMMITTED);

/** What an attempt is held against: its parent, or where it is measured once more the nearest ancestor that was, too. */
export function rivalOf(view: View, { proposal, experiment }: Entry): Entry | undefined {
  if (proposal.operator === 'seed') return undefined;
  for (let at = view.entry(proposal.parents[0]); at !== undefined; at = view.entry(at.proposal.parents[0])) {
    if (isComparable(at)) return at;
    if (experiment?.rescoring !== true || at.proposal.operator === 'seed') return undefined;
  }
  return undefined;
}

/** A root that was measured once more must show how far it scatters, as it did at first. */
const ROOT_SAMPLES = { steady: 3, noisy: 6 };

/**
 * What must still be measured of an evaluated experiment before its attempt can end.
 * Contract: nothing where it can't be committed anyway; after each answer one step nearer to nothing.
 */
export function trialOf(view: View, entry: Entry): Challenge | undefined {
  const { evaluation, proposal } = entry;
  if (evaluation?.outcome !== 'scored' || voidOf(view, entry) !== undefined) return undefined;
  if (gatesOf(view, entry).some(({ passed }) => passed !== true)) return undefined;
  const rival = rivalOf(view, entry);
  if (rival === undefined) {
    const wanted = view.run()?.noisy === true ? ROOT_SAMPLES.noisy : ROOT_SAMPLES.steady;
    const repeats = wanted - evaluation.samples.length;
    return repeats > 0 ? { kind: 'repeat', candidate: proposal.id, repeats } : undefined;
  }
  const duel = duelOf(view, entry, rival);
  if (duel !== undefined || !isAhead(view, entry, rival)) return duel;
  return challengeOf(view, entry) ?? repeatedInRound(view, entry);
}

/** What beats the best of its round's opening is measured twice, whoever has become best meanwhile: so it is the same at any pace. */
function repeatedInRound(view: View, { proposal, evaluation }: Entry): Challenge | undefined {
  const run = view.run();
  if (run === undefined || run.noisy === true || proposal.seat === undefined) return undefined;
  const opening = view.memo(openingKey(proposal.seat.round));
  const best = isOpening(opening) && opening.best !== null ? view.entry(opening.best.id)?.evaluation : undefined;
  if (evaluation?.outcome !== 'scored' || best === undefined || evaluation.samples.length > 1) return undefined;
  if (!better(evaluation, best, run.config.fixed.direction)) return undefined;
  return { kind: 'repeat', candidate: proposal.id, repeats: 1 };
}

/** How an attempt ends that has been measured as far as it must be. */
export function conclusionOf(view: View, entry: Entry): Conclusion {
  const { evaluation } = entry;
  const rival = rivalOf(view, entry);
  const against =
    rival?.evaluation === undefined ? {} : { against: { id: rival.proposal.id, score: scoreOf(rival.evaluation) } };
  const gates = gatesOf(view, entry);
  const facts = { score: evaluation === undefined ? null : measuredScore(evaluation), ...against, gates };
  const without = voidOf(view, entry);
  if (without !== undefined) return { outcome: 'failed', cause: 'aborted', reason: without, ...facts };
  if (evaluation === undefined || evaluation.outcome === 'broken')
    return { outcome: 'failed', cause: 'machine', reason: evaluation?.reason ?? 'it was not measured', ...facts };
  const refused = gates.filter(({ passed }) => passed === false);
  if (evaluation.outcome === 'invalid' && !isByGates(evaluation))
    return { outcome: 'failed', cause: 'candidate', reason: evaluation.reason, ...facts };
  if (refused.length > 0) return { outcome: 'evaluated', reason: failing(refused), ...facts };
  if (rival !== undefined && !isAhead(view, entry, rival))
    return { outcome: 'evaluated', reason: behind(view, entry, rival), ...facts };
  const open = gates.filter(({ passed }) => passed === null);
  if (open.length > 0) return { outcome: 'evaluated', reason: `${listed(open)} not run`, ...facts };
  return { outcome: 'committed', ...facts };
}

/** An attempt that ended otherwise than by what was measured. */
export const endedBy = (view: View, entry: Entry, cause: 'machine' | 'aborted', reason: string): Conclusion => {
  const { gates, against, score } = conclusionOf(view, entry);
  return { outcome: 'failed', cause, reason, score, ...(against === undefined ? {} : { against }), gates };
};

/**
 * The events that end an attempt. What failed by nobody's fault is left without a place, to be tried again. What a verifier says no
 * to was committed and never counted: it is laid aside before it has its place, so that it is best for nobody.
 */
export function concluding(id: CandidateId, attempt: number, end: Conclusion, verdict?: AuditAnswer): readonly Event[] {
  const concluded: Event = { type: 'concluded', experiment: id, attempt, end };
  if (end.outcome === 'failed' && end.cause !== 'candidate') return [concluded];
  const placement: Placement =
    end.outcome === 'committed'
      ? { kind: 'kept', home: COMMITTED, evicted: [] }
      : { kind: 'refused', reason: end.reason ?? end.outcome };
  const placed: Event = { type: 'placed', proposal: id, placement };
  if (end.outcome !== 'committed' || verdict === undefined || verdict.valid) return [concluded, placed];
  return [concluded, { type: 'pruned', experiment: id, kind: 'invalid', reason: objectionOf(verdict) }, placed];
}

/** A verifier may have much to say. */
const MOST_OBJECTION = 500;

function objectionOf({ reasons }: AuditAnswer): string {
  const said = reasons.length === 0 ? 'the verifier could not confirm it' : reasons.join('; ');
  return `audit: ${said}`.slice(0, MOST_OBJECTION);
}

/** The events that lay aside what came to nothing. Contract: no attempt of it goes on. */
export function discarding(
  { proposal, experiment, placement }: Entry,
  reason: string,
  spent = false,
): readonly Event[] {
  const { id } = proposal;
  if (experiment?.laid !== undefined || experiment?.status === 'committed') return [];
  return [
    { type: 'discarded', experiment: id, reason, ...(spent ? { spent } : {}) },
    ...(placement === undefined
      ? [{ type: 'placed' as const, proposal: id, placement: { kind: 'refused' as const, reason: DISCARDED } }]
      : []),
  ];
}

/** Why what an attempt measures has become of no use; undefined while it hasn't. */
export function voidOf(view: View, entry: Entry): string | undefined {
  const { proposal, experiment } = entry;
  const attempt = newestOf(view, entry);
  if (attempt !== undefined && attempt.epoch !== (view.run()?.epoch ?? 0))
    return 'a new epoch has begun meanwhile: what was measured before it counts no more';
  if (experiment?.invalid !== undefined)
    return `${experiment.invalid === proposal.id ? 'it' : `${experiment.invalid}, which it comes from,`} was pruned as invalid meanwhile`;
  if (proposal.operator !== 'seed' && rivalOf(view, entry) === undefined)
    return `${proposal.parents[0]} has no score in this epoch to compare it with`;
  const late = lateGates(view, entry, attempt);
  return late === undefined ? undefined : `gate ${late} was added meanwhile`;
}

/** A gate that was put on an ancestor after the measurement: nobody knows whether it would have passed. */
function lateGates(view: View, { proposal, evaluation }: Entry, attempt: Attempt | undefined): string | undefined {
  if (evaluation === undefined || evaluation.outcome === 'broken' || attempt === undefined) return undefined;
  const added = new Map(view.nodeGates().map(({ node, gate, addedAt }) => [`${node} ${gate.name}`, addedAt]));
  const late = gatesFor(view, proposal.id).find(
    ({ gate, from }) =>
      (added.get(`${from} ${gate.name}`) ?? 0) > attempt.startedAt && stageOf(evaluation, gate.name) === undefined,
  );
  return late?.gate.name;
}

const gatesOf = (view: View, { proposal, evaluation }: Entry): readonly GateResult[] =>
  gateResults(gatesFor(view, proposal.id), evaluation);

/** What came of each gate: what wasn't run, or could not be, has not passed. */
export function gateResults(gates: readonly Inherited[], evaluation: Evaluation | undefined): readonly GateResult[] {
  return gates.map(({ gate: { name, phase }, from }) => {
    const stage = stageOf(evaluation, name);
    if (stage === undefined) return { name, from, phase, passed: null };
    if (stage.verdict === 'pass') return { name, from, phase, passed: true };
    return { name, from, phase, passed: stage.verdict === 'broken' ? null : false, reason: stage.reason };
  });
}

const stageOf = (evaluation: Evaluation | undefined, gate: string) =>
  evaluation?.stages.find(({ stage }) => stage === gateStageName(gate));

const newestOf = (view: View, { proposal, experiment }: Entry): Attempt | undefined =>
  experiment === undefined || experiment.attempt === 0
    ? undefined
    : view.attempts(proposal.id).find(({ attempt }) => attempt === experiment.attempt);

/** Nothing but gates has said no. */
const isByGates = ({ stages }: Evaluation): boolean => {
  const failed = stages.filter(({ verdict }) => verdict !== 'pass');
  return failed.length > 0 && failed.every(({ stage }) => stage.startsWith(gateStageName('')));
};

function isAhead(view: View, { evaluation }: Entry, rival: Entry): boolean {
  const run = view.run();
  if (run === undefined || evaluation === undefined || rival.evaluation === undefined) return false;
  if (run.noisy === true) return comparedWith(evaluation, rival.proposal.id) === 'better';
  return better(evaluation, rival.evaluation, run.config.fixed.direction);
}

function behind(view: View, { evaluation }: Entry, { proposal: { id } }: Entry): string {
  const verdict = evaluation === undefined ? undefined : comparedWith(evaluation, id);
  if (view.run()?.noisy === true && verdict === 'undecided')
    return `not known to be better than ${id}: the score varies too much to tell`;
  return `not better than ${id}`;
}

function measuredScore(evaluation: Evaluation): number | null {
  if (evaluation.outcome !== 'invalid') return scoreOf(evaluation);
  const { measured } = evaluation;
  return measured === undefined || measured.samples.length === 0 ? null : median(measured.samples);
}

const listed = (gates: readonly GateResult[]): string =>
  `${gates.length === 1 ? 'gate' : 'gates'} ${gates.map(({ name }) => name).join(', ')}`;

const failing = (gates: readonly GateResult[]): string => `${listed(gates)} failed`;
