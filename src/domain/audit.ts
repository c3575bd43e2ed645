import { type Conclusion, conclusionOf } from './conclusion.ts';
import { hypothesisOf } from './hypothesis.ts';
import type { Question } from './question.ts';
import { type AuditAnswer, auditKey, isAuditAnswer, type Subject } from './round.ts';
import type { Entry, View } from './view.ts';

export type AuditQuestion = Extract<Question, { of: 'audit' }>;

/**
 * What a verifier must be asked before the newest attempt may be committed; nothing where it would not be, where people made the
 * change, where the same files are measured once more, and once there is an answer.
 */
export function auditOf(view: View, entry: Entry): AuditQuestion | undefined {
  const { proposal, experiment } = entry;
  if (!isAudited(entry) || experiment === undefined) return undefined;
  const key = auditKey(proposal.id, experiment.attempt);
  if (view.answer(key) !== undefined) return undefined;
  const end = conclusionOf(view, entry);
  if (end.outcome !== 'committed') return undefined;
  const { attempt } = experiment;
  const [parent] = proposal.parents;
  return { key, of: 'audit', candidate: proposal.id, parent, attempt, subject: subjectOf(entry, attempt, end) };
}

/** What the verifier has said of the newest attempt; undefined where nobody was to be asked, or has answered. */
export function verdictOn(view: View, entry: Entry): AuditAnswer | undefined {
  const { proposal, experiment } = entry;
  if (!isAudited(entry) || experiment === undefined) return undefined;
  const answer = view.answer(auditKey(proposal.id, experiment.attempt));
  if (answer === undefined) return undefined;
  return isAuditAnswer(answer) ? answer : { valid: false, reasons: ['the verifier gave no verdict'] };
}

/** Whether it is a driver's, so that somebody must look at it before it counts. */
export const isAudited = ({ proposal, experiment }: Entry): boolean =>
  proposal.hand !== true && proposal.operator !== 'seed' && experiment?.rescoring !== true;

function subjectOf(entry: Entry, attempt: number, end: Conclusion): Subject {
  const { proposal } = entry;
  return {
    id: proposal.id,
    parent: proposal.parents[0],
    hypothesis: hypothesisOf(entry),
    status: 'active',
    score: end.score,
    against: end.against?.score ?? null,
    attempt,
    failed: [],
  };
}
