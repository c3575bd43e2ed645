import { cut } from '../../lib/width.ts';
import { limit } from '../contract.ts';
import { text } from '../option.ts';
import { experimentOf } from './document.ts';
import { type RemarkDocument, remarkDocument, remarkLine } from './remark.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 50;
const OPTIONS = {
  task: text('--task <task>', 'only of this task'),
  exp: text('--exp <id>', 'only of this experiment'),
  limit: limit(SHOWN),
} as const;

interface Annotations {
  readonly annotations: readonly RemarkDocument[];
}

export const command = experimentVerb<typeof OPTIONS, Annotations>({
  examples: [
    'evolve exp annotations',
    'evolve exp annotations --task parse-7',
    'evolve exp annotations --exp exp_0003',
  ],
  positional: [],
  options: OPTIONS,
  experiment: ({ exp }) => exp,
  run(lab, { exp, task, limit: most = SHOWN }) {
    const of = {
      ...(exp === undefined ? {} : { experiment: experimentOf(lab, exp).proposal.id }),
      ...(task === undefined ? {} : { task }),
    };
    return { annotations: lab.view.remarks({ kind: 'annotation', ...of }, most).map(remarkDocument) };
  },
  text: ({ annotations }, { columns }) =>
    annotations.length === 0
      ? 'No annotations. Write one: evolve exp annotate exp_0001 [task] "what was learned"'
      : annotations.map((one) => cut(remarkLine(one), columns)).join('\n'),
});
