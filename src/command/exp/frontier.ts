import type { FrontierRule } from '../../domain/config.ts';
import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Entry } from '../../domain/view.ts';
import { formatScore, plural } from '../../lib/format.ts';
import { type Column, fitted } from '../../lib/table.ts';
import { scoreIn } from '../document.ts';
import { FRONTIER_KINDS, frontierOf } from '../frontier-rule.ts';
import { choice, integer, on, text } from '../option.ts';
import { RULE_HELP, type RuleHelp, rulesText } from './frontier-help.ts';
import { frontierNow, ruleOf } from './frontier-now.ts';
import { experimentVerb } from './verb.ts';

const KIND = choice(
  '--strategy <kind>',
  `by which rule: ${FRONTIER_KINDS.join(', ')} (default: as set for the run)`,
  FRONTIER_KINDS,
);

const OPTIONS = {
  // evo writes these names with underscores.
  strategy: { ...KIND, parse: (raw: unknown, name?: string) => KIND.parse(String(raw).replaceAll('_', '-'), name) },
  params: text('--params <json>', 'parameters of the rule, such as {"k": 3}'),
  seed: integer('--seed <n>', 'of rules that draw: the same seed draws the same (default: another each time)', 0),
  all: on('--all', 'those that have children, too'),
  helpStrategies: on('--help-strategies', 'say what each rule does and takes'),
} as const;

export interface Envelope {
  readonly strategy: { readonly kind: string; readonly params: Readonly<Record<string, number>> };
  readonly generated_at: string;
  readonly nodes: readonly Node[];
  /** Of rules that draw. */
  readonly seed?: number;
  /** Nothing can be compared until root has been measured in this epoch. */
  readonly blocked?: true;
}

interface Node {
  readonly id: string;
  readonly score: number | null;
  readonly epoch: number | null;
  readonly hypothesis: string;
  readonly rank: number;
}

export const command = experimentVerb<typeof OPTIONS, Envelope | { readonly strategies: readonly RuleHelp[] }>({
  details:
    'Committed experiments of this epoch that have no committed child and on none of whose children anybody works now. Reading changes nothing.',
  examples: [
    'evolve exp frontier',
    'evolve exp frontier --strategy top-k --params \'{"k": 3}\'',
    'evolve exp frontier --strategy softmax --seed 7 --json',
  ],
  positional: [],
  options: OPTIONS,
  run(lab, { strategy, params, seed, all, helpStrategies }) {
    if (helpStrategies === true) return { strategies: RULE_HELP };
    const asked = {
      ...(strategy === undefined ? {} : { frontier: strategy }),
      ...(params === undefined ? {} : { frontierParams: params }),
    };
    const rule = frontierOf(asked, ruleOf(lab), '--params');
    const found = frontierNow(lab, { rule, ...(seed === undefined ? {} : { seed }), all: all === true });
    return {
      strategy: { kind: rule.kind, params: paramsOf(rule) },
      generated_at: new Date().toISOString(),
      nodes: found.nodes.map(nodeOf),
      ...(found.seed === undefined ? {} : { seed: found.seed }),
      ...(lab.run.blocked === true ? { blocked: true as const } : {}),
    };
  },
  text: (result, { columns }) => ('strategies' in result ? rulesText() : frontierText(result, columns)),
});

function paramsOf(rule: FrontierRule): Readonly<Record<string, number>> {
  const { kind: _kind, ...params } = rule;
  return params;
}

const nodeOf = (entry: Entry, index: number): Node => ({
  id: entry.proposal.id,
  score: scoreIn(entry),
  epoch: entry.evaluation?.outcome === 'scored' ? entry.evaluation.epoch : null,
  hypothesis: hypothesisOf(entry),
  rank: index + 1,
});

const COLUMNS: readonly Column[] = [
  { title: 'Rank', align: 'right' },
  { title: 'Experiment' },
  { title: 'Score', align: 'right' },
  { title: 'Hypothesis', spare: 1 },
];

function frontierText({ strategy, nodes, seed, blocked }: Envelope, columns: number): string {
  if (blocked === true)
    return 'Nothing can be compared in this epoch yet. Measure the baseline: evolve exp rescore root';
  const [first] = nodes;
  if (first === undefined)
    return 'Nobody is free: each has a child that is being measured. Wait for one, or see all: evolve exp frontier --all';
  const rows = nodes.map(({ id, score, hypothesis, rank }) => [String(rank), id, formatScore(score), hypothesis]);
  return [
    `${plural(nodes.length, 'experiment')} by ${strategy.kind}${seed === undefined ? '' : `, seed ${seed}`}`,
    fitted(COLUMNS, rows, columns),
    `Branch from one: evolve exp new --parent ${first.id} -m "<hypothesis>"`,
  ].join('\n');
}
