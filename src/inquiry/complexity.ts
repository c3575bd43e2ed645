/** How much thought a piece of work is given. */
export type Complexity = 'fast' | 'standard' | 'full';

const VERBS =
  /\b(?:refactor|rewrite|redesign|restructure|re-?architect|overhaul|migrate|port|replace|consolidate|unify|decouple)/i;
const WIDE =
  /\b(?:all|every|entire|whole|across|throughout|everywhere|system|architecture|pipeline|framework|end-to-end|multiple|several)\b/gi;

/** Longer ones are more than a line of work; shorter ones are a word or two. */
const LONG = 120;
const SHORT = 30;

/** By the words of the task. */
export function complexityOf(text: string): Complexity {
  const task = text.trim();
  const wide = new Set([...task.matchAll(WIDE)].map(([word]) => word.toLowerCase())).size;
  if (VERBS.test(task) || wide >= 2 || task.length > LONG) return 'full';
  return wide === 1 || task.length > SHORT ? 'standard' : 'fast';
}
