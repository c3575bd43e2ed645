import { isValidateAnswer, type ValidateAnswer, validateKey } from '../../domain/cycle.ts';
import type { Evaluation } from '../../domain/evaluation.ts';
import type { Goal } from '../../domain/goals.ts';
import type { Entry, View } from '../../domain/view.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { clipped, lostBetween, tasksOf } from './course.ts';
import type { Outcome } from './outcome.ts';

/** What is found of an attempt that nobody works on any more. */
export type Judged =
  /** It passes the gate; somebody else has yet to look. */
  | { readonly kind: 'gated' }
  | { readonly kind: 'good'; readonly answer: ValidateAnswer }
  /** What it lacks, and what the cycle comes to where it was the last attempt. */
  | { readonly kind: 'bad'; readonly findings: readonly string[]; readonly fault: Outcome['kind'] };

/** Of what a failing command printed. */
const MOST_TAIL = 2000;

/** All goals count, whatever the work was about. */
export function judged(view: View, entry: Entry, base: Entry, work: WorkItem, goals: readonly Goal[]): Judged {
  const { dropped, evaluation } = entry;
  if (dropped !== undefined)
    return { kind: 'bad', findings: [dropped.reason], fault: dropped.kind === 'unchanged' ? 'unchanged' : 'failed' };
  if (evaluation?.outcome === 'invalid') {
    const tail = evaluation.tail === undefined ? [] : [evaluation.tail.slice(-MOST_TAIL)];
    return {
      kind: 'bad',
      findings: [evaluation.reason, ...tail],
      fault: isUntested(evaluation) ? 'failed' : 'regressed',
    };
  }
  const lost = lostBetween(tasksOf(base), tasksOf(entry));
  if (lost.length > 0)
    return {
      kind: 'bad',
      findings: lost.map((goal) => `the goal ${goal} was met before and is not now`),
      fault: 'regressed',
    };
  if (isShort(entry, base, work, goals))
    return { kind: 'bad', findings: [`the goal ${work.target} is still not met`], fault: 'failed' };
  const answer = view.answer(validateKey(entry.proposal.id));
  if (answer === undefined) return { kind: 'gated' };
  if (isValidateAnswer(answer) && answer.verdict === 'pass') return { kind: 'good', answer };
  const findings = isValidateAnswer(answer) ? answer.findings.map((text) => clipped(text, 500)) : [];
  return { kind: 'bad', findings: findings.length > 0 ? findings : ['it was not found to be good'], fault: 'failed' };
}

/** It breaks nothing: a test is missing that would fail without it. */
const isUntested = ({ stages }: Pick<Evaluation, 'stages'>): boolean =>
  stages.find(({ verdict }) => verdict === 'fail')?.stage === 'test-first';

/** A goal that was to be met and is not; one that is measured may come nearer step by step. */
function isShort(entry: Entry, base: Entry, { source, goal: target }: WorkItem, goals: readonly Goal[]): boolean {
  if (source !== 'goal' || target === undefined || tasksOf(entry)[target] === 1) return false;
  const continuous = goals.find(({ id }) => id === target)?.continuous;
  if (continuous === undefined) return true;
  const { metric, threshold } = continuous;
  const [before, after] = [metricOf(base, metric), metricOf(entry, metric)];
  if (before === undefined || after === undefined) return true;
  return Math.abs(threshold - after) >= Math.abs(threshold - before);
}

const metricOf = ({ evaluation }: Entry, metric: string): number | undefined =>
  evaluation?.outcome === 'scored' ? evaluation.metrics[metric] : undefined;
