import type { Event } from '../../domain/event.ts';
import { UserError } from '../../lib/user-error.ts';
import { plain } from '../../lib/width.ts';
import { list, text } from '../option.ts';
import { documentIn, type ExperimentDocument, experimentOf, ofExperiment } from './document.ts';
import { said, tagOf } from './said.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  tag: list('--tag <tag>', 'give it a tag; may be given several times'),
  untag: list('--untag <tag>', 'take a tag away; may be given several times'),
  note: text('--note <text>', 'something to remember of it; - reads stdin'),
} as const;

export const command = experimentVerb<typeof OPTIONS, ExperimentDocument>({
  examples: [
    'evolve exp set exp_0003 --tag cache --tag risky',
    'evolve exp set exp_0003 --untag risky --note "works on all tasks"',
  ],
  positional: ['id'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, input, context) {
    const { id } = experimentOf(lab, input.id).proposal;
    const [more, less] = [input.tag ?? [], input.untag ?? []].map((tags) => tags.map((tag) => tagOf(tag, lab)));
    if (more === undefined || less === undefined || (more.length + less.length === 0 && input.note === undefined))
      throw new UserError(`What is to be set? evolve exp set ${id} --tag TAG, --untag TAG or --note TEXT`);
    const note =
      input.note === undefined ? undefined : await said(input.note, `evolve exp set ${id} --note TEXT`, lab, context);
    lab.journal.append((view): readonly Event[] => {
      const entry = view.entry(id);
      const before = entry === undefined ? [] : ofExperiment(entry).tags;
      const tags = [...new Set([...before, ...more])].filter((tag) => !less.includes(tag));
      const tagged = tags.join('\n') === before.join('\n') ? [] : [{ type: 'tagged' as const, experiment: id, tags }];
      return note === undefined ? tagged : [...tagged, { type: 'noted', experiment: id, text: note }];
    });
    return documentIn(lab, experimentOf(lab, id));
  },
  text: ({ id, tags }) => `${id} is tagged ${tags.length === 0 ? 'with nothing' : tags.map(plain).join(', ')}.`,
});
