import type { Evaluation } from './evaluation.ts';

/** The line that names an error: Python, Java and Go print it last, Node before its stack. */
const NAMED =
  /^(?:Uncaught |Exception in thread "[^"]*" |fatal |thread '[^']*' )?(?:[\w$.]*(?:Error|Exception)\b|panic(?:ked)?\b)/;
/** Where it happened, and what Node adds at the very end: not what went wrong. */
const BESIDE = /^(?:at |Node\.js v|note: |\^+$|[{}\])]+$)/;

/** Why a candidate is invalid, with what its command said of it in one line. */
export function whyOf({ reason, tail = '' }: Extract<Evaluation, { outcome: 'invalid' }>): string {
  const lines = tail.split('\n').flatMap((line) => line.trim() || []);
  const said = lines.findLast((line) => NAMED.test(line)) ?? lines.findLast((line) => !BESIDE.test(line)) ?? '';
  return said === '' || reason.includes(said) ? reason : `${reason} (${said})`;
}
