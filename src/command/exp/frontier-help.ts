import { FRONTIER_KINDS, type FrontierKind, PARAMETERS } from '../frontier-rule.ts';

/** What each rule does, in the words of the help. */
const RULES: Readonly<Record<FrontierKind, string>> = {
  argmax: 'The best by score, alone. For a short, greedy climb.',
  'top-k': 'The best k by score.',
  'epsilon-greedy': 'The best by score; with the chance epsilon any other, each as likely.',
  softmax:
    'k drawn by score without putting any back: the weight is exp((score - best) / temperature). A high temperature draws the weak, too.',
  'pareto-per-task':
    'Those that are needed to have the best result of every task, k of them drawn by how many tasks nobody does better. Tasks that nobody does better than the floor are left out. Without tasks: the best by score.',
};

export interface RuleHelp {
  readonly kind: FrontierKind;
  readonly text: string;
  readonly params: Readonly<Record<string, { readonly default: number; readonly range: readonly [number, number] }>>;
}

export const RULE_HELP: readonly RuleHelp[] = FRONTIER_KINDS.map((kind) => ({
  kind,
  text: RULES[kind],
  params: Object.fromEntries(
    Object.entries(PARAMETERS[kind]).map(([name, { default: usual, least, most }]) => [
      name,
      { default: usual, range: [least, most] },
    ]),
  ),
}));

export function rulesText(): string {
  const rules = RULE_HELP.map(({ kind, text, params }) => {
    const known = Object.entries(params).map(([name, one]) => `${name} ${one.default} (${one.range.join(' to ')})`);
    return `${kind}${known.length === 0 ? '' : `: ${known.join(', ')}`}\n  ${text}`;
  });
  return [...rules, 'Choose one for good: evolve config set frontier <kind>'].join('\n');
}
