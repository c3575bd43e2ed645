import type { Directive } from '../domain/experiment.ts';
import type { View } from '../domain/view.ts';
import { redacted } from '../lib/secrets.ts';
import { UserError } from '../lib/user-error.ts';
import { DIRECTIVES_BYTES } from '../loop/loop.ts';
import { type Command, type Context, RUN } from './contract.ts';
import { directiveDocument } from './directive.ts';
import { openLab } from './exp/lab.ts';
import { text } from './option.ts';
import { isDriven, type OpenRun, openRun } from './place.ts';
import { secretsAtHand } from './secrets.ts';

const OPTIONS = {
  text: text('<text>', 'what you want (default: what is piped in)'),
  exp: text('--exp <id>', 'only of whoever works on this experiment'),
  run: RUN,
} as const;

interface Directed {
  readonly run: string;
  readonly directive: Directive;
  /** Whether somebody drives the run now. */
  readonly driven: boolean;
}

export const command: Command<typeof OPTIONS, Directed> = {
  details: `A directive goes word for word into every later prompt of the run, and with the answer of every evolve exp … to whoever carries out experiments. It overrides what was said before where the two contradict each other; it can't widen what may change. What has been read is acknowledged: evolve directives`,
  examples: [
    'evolve direct "Leave the cache alone; look at the parser."',
    'evolve direct --exp exp_0004 "Keep the public function names."',
    'evolve direct < wishes.md',
  ],
  positional: ['text'],
  options: OPTIONS,
  async run(input, context) {
    // Whoever names an experiment means a run that has some.
    const open = input.exp === undefined ? openRun(context.cwd, input.run) : openLab(context.cwd, input.run);
    try {
      const wanted = wantedOf(input.text ?? (await context.input?.()) ?? '', open, context);
      return direct(open, wanted, input.exp);
    } finally {
      open.store.close();
    }
  },
  document: (result) => ({ ...result, directive: directiveDocument(result.directive) }),
  text: ({ run, directive: { id, experiment }, driven }) => {
    const whom = experiment === undefined ? `run ${run}` : experiment;
    const next = driven ? ' The next prompt has it.' : '';
    return `Directive ${id} for ${whom}.${next} Who has read it: evolve directives`;
  },
};

function wantedOf(given: string, { root, run }: OpenRun, context: Context): string {
  const clean = given.trim();
  if (clean === '') throw new UserError('What do you want? evolve direct "<text>"');
  if (Buffer.byteLength(clean) > DIRECTIVES_BYTES)
    throw new UserError(
      `A directive has at most ${DIRECTIVES_BYTES / 1024} KB, since every prompt carries it: say it shorter, or name a file to read.`,
    );
  const shown = redacted(clean, secretsAtHand(root, run.config));
  if (shown !== clean)
    context.tell('It has a key or password of your environment in it: its name stands there instead.');
  return shown;
}

function direct({ stateDir, journal, run }: OpenRun, wanted: string, experiment: string | undefined): Directed {
  let id = '';
  let problem: string | undefined;
  journal.append((view) => {
    problem = undefined;
    if (experiment !== undefined && view.entry(experiment) === undefined)
      problem = `There is no experiment ${experiment}. See: evolve exp status`;
    if (problem !== undefined) return [];
    id = nextId(view);
    const whose = experiment === undefined ? {} : { experiment };
    return [{ type: 'directed', directive: id, text: wanted, ...whose }];
  });
  if (problem !== undefined) throw new UserError(problem);
  const directive = journal
    .view()
    .directives(RECENT)
    .find((one) => one.id === id);
  if (directive === undefined) throw new Error(`directive ${id} is not there`);
  return { run: run.id, directive, driven: isDriven(stateDir, run.id) };
}

/** Nobody gives so many at the same moment. */
const RECENT = 1000;

/** They are numbered by the newest. */
function nextId(view: View): string {
  const [newest] = view.directives(1);
  return `d${Number(newest?.id.slice(1) ?? 0) + 1}`;
}
