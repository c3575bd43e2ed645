import { named } from '../../../domain/author.ts';
import { LADDER } from '../../../domain/ladder.ts';
import type { RunFacts } from '../../../domain/view.ts';
import { plural } from '../../../lib/format.ts';
import { agentWords } from '../../appoint.ts';
import type { Command, Context } from '../../contract.ts';
import { discardRun } from '../../discard.ts';
import { statusOf } from '../../document.ts';
import { driveCycles, factsIn } from './drive.ts';
import { type CyclesEnded, cyclesEnded } from './end.ts';
import { GOALS_RUN_OPTIONS } from './options.ts';
import { cyclesOf, cyclesText } from './progress.ts';
import { wantedBy } from './settings.ts';
import { type Taken, takeSession } from './take.ts';
import { cyclesEndedText } from './text.ts';

export const command: Command<typeof GOALS_RUN_OPTIONS, CyclesEnded> = {
  details: [
    'Measures every goal of GOALS.md, takes the most pressing thing that waits, has an agent plan it, do it and another look at it, and lets it land only if the tests still pass and no goal that passed is lost. Then again, until nothing is left to do or something says stop.',
    'What waits: the queue, findings in .agents/rpi/next-work.jsonl, ready issues of the tracker, directives and failing goals, and what generators find. PROGRAM.md and the execution profile say what may change and what must pass.',
    'Work lands on the branch evolve/goals, or with --land commit on the one that is checked out, by fast-forward alone; nothing is pushed unless --push. It never asks. Files under .agents/ are all that it writes in your folder.',
    'The same command goes on where it was, after Ctrl-C, evolve stop and a kill; after an end it begins a new session. .agents/evolve/STOP, or .config/evolve/KILL at home, ends it before the next cycle.',
    'All settings may also be in evolve.yaml, those of cycles under goals:; flags win.',
  ].join('\n'),
  examples: [
    'evolve goals run --agent claude --max-cycles 10 --budget-usd 20',
    'evolve goals run --agent claude --dry-run',
    'evolve goals run --agent codex --queue docs/roadmap.md --land commit',
    'evolve goals run --agent claude --agent verifier=codex --quality --parallel 2',
    'evolve goals run --agent claude --beads-only --budget-minutes 480 --json',
  ],
  positional: [],
  options: GOALS_RUN_OPTIONS,

  async run(input, context) {
    const wanted = await wantedBy(input, context);
    const taken = await takeSession(wanted, input.fresh === true, context);
    const { repository, store } = taken;
    try {
      return await driven(taken, input.dryRun === true, context);
    } finally {
      store.close();
      repository.close();
    }
  },

  text: cyclesEndedText,
  exitCode: ({ state, stop }) => (state === 'interrupted' ? 130 : stop?.cause === 'broken' ? 1 : 0),
};

/** However it ends, what it has come to is told. */
async function driven(taken: Taken, isDry: boolean, context: Context): Promise<CyclesEnded> {
  const { repository, store, run, lease } = taken;
  const journal = store.journal(run);
  let how: 'interrupted' | undefined;
  try {
    await announce(taken, factsIn(journal), context);
    how = await driveCycles(taken, context);
  } finally {
    await repository.tidy();
    lease.release();
  }
  const view = journal.view();
  const facts = factsIn(journal);
  const { state } = statusOf(view, facts, false, Date.now());
  const ended = cyclesEnded(view, facts, state, how);
  // It has shown what would be done, and nothing of it is to stay.
  if (isDry) await discardRun({ repository, store, run });
  return ended;
}

/** Says what is about to happen, who does it, and where it goes on. */
async function announce({ store, run, goesOn }: Taken, { config }: RunFacts, context: Context): Promise<void> {
  const { adjustable } = config;
  const ladder = adjustable.ladder ?? LADDER;
  const authors = named(adjustable.agents?.author ?? [])
    .map(({ name }) => name)
    .join(', ');
  const onto = ladder.land === 'branch' ? ladder.branch : 'the branch that is checked out';
  context.tell(
    `run ${run} · cycles over goals${ladder.mode === 'standard' ? '' : `, ${ladder.mode}`} · by ${authors} · lands on ${onto}`,
  );
  for (const word of await agentWords(config)) context.tell(word);
  const { evaluations, minutes, usd, tokens } = adjustable.budget;
  const ends = [
    ...(ladder.maxCycles === undefined ? [] : [plural(ladder.maxCycles, 'cycle')]),
    ...(evaluations === undefined ? [] : [plural(evaluations, 'evaluation')]),
    ...(minutes === undefined ? [] : [`${minutes} minutes`]),
    ...(usd === undefined ? [] : [`$${usd}`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
    `${ladder.breakerMinutes} minutes without a productive cycle`,
  ];
  const free = usd === undefined && tokens === undefined ? '; no limit on what agents cost (--budget-usd)' : '';
  context.tell(`ends when nothing is left to do, or after ${ends.join(', or ')}${free}`);
  const view = store.journal(run).view();
  const progress = goesOn ? cyclesOf(view, factsIn(store.journal(run))) : undefined;
  if (progress !== undefined) context.tell(`goes on in ${cyclesText(progress)}`);
}
