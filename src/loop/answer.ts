import type { CandidateId } from '../domain/candidate.ts';
import {
  type ClosedAnswer,
  type DiscoverAnswer,
  type GenerateAnswer,
  NO_PLAN,
  type ValidateAnswer,
} from '../domain/cycle.ts';
import type { Event } from '../domain/event.ts';
import type { Answered, AnswerJob } from '../domain/lane.ts';
import type { Question, SideBySideAnswer } from '../domain/question.ts';
import type { BriefAnswer, HintsAnswer, IdeateAnswer, ScanAnswer } from '../domain/round.ts';
import type { View } from '../domain/view.ts';
import { boundary } from '../lib/seam.ts';
import { directivesFor } from './directives.ts';
import type { Driving } from './loop.ts';
import { type Machine, Unpaid } from './machine.ts';
import { versionOf, watched } from './work.ts';

/**
 * Answers a question once; a key that has an answer is never answered again. Throws `Unpaid` where the budget has no room for an
 * answer without which nothing can go on.
 */
export async function answerQuestion(
  question: Question,
  { journal, lanes }: Pick<Driving, 'journal' | 'lanes'>,
  machine: Machine,
  signal: AbortSignal,
): Promise<void> {
  if (question.of === 'hints') {
    await machine.append((now) => answering(now, question.key, hintsAfter(now, question.after)));
    return;
  }
  const job = jobOf(journal.view(), question);
  let poor: string | undefined;
  const { answer } = await machine.persist(question.key, async () => {
    const answered = await lanes.answer(job, signal);
    return unlessSpent(answered, () => {
      poor = reasonOf(answered);
      return withoutMoney(question, poor, job.candidates.length);
    });
  });
  boundary();
  await machine.append((now) => {
    const events = answering(now, question.key, answer);
    const isToTell = poor !== undefined && events.length > 0 && byAgents(question);
    return isToTell ? [...events, { type: 'infra', reason: poor ?? '', spent: true }] : events;
  });
}

const answering = (view: View, key: string, answer: unknown): readonly Event[] =>
  view.answer(key) === undefined ? [{ type: 'answered', key, answer }] : [];

function jobOf(view: View, question: Question): AnswerJob {
  const candidates = candidatesOf(question).map((id) => versionOf(view, id));
  const id = question.of === 'audit' ? question.candidate : question.key;
  const directives = byAgents(question) ? directivesFor(view, { id }) : undefined;
  const told = directives === undefined ? {} : { directives };
  return { question, candidates, ...watched(view), ...told, ...measuredOf(view, question) };
}

/** What an audit is about is not concluded yet, so it is told of it here. */
function measuredOf(view: View, question: Question): Pick<AnswerJob, 'measured'> {
  const isOfOne = question.of === 'audit' || question.of === 'validate';
  const entry = isOfOne ? view.entry(question.candidate) : undefined;
  if (entry?.evaluation === undefined) return {};
  return { measured: { evaluation: entry.evaluation, refused: entry.candidate?.refused ?? [] } };
}

/** More hints nobody keeps to: the newest count. */
const MOST_HINTS = 20;

function hintsAfter(view: View, after: number): HintsAnswer {
  const hints = view.remarks({ kind: 'hint' }, MOST_HINTS).filter(({ seq }) => seq > after);
  return { hints: hints.map(({ text }) => text).reverse(), until: hints[0]?.seq ?? after };
}

/** An answer that the budget had no room for is none, and not asked for again. */
export function unlessSpent(answered: Answered, instead: () => unknown): Answered {
  return answered.kind === 'broken' && answered.spent === true ? { kind: 'answered', answer: instead() } : answered;
}

export const reasonOf = (answered: Answered): string => (answered.kind === 'broken' ? answered.reason : '');

type Nothing =
  | SideBySideAnswer
  | ScanAnswer
  | IdeateAnswer
  | BriefAnswer
  | DiscoverAnswer
  | ValidateAnswer
  | GenerateAnswer
  | ClosedAnswer;

function withoutMoney(question: Question, failed: string, candidates: number): Nothing {
  switch (question.of) {
    case 'scan':
      return { findings: [], unproven: 0, failed };
    case 'ideate':
      return { ideas: [], failed };
    case 'brief':
      return { briefs: [], failed };
    case 'audit':
      throw new Unpaid(`${question.key}: ${failed}`);
    case 'discover':
      return { ...NO_PLAN, reason: failed };
    case 'generate':
      return { generator: question.generator, titles: [], skipped: [failed] };
    case 'teardown':
      return { closed: true, warnings: [failed], harvested: 0 };
    case 'validate':
      return { verdict: 'fail', findings: [failed], followUps: [], learnings: [] };
    default:
      return { samples: Array.from({ length: candidates }, () => []), failed };
  }
}

const BY_AGENTS: readonly Question['of'][] = ['scan', 'ideate', 'brief', 'audit', 'discover', 'validate', 'generate'];
const byAgents = ({ of }: Question): boolean => BY_AGENTS.includes(of);

function candidatesOf(question: Question): readonly CandidateId[] {
  switch (question.of) {
    case 'literals':
    case 'trees':
    case 'traits':
    case 'holdout':
    case 'ideate':
    case 'brief':
    case 'work':
    case 'generate':
    case 'discover':
    case 'close':
    case 'teardown':
      return [question.candidate];
    case 'side-by-side':
      return question.candidates;
    case 'audit':
    case 'validate':
    case 'land':
      return [question.candidate, question.parent];
    case 'scan':
    case 'hints':
    case 'orient':
    case 'halt':
    case 'claim':
      return [];
  }
}
