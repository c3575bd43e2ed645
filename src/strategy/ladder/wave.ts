import type { Goal } from '../../domain/goals.ts';
import { filesIn } from './scope.ts';

/** More at once nobody merges. */
const MOST = 5;

/** Goals that can be worked on at once, in order: no file is named by the checks of two of them. */
export function independent(goals: readonly Goal[], wide: number): readonly Goal[] {
  const taken = new Set<string>();
  const chosen: Goal[] = [];
  for (const goal of goals) {
    if (chosen.length >= Math.min(wide, MOST)) break;
    const named = filesIn(goal.check);
    // A check that names no file is one for itself.
    const files = named.length === 0 ? [goal.check.trim()] : named;
    if (files.some((file) => taken.has(file))) continue;
    for (const file of files) taken.add(file);
    chosen.push(goal);
  }
  return chosen;
}
