import type { Goal, GoalResult } from '../../domain/goals.ts';
import { shellQuote } from '../../lib/format.ts';

/** Runs one check. Contract: rejects only when aborted; what it started has ended by then. */
export type CheckRun = (goal: Goal, signal: AbortSignal) => Promise<Check>;

/** How a check ended. `broken` is the machine's failure, which no goal is charged with. */
export type Check =
  | {
      readonly kind: 'ended';
      readonly passed: boolean;
      readonly timedOut?: true;
      readonly ms: number;
      readonly stdout: string;
      readonly stderr: string;
      /** Something of what it printed is missing. */
      readonly truncated: boolean;
      /** Why it did not pass, where its exit code does not tell. */
      readonly why?: string;
    }
  | { readonly kind: 'broken'; readonly reason: string };

/** A check in a bash that reads no start-up files, where there is one. */
export function sanitised(check: string): string {
  const line = shellQuote(check);
  return `if command -v bash >/dev/null 2>&1; then exec bash --noprofile --norc -c ${line}; else eval ${line}; fi`;
}

/** Code points of a check's output that are kept. */
const OUTPUT = 500;
/** Of them, those of its beginning: a linter's first complaint stands there, and the summary of tests at the end. */
const HEAD = 200;
const CUT = '\n…\n';

/** What stays of an ended check. */
export function resultOf(goal: Goal, check: Extract<Check, { kind: 'ended' }>): GoalResult {
  const printed = printedBy(check);
  const value = goal.continuous === undefined || check.truncated ? undefined : numberIn(printed);
  return {
    goal: goal.id,
    result: check.passed ? 'pass' : 'fail',
    ...(goal.continuous === undefined || value === undefined ? {} : { value, threshold: goal.continuous.threshold }),
    seconds: Math.round(check.ms) / 1000,
    output: clipped(check.why === undefined ? printed : `${printed}\n${check.why}`.trim()),
    weight: goal.weight,
    ...(check.timedOut === undefined ? {} : { timedOut: true }),
  };
}

function printedBy({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  const between = stdout === '' || stderr === '' || stdout.endsWith('\n') ? '' : '\n';
  return printable(`${stdout}${between}${stderr}`.trim());
}

function clipped(text: string): string {
  const points = Array.from(text);
  if (points.length <= OUTPUT) return text;
  const tail = points.slice(points.length - (OUTPUT - HEAD - CUT.length));
  return `${points.slice(0, HEAD).join('')}${CUT}${tail.join('')}`;
}

/** All of a text as a number, as people and programs write one. */
function numberIn(text: string): number | undefined {
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** What checks print must not steer anybody's terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const printable = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '·');
