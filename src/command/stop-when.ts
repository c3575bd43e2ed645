import type { StopWhen } from '../domain/config.ts';
import { formatNumber, plural } from '../lib/format.ts';
import { UserError } from '../lib/user-error.ts';
import { list, type Option } from './option.ts';

/** Looked ahead so far where the rule doesn't say. */
const USUAL = 20;

const RULE = /^expected\s+gain\s*<\s*(\d+(?:\.\d+)?|\.\d+)\s*%(?:\s+in\s+([1-9]\d{0,8})\s+evaluations?)?$/i;

/** Rules such as `expected gain < 0.1 % in 50 evaluations`. */
export function stopWhenRules(flag: string, description: string): Option<readonly string[]> {
  const plain = list(flag, description);
  const parse = (raw: unknown, name = '--stop-when'): readonly string[] => {
    const rules = plain.parse(raw, name);
    for (const rule of rules) ruleOf(rule, name);
    return rules;
  };
  return { ...plain, schema: { type: 'array', items: { type: 'string', minLength: 1 } }, parse };
}

/** Contract: `rules` have been parsed. */
export const stopWhenOf = (rules: readonly string[]): readonly StopWhen[] =>
  rules.map((rule) => ruleOf(rule, '--stop-when'));

export const stopWhenText = ({ gain, evaluations }: StopWhen): string =>
  `an expected gain of less than ${formatNumber(100 * gain)} % in ${plural(evaluations, 'evaluation')}`;

function ruleOf(rule: string, name: string): StopWhen {
  const found = RULE.exec(rule.trim());
  if (found === null)
    throw new UserError(
      `${name} takes a rule such as "expected gain < 0.1 %" or "expected gain < 0.1 % in 50 evaluations", not ${JSON.stringify(rule)}.`,
    );
  return { gain: Number(found[1]) / 100, evaluations: Number(found[2] ?? USUAL) };
}
