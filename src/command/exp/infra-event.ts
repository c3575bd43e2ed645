import { on, text } from '../option.ts';
import { RESCORE_ROOT } from './next.ts';
import { said } from './said.ts';
import { experimentVerb } from './verb.ts';

const OPTIONS = {
  message: text('-m, --message <text>', 'what happened; - reads stdin'),
  breaking: on('--breaking', 'scores from before can’t be compared with those after: a new epoch begins'),
} as const;

interface InfraEvent {
  readonly message: string;
  readonly breaking: boolean;
  readonly epoch: number;
  readonly next: readonly string[];
}

export const command = experimentVerb<typeof OPTIONS, InfraEvent>({
  details:
    'With --breaking the scores so far leave best and frontier, and nothing can be compared until root has been measured again.',
  examples: [
    'evolve exp infra event -m "the disk was full from 10 to 11"',
    'evolve exp infra event -m "another machine" --breaking',
  ],
  positional: [],
  options: OPTIONS,
  async run(lab, { message, breaking = false }, context) {
    const reason = await said(message, 'evolve exp infra event -m "what happened"', lab, context);
    lab.journal.append(() => [
      { type: 'infra', reason, noted: true, ...(breaking ? { breaking: true as const } : {}) },
    ]);
    const epoch = lab.journal.view().run()?.epoch ?? 0;
    return { message: reason, breaking, epoch, next: breaking ? [RESCORE_ROOT] : [] };
  },
  text: ({ breaking, epoch }) =>
    breaking
      ? [
          `Epoch ${epoch} begins: nothing can be compared until root has been measured in it.`,
          `Next: ${RESCORE_ROOT}, or first change the harness: evolve harness edit`,
        ].join('\n')
      : 'Noted. See: evolve exp infra log',
});
