import type { Entry } from '../../domain/view.ts';
import { formatScore } from '../../lib/format.ts';
import { styleOf } from '../../lib/style.ts';
import { cut, plain } from '../../lib/width.ts';
import type { Context } from '../contract.ts';
import { limit } from '../contract.ts';
import { on } from '../option.ts';
import { everyEntry } from '../pages.ts';
import { documentIn, type ExperimentDocument, heldIn, statusNow } from './document.ts';
import { type Branch, grown, rails } from './grown.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 60;
const OPTIONS = {
  limit: limit(SHOWN),
  all: on('--all', 'all of them, the discarded too'),
} as const;

interface Tree {
  readonly nodes: readonly Node[];
  /** How many more there are. */
  readonly hidden: number;
  readonly branches: readonly Branch[];
}

interface Node extends ExperimentDocument {
  readonly depth: number;
  /** The best descends from it, or it is the best. */
  readonly best_path: boolean;
  /** Gates that its descendants must pass. */
  readonly gates: number;
  /** Below it, of those that are left out. */
  readonly more: number;
}

export const command = experimentVerb<typeof OPTIONS, Tree>({
  details: 'The best path is marked with ★. Discarded ones and what there is no room for are counted.',
  examples: ['evolve exp tree', 'evolve exp tree -n 200', 'evolve exp tree --all --json'],
  positional: [],
  options: OPTIONS,
  run(lab, { limit: most = SHOWN, all = false }) {
    const { view } = lab;
    const held = heldIn(lab);
    const entries = new Map<string, Entry>();
    for (const entry of everyEntry(view)) entries.set(entry.proposal.id, entry);
    const best = view.best()?.proposal.id;
    const bestPath = best === undefined ? [] : view.lineage(best, entries.size).map(({ proposal }) => proposal.id);
    const twigs = [...entries.values()].map((entry) => ({
      id: entry.proposal.id,
      parent: entry.proposal.operator === 'seed' ? undefined : entry.proposal.parents[0],
      // Whoever works need only be known of those that are shown.
      status: entry.experiment?.status ?? 'pending',
      onFrontier: (entry.homes ?? []).some(({ name }) => name === 'frontier'),
    }));
    const branches = grown(twigs, bestPath, { limit: all ? entries.size : most, all });
    const gates = view.nodeGates();
    const nodes = branches.flatMap((branch, index): readonly Node[] => {
      const entry = branch.kind === 'shown' ? entries.get(branch.id) : undefined;
      if (entry === undefined) return [];
      const { id } = entry.proposal;
      return [
        {
          ...documentIn(lab, entry),
          status: statusNow(view, entry, held),
          depth: branch.depth,
          best_path: bestPath.includes(id),
          gates: gates.filter(({ node }) => node === id).length,
          more: moreBelow(branches, index),
        },
      ];
    });
    return { nodes, hidden: entries.size - nodes.length, branches };
  },
  text: ({ nodes, branches, hidden }, context) => {
    const shown = linesOf(nodes, branches, context);
    return (hidden === 0 ? shown : [...shown, `${hidden} left out. All: evolve exp tree --all`]).join('\n');
  },
  document: ({ nodes, hidden }) => ({ nodes, hidden }),
});

function moreBelow(branches: readonly Branch[], index: number): number {
  const depth = (branches[index]?.depth ?? 0) + 1;
  for (const branch of branches.slice(index + 1)) {
    if (branch.depth < depth) return 0;
    if (branch.depth === depth && branch.kind === 'more') return branch.count;
  }
  return 0;
}

/** Of a line, for what leads to it. */
const SHARE = 0.4;
const WIDEST = 120;

function linesOf(nodes: readonly Node[], branches: readonly Branch[], { columns, color }: Context): readonly string[] {
  const style = styleOf(color);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const before = rails(branches, Math.max(12, Math.floor(Math.min(columns, WIDEST) * SHARE)));
  return branches.map((branch, index) => {
    const node = branch.kind === 'shown' ? byId.get(branch.id) : undefined;
    const text = node === undefined ? moreText(branch) : textOf(node);
    return cut(`${before[index] ?? ''}${node?.best_path === true ? style.good(text) : text}`, columns);
  });
}

function moreText(branch: Branch): string {
  if (branch.kind === 'shown') return branch.id;
  const { count, discarded } = branch;
  if (discarded === 0) return `… ${count} more`;
  return discarded === count ? `… ${count} discarded` : `… ${count} more, ${discarded} of them discarded`;
}

function textOf({ id, best_path, status, prune_kind, score, epoch, gates, hypothesis }: Node): string {
  return [
    ...(best_path ? ['★'] : []),
    id,
    prune_kind === null ? status : `${status} (${prune_kind})`,
    formatScore(score),
    ...(epoch === null ? [] : [`epoch=${epoch}`]),
    ...(gates === 0 ? [] : [`gates=${gates}`]),
    plain(hypothesis),
  ].join(' ');
}
