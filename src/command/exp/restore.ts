import type { Entry, View } from '../../domain/view.ts';
import { UserError } from '../../lib/user-error.ts';
import { text } from '../option.ts';
import { documentIn, experimentOf, ofExperiment, type StatusNow } from './document.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = { id: text('<id>', 'the experiment') } as const;

interface Restored {
  readonly id: string;
  /** What it is again. */
  readonly status: StatusNow;
  readonly score: number | null;
  /** Whether its score counts now. */
  readonly alive: boolean;
}

export const command = experimentVerb<typeof OPTIONS, Restored>({
  details: 'It becomes what it was before, never more.',
  examples: ['evolve exp restore exp_0003'],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  run(lab, { id: given }) {
    if (given === undefined) throw new UserError('Which experiment? evolve exp restore ID; see evolve exp discards');
    const { id } = experimentOf(lab, given).proposal;
    const { journal } = lab;
    const recorded = journal.append((now) => {
      const entry = now.entry(id);
      return entry === undefined || whyNot(now, entry) !== undefined ? [] : [{ type: 'restored', experiment: id }];
    });
    const view = journal.view();
    const entry = experimentOf({ view }, id);
    if (recorded.length === 0) throw new UserError(whyNot(view, entry) ?? `${id} has just changed: try again.`);
    const { status, score, alive } = documentIn({ ...lab, view }, entry);
    return { id, status, score, alive };
  },
  text: ({ id, status, alive }) =>
    `RESTORED ${id}: ${status} again. Next: ${
      status === 'committed'
        ? alive
          ? `evolve exp new --parent ${id} -m "…"`
          : `evolve exp rescore ${id}`
        : `evolve exp eval ${id}`
    }`,
});

function whyNot(_view: View, entry: Entry): string | undefined {
  const { id } = entry.proposal;
  const { laid, status, invalid } = ofExperiment(entry);
  if (laid !== undefined) return undefined;
  if (invalid !== undefined && invalid !== id)
    return `${id} counts no more because ${invalid} was pruned as invalid: evolve exp restore ${invalid}`;
  return `${id} is ${status}: there is nothing to bring back.`;
}
