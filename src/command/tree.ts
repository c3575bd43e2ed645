import { hypothesisOf } from '../domain/hypothesis.ts';
import type { Entry } from '../domain/view.ts';
import { keepsAll } from './breeding.ts';
import { type Command, limit, RUN } from './contract.ts';
import { scoreIn } from './document.ts';
import { makingOf } from './making.ts';
import { everyEntry } from './pages.ts';
import { withRun } from './place.ts';
import { type Leaf, type Node, shownOf, treeLines } from './tree-lines.ts';

const SHOWN = 200;
const OPTIONS = { run: RUN, limit: limit(SHOWN) } as const;

interface Tree {
  readonly run: string;
  /** How many more there are. */
  readonly hidden: number;
  /** Each after its first parent, brothers in the order in which they were proposed. */
  readonly nodes: readonly Node[];
}

export const command: Command<typeof OPTIONS, Tree> = {
  examples: ['evolve tree', 'evolve tree -n 1000', 'evolve tree --run r2 --json'],
  positional: [],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, ({ view, run }) => {
      const best = view.best()?.proposal.id;
      const { direction } = run.config.fixed;
      const all = keepsAll(run.config);
      const leaves = Array.from(everyEntry(view), (entry) => leafOf(entry, entry.proposal.id === best, all));
      const nodes = shownOf(leaves, input.limit ?? SHOWN, direction);
      return { run: run.id, hidden: leaves.length - nodes.length, nodes };
    }),
  text({ nodes, hidden }, context) {
    const lines = treeLines(nodes, context.columns, context.color);
    const more = hidden === 0 ? [] : [`… ${hidden} more: evolve tree -n ${nodes.length + hidden}`];
    return [...lines, ...more].join('\n');
  },
};

function leafOf(entry: Entry, best: boolean, all: boolean): Leaf {
  const { proposal, evaluation, dropped, alive, experiment } = entry;
  const status = dropped !== undefined ? 'dropped' : (evaluation?.outcome ?? 'open');
  const reason =
    dropped?.reason ?? (evaluation !== undefined && 'reason' in evaluation ? evaluation.reason : turnText(entry));
  return {
    id: proposal.id,
    parents: proposal.operator === 'seed' ? [] : proposal.parents,
    score: scoreIn(entry),
    ...makingOf(proposal),
    status: experiment?.status ?? (status === 'scored' && !all ? (alive ? 'alive' : 'eliminated') : status),
    best,
    ...(experiment !== undefined ? aboutOf(entry) : reason === undefined ? {} : { reason }),
  };
}

/** Of a cycle: what it works on, and why it did not land. */
function turnText({ proposal: { turn }, placement }: Entry): string | undefined {
  if (turn === undefined) return undefined;
  const about = turn.work === undefined ? `cycle ${turn.cycle}` : turn.work.target;
  return placement?.kind === 'refused' ? `${about}: ${placement.reason}` : about;
}

const aboutOf = (entry: Entry): Pick<Leaf, 'reason'> =>
  entry.proposal.operator === 'seed' ? {} : { reason: hypothesisOf(entry) };
