import { text } from '../option.ts';
import { experimentOf } from './document.ts';
import { type RemarkDocument, remarkDocument } from './remark.ts';
import { said, wordsOf } from './said.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  id: text('<id>', 'the experiment'),
  task: text('[task]', 'the task that it is about (default: all of them)'),
  text: text('[text]', 'what was learned; - reads stdin'),
} as const;

const USAGE = 'evolve exp annotate exp_0001 [task] "what was learned"';

export const command = experimentVerb<typeof OPTIONS, RemarkDocument>({
  details: 'Whoever works next reads the newest annotation of each task in the scratchpad.',
  examples: [
    'evolve exp annotate exp_0003 "the cache is cold for every task"',
    'evolve exp annotate exp_0003 parse-7 "fails on nested quotes"',
    'evolve exp annotate exp_0003 parse-7 - < analysis.txt',
  ],
  positional: ['id', 'task', 'text'],
  options: OPTIONS,
  experiment: ({ id }) => id,
  async run(lab, input, context) {
    const { id } = experimentOf(lab, input.id).proposal;
    // With two words the second is the text.
    const [about, given] = input.text === undefined ? [undefined, input.task] : [input.task, input.text];
    const task = about === undefined ? undefined : wordsOf(about, USAGE, lab);
    const analysis = await said(given, USAGE, lab, context);
    const [recorded] = lab.journal.append(() => [
      { type: 'annotated', experiment: id, text: analysis, ...(task === undefined ? {} : { task }) },
    ]);
    if (recorded === undefined) throw new Error('nothing was recorded');
    const { seq, at } = recorded;
    return remarkDocument({
      ...{ seq, at, kind: 'annotation', text: analysis, experiment: id },
      ...(task === undefined ? {} : { task }),
    });
  },
  text: ({ experiment, task }) => `Annotated ${experiment}${task === null ? '' : ` ${task}`}.`,
});
