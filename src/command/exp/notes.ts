import { UserError } from '../../lib/user-error.ts';
import { cut } from '../../lib/width.ts';
import { limit } from '../contract.ts';
import { on, text } from '../option.ts';
import { experimentOf } from './document.ts';
import { type RemarkDocument, remarkDocument, remarkLine } from './remark.ts';
import { experimentVerb } from './verb.ts';

const SHOWN = 50;
const OPTIONS = {
  exp: text('--exp <id>', 'only of this experiment'),
  workspace: on('--workspace', 'only those about no experiment'),
  limit: limit(SHOWN),
} as const;

interface Notes {
  readonly notes: readonly RemarkDocument[];
}

export const command = experimentVerb<typeof OPTIONS, Notes>({
  examples: ['evolve exp notes', 'evolve exp notes --workspace', 'evolve exp notes --exp exp_0003'],
  positional: [],
  options: OPTIONS,
  experiment: ({ exp }) => exp,
  run(lab, { exp, workspace, limit: most = SHOWN }) {
    if (exp !== undefined && workspace === true)
      throw new UserError('--exp asks for the notes of one experiment, --workspace for those of none: choose one.');
    const of = exp === undefined ? {} : { experiment: experimentOf(lab, exp).proposal.id };
    const general = workspace === true ? { general: true as const } : {};
    return { notes: lab.view.remarks({ kind: 'note', ...of, ...general }, most).map(remarkDocument) };
  },
  text: ({ notes }, { columns }) =>
    notes.length === 0
      ? 'No notes. Write one: evolve exp note "what to remember"'
      : notes.map((one) => cut(remarkLine(one), columns)).join('\n'),
});
