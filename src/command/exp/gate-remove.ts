import type { Gate } from '../../domain/config.ts';
import { gatesFor, OF_RUN } from '../../domain/inheritance.ts';
import type { View } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import { text } from '../option.ts';
import { experimentOf } from './document.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment that it was put on'),
  name: text('--name <name>', 'the gate'),
} as const;

interface Removed {
  readonly id: string;
  readonly gate: Gate;
}

export const command = experimentVerb<typeof OPTIONS, Removed>({
  examples: ['evolve exp gate remove exp_0003 --name size'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  run(lab, input) {
    const { name } = input;
    if (input.id === undefined || name === undefined)
      throw new UserError('Which gate, and where? evolve exp gate remove <id> --name <name>');
    const { id } = experimentOf(lab, input.id).proposal;
    let gate: Gate | undefined;
    lab.journal.append((view) => {
      gate = view.nodeGates().find((one) => one.node === id && one.gate.name === name)?.gate;
      return gate === undefined ? [] : [{ type: 'ungated', experiment: id, name }];
    });
    if (gate === undefined) throw new UserError(missing(lab.view, id, name));
    return { id, gate };
  },
  text: ({ id, gate }) =>
    `Gate ${plain(gate.name)} is gone from ${id}: nothing below it has to pass it any more. What was measured stays as it is.`,
});

function missing(view: View, id: string, name: string): string {
  const from = gatesFor(view, id).find(({ gate }) => gate.name === name)?.from;
  if (from === OF_RUN) return `Gate ${name} belongs to the run and stays: every experiment must pass it.`;
  if (from !== undefined) return `Gate ${name} was put on ${from}: evolve exp gate remove ${from} --name '${name}'`;
  return `${id} has no gate ${name}. See: evolve exp gate list ${id}`;
}
