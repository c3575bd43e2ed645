import type { Prompt, Reading } from '../domain/agent.ts';
import { fenced } from '../lib/quotation.ts';
import { page } from './page.ts';

/** Enough to tell what a function does; a class has more, and its head says it. */
const CODE_BYTES = 16 * 1024;
const LONGEST = 400;

/** Asks what a piece of code is for. */
export function goalPrompt(target: { readonly path: string; readonly symbol: string; readonly code: string }): Prompt {
  const { path, symbol, code } = target;
  return { system: '', text: page('goal', { path, symbol, code: fenced(code.slice(0, CODE_BYTES)) }) };
}

/** One sentence on one line, without the marks that models put around it. */
export function readGoal(text: string): Reading<string> {
  const paragraph = text
    .trim()
    .split(/\n\s*\n/)
    .at(-1);
  const line = (paragraph ?? '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^[\s"'`*#>-]+|[\s"'`*]+$/g, '')
    .trim();
  if (!/\p{L}{2}/u.test(line)) return { kind: 'unreadable', why: 'there is no sentence in the answer' };
  return { kind: 'read', answer: line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line };
}
