import { text } from '../option.ts';
import { experimentOf } from './document.ts';
import { type RemarkDocument, remarkDocument } from './remark.ts';
import { said } from './said.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  text: text('[text]', 'what to remember; - reads stdin'),
  exp: text('--exp <id>', 'of this experiment (default: of all)'),
} as const;

export const command = experimentVerb<typeof OPTIONS, RemarkDocument>({
  examples: [
    'evolve exp note "the parser is the bottleneck"',
    'evolve exp note --exp exp_0003 "try it without the cache"',
  ],
  positional: ['text'],
  options: OPTIONS,
  experiment: ({ exp }) => exp,
  async run(lab, input, context) {
    const of = input.exp === undefined ? {} : { experiment: experimentOf(lab, input.exp).proposal.id };
    const note = await said(input.text, 'evolve exp note "what to remember"', lab, context);
    const [recorded] = lab.journal.append(() => [{ type: 'noted', text: note, ...of }]);
    if (recorded === undefined) throw new Error('nothing was recorded');
    return remarkDocument({ seq: recorded.seq, at: recorded.at, kind: 'note', text: note, ...of });
  },
  text: ({ experiment }) => `Noted${experiment === null ? '' : ` of ${experiment}`}.`,
});
