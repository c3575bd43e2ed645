import type { Question } from '../../domain/question.ts';
import type { RunFacts, View } from '../../domain/view.ts';
import { cyclesStanding } from '../goals/run/standing.ts';
import type { LiveFacts } from './frame.ts';

/** Where cycles stand, for the live view. */
export function goalsWhere(view: View, run: RunFacts): readonly string[] {
  const { progress, goals } = cyclesStanding(view, run);
  const pass = goals.total === 0 ? [] : [`${goals.passing}/${goals.total} goals pass`];
  if (progress === null) return ['before the first cycle', ...pass];
  const { cycle, phase, target } = progress;
  return [`cycle ${cycle}`, target === undefined ? phase : `${phase}: ${target}`, ...pass];
}

export function goalsProgress(view: View, run: RunFacts): LiveFacts['progress'] {
  const { progress } = cyclesStanding(view, run);
  const of = progress?.most;
  return { done: progress?.cycles ?? 0, ...(of === undefined ? {} : { of }), unit: 'cycle' };
}

/** What is asked for a cycle, as long as it is not answered; undefined of questions that need no word. */
export function goalsAsked(question: Question | { readonly of: 'human' }): string | undefined {
  switch (question.of) {
    case 'work':
      return 'reading what waits';
    case 'generate':
      return `looking for work: ${question.generator}`;
    case 'discover':
      return `planning ${question.work.target}`;
    case 'validate':
      return `looking at ${question.candidate}`;
    case 'land':
      return `landing ${question.candidate}`;
    case 'close':
      return `closing cycle ${question.cycle}`;
    case 'teardown':
      return 'summing up';
    default:
      return undefined;
  }
}
