import { formatScore, formatSigned } from '../../lib/format.ts';
import { type Column, fitted } from '../../lib/table.ts';
import { text } from '../option.ts';
import { documentIn, type ExperimentDocument, experimentOf } from './document.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = { id: text('[id]', 'the experiment (default: best)') } as const;

/** The longest path that is walked. */
const LONGEST = 1000;

interface Path {
  /** From the root on. */
  readonly path: readonly ExperimentDocument[];
}

export const command = experimentVerb<typeof OPTIONS, Path>({
  examples: ['evolve exp path exp_0003', 'evolve exp path best --json'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  run(lab, { id = 'best' }) {
    const { proposal } = experimentOf(lab, id);
    return { path: lab.view.lineage(proposal.id, LONGEST).map((entry) => documentIn(lab, entry)) };
  },
  text: ({ path }, { columns }) => fitted(COLUMNS, path.map(cellsOf), columns),
});

const COLUMNS: readonly Column[] = [
  { title: 'Experiment' },
  { title: 'Status' },
  { title: 'Score', align: 'right' },
  { title: 'Gain', align: 'right', spare: 1 },
  { title: 'Epoch', align: 'right', spare: 2 },
  { title: 'Hypothesis', spare: 3 },
];

const cellsOf = ({ id, status, score, delta, epoch, hypothesis }: ExperimentDocument): readonly string[] => [
  id,
  status,
  formatScore(score),
  delta === null ? '–' : formatSigned(delta),
  epoch === null ? '–' : String(epoch),
  hypothesis,
];
