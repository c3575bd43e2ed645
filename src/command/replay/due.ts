import type { Evaluation } from '../../domain/evaluation.ts';
import type { Event, Recorded } from '../../domain/event.ts';
import type { Answered } from '../../domain/lane.ts';
import type { Broken } from '../../domain/operator.ts';
import type { Question, SideBySideAnswer } from '../../domain/question.ts';

/** What was recorded of a piece of work, in what is left of its driver's events; undefined when it came to nothing. */
type Rest = Iterable<Recorded>;

/** What measuring a candidate gave; the event itself when it was not measured, for by then another was known to be the same. */
export function evaluationDue(rest: Rest, id: string): Evaluation | Evaluated | undefined {
  for (const { event } of rest) {
    const reason = failureIn(event, `measuring ${id}`);
    if (reason !== undefined) return { outcome: 'broken', reason, stages: [] };
    if (event.type === 'dropped' && event.proposal === id && event.spent === true)
      return { outcome: 'broken', reason: event.reason, spent: true, stages: [] };
    if (event.type !== 'evaluated' || event.candidate !== id) continue;
    if (event.evaluation.outcome === 'broken') return undefined;
    return event.sameAs === undefined ? event.evaluation : event;
  }
  return undefined;
}

type Evaluated = Extract<Event, { type: 'evaluated' }>;

/** Whether making a proposal failed for the machine's sake; `made` when it came to something. */
export function makingDue(rest: Rest, id: string): Broken | 'made' | undefined {
  let broken: (Broken & { readonly told: string }) | undefined;
  for (const { event } of rest) {
    const reason = failureIn(event, `making ${id}`);
    if (broken !== undefined) {
      if (reason !== undefined || endsWork(event, id)) return { kind: 'broken', reason: broken.reason };
      // Whatever failed first and was not tried again needs a person.
      if (event.type === 'stopped' && event.cause === 'broken' && event.reason === broken.told)
        return { kind: 'broken', reason: broken.reason, final: true };
    } else if (endsWork(event, id)) return 'made';
    else if (reason !== undefined) broken = { kind: 'broken', reason, told: `making ${id}: ${reason}` };
  }
  return broken === undefined ? undefined : { kind: 'broken', reason: broken.reason };
}

/** What making a proposal came to. */
export function madeIn(rest: Rest, id: string): Event | undefined {
  for (const { event } of rest) if (endsWork(event, id)) return event;
  return undefined;
}

/** How a proposal was dropped. */
export function dropDue(rest: Rest, id: string): Extract<Event, { type: 'dropped' }> | undefined {
  for (const { event } of rest) {
    if (event.type === 'applied' && event.candidate.id === id) return undefined;
    if (event.type === 'dropped' && event.proposal === id) return event;
  }
  return undefined;
}

const endsWork = (event: Event, id: string): boolean =>
  (event.type === 'applied' && event.candidate.id === id) || (event.type === 'dropped' && event.proposal === id);

/** What a question was answered with: recorded as such, or as samples of the candidates it is about. */
export function answerDue(rest: Rest, question: Question): Answered | undefined {
  for (const { event } of rest) {
    const reason = failureIn(event, question.key);
    if (reason !== undefined) return { kind: 'broken', reason };
    if (event.type === 'answered' && event.key === question.key) return { kind: 'answered', answer: event.answer };
    if (isUnpaid(event, question)) return { kind: 'broken', reason: event.reason, spent: true };
    const answer = samplesIn(event, question);
    if (answer !== undefined) return { kind: 'answered', answer };
  }
  return undefined;
}

const CHALLENGE = /^(again|compare|holdout)\/(.*)$/;

/** Whether it is measured so that a candidate can be placed. */
export const isChallenge = (key: string): boolean => CHALLENGE.test(key);

/** A challenge that there was no money for. */
function isUnpaid(event: Event, { key }: Question): event is Extract<Event, { type: 'dropped' }> {
  return event.type === 'dropped' && event.spent === true && event.proposal === CHALLENGE.exec(key)?.[2];
}

function samplesIn(event: Event, { key, ...question }: Question): SideBySideAnswer | undefined {
  const [, kind, id] = CHALLENGE.exec(key) ?? [];
  if (kind === undefined || !('candidate' in event) || event.candidate !== id) return undefined;
  if (event.type === 'evaluated' && event.evaluation.outcome === 'invalid') {
    const why = /^(?:measured again|held-out): ([\s\S]*)$/.exec(event.evaluation.reason)?.[1];
    return why === undefined ? undefined : { samples: [[], []], failed: why };
  }
  if (event.type === 'sampled' && kind === 'again') return { samples: [event.samples] };
  if (event.type === 'held-out' && kind === 'holdout') return { samples: [event.samples] };
  if (event.type !== 'compared' || kind !== 'compare' || question.of !== 'side-by-side') return undefined;
  const ones = event.pairs.map(([one]) => one);
  const others = event.pairs.map(([, other]) => other);
  return { samples: question.candidates[0] === id ? [ones, others] : [others, ones] };
}

/** Why a piece of work failed, if that is what an event tells. */
function failureIn(event: Event, what: string): string | undefined {
  if (event.type !== 'infra' || !event.reason.startsWith(`${what}: `)) return undefined;
  return event.reason.slice(what.length + 2);
}
