import { gatesFor } from '../../domain/inheritance.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import { text } from '../option.ts';
import { experimentOf } from './document.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = { id: text('<id>', 'an experiment, or root') } as const;

interface ListedGate {
  readonly name: string;
  readonly command: string;
  readonly phase: 'pre' | 'post';
  /** The experiment that it was put on; `config` of the run's own. */
  readonly from: string;
  /** Its own: for its children, not for itself. */
  readonly own: boolean;
}

interface Gates {
  readonly id: string;
  readonly gates: readonly ListedGate[];
}

export const command = experimentVerb<typeof OPTIONS, Gates>({
  details: 'In the order in which they are run: those of the run, then from the root down. The first of a name counts.',
  examples: ['evolve exp gate list exp_0003', 'evolve exp gate list root --json'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  run(lab, input) {
    if (input.id === undefined) throw new UserError('Whose gates? evolve exp gate list <id>');
    const { id } = experimentOf(lab, input.id).proposal;
    const gates = gatesFor(lab.view, id, true).map(({ gate, from }) => ({ ...gate, from, own: from === id }));
    return { id, gates };
  },
  text: ({ id, gates }) =>
    gates.length === 0
      ? `${id} has no gates. Add one: evolve exp gate add ${id} --name <name> --command <command>`
      : gates.map(line).join('\n'),
});

const line = ({ name, command: shell, phase, from, own }: ListedGate): string =>
  `${plain(name)}  ${phase}  ${own ? `of ${from}, for its children` : `from ${from}`}  ${plain(shell)}`;
