import { isClosedAnswer, TEARDOWN } from '../../../domain/cycle.ts';
import type { View } from '../../../domain/view.ts';

/** The report of a session as its teardown has it; empty before its end. */
export function reportIn(view: View): string {
  const answer = view.answer(TEARDOWN);
  return isClosedAnswer(answer) ? (answer.report ?? '') : '';
}
