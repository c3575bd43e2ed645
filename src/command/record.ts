import type { Adjustable } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Checkpoint } from '../domain/question.ts';
import { UserError } from '../lib/user-error.ts';

/** Records a person's answer, with new settings where given. Throws `UserError` when the question is not open. */
export function recordAnswer(journal: Journal, question: string, option: string, adjustable?: Adjustable): void {
  let problem: string | undefined;
  journal.append((view) => {
    problem = problemWith(view.checkpoint(), question, option, journal.run);
    if (problem !== undefined) return [];
    const answered = { type: 'answered' as const, key: question, answer: { option } };
    return adjustable === undefined ? [answered] : [{ type: 'configured', adjustable }, answered];
  });
  if (problem !== undefined) throw new UserError(problem);
}

/** Why this is no answer to what a run asks, if it is none. */
export function problemWith(
  open: Checkpoint | undefined,
  question: string,
  option: string,
  run: string,
): string | undefined {
  if (open?.key !== question) return `Run ${run} has no open question ${question}. ${asking(open)}`;
  if (open.options.some(({ name }) => name === option)) return undefined;
  return `${option} is no answer to ${question}. ${asking(open)}`;
}

/** What a run asks now, in a sentence. */
export function asking(open: Checkpoint | undefined): string {
  if (open === undefined) return 'It asks nothing now.';
  return `It asks ${open.key}: ${open.options.map(({ name }) => name).join(', ')}.`;
}
