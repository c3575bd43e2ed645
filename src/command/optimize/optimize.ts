import { ROUNDS } from '../../domain/rounds.ts';
import { plural } from '../../lib/format.ts';
import { type Lock, tryLockFor } from '../../lib/lock.ts';
import { UserError } from '../../lib/user-error.ts';
import { MachineFailure } from '../../loop/loop.ts';
import { applyCandidate } from '../apply-candidate.ts';
import { agentWords } from '../appoint.ts';
import { appointmentText } from '../appointment.ts';
import type { Command, Context } from '../contract.ts';
import { type Lab, openLab } from '../exp/lab.ts';
import { factsNow, type Workshop, withWorkshop } from '../exp/site.ts';
import { leasePath } from '../place.ts';
import { endedOf } from '../report/report.ts';
import { PATIENCE_MS } from '../state-lock.ts';
import { sweep } from '../sweep.ts';
import { driveRounds } from './drive.ts';
import { type Optimized, optimizedOf } from './end.ts';
import { OPTIMIZE_OPTIONS, type OptimizeInput } from './options.ts';
import { begin, refuseUnready, settingsFor } from './prepare.ts';
import { progressOf, progressText } from './progress.ts';
import { optimizedText } from './text.ts';

export const command: Command<typeof OPTIMIZE_OPTIONS, Optimized> = {
  details: [
    'Drives the experiments that evolve init has begun, round by round: agents read what happened, write briefs that differ, and work on them in lanes of their own; code measures, compares and decides.',
    'A change is verified before it is measured, and once more before it counts as better. It ends after some rounds without a verified new best, at a budget, at --ceiling, or with evolve stop.',
    'The same command goes on where it was, after Ctrl-C and after a kill; after an end, with a fresh count of rounds. People and agents may use evolve exp on the same tree meanwhile.',
    'All settings may also be in evolve.yaml, those of rounds under rounds:; flags win. Your code stays as it is until evolve apply.',
  ].join('\n'),
  examples: [
    'evolve optimize --agent claude',
    'evolve optimize --agent claude --subagents 3 --depth 4 --stall 2 --budget-usd 10',
    'evolve optimize --agent codex --agent expert=claude:opus --agent scanner=llm:openai/gpt-5-mini',
    'evolve optimize --budget-evals 60 --yes --json',
  ],
  positional: [],
  options: OPTIMIZE_OPTIONS,

  async run(input, context) {
    const lab = openLab(context.cwd, input.run);
    try {
      refuseUnready(lab);
      return await withWorkshop(lab, (shop) => optimize(lab, shop, input, context));
    } finally {
      lab.store.close();
    }
  },

  text: optimizedText,
  exitCode: ({ state, stop }) => (state === 'interrupted' ? 130 : stop?.cause === 'broken' ? 1 : 0),
};

async function optimize(lab: Lab, shop: Workshop, input: OptimizeInput, context: Context): Promise<Optimized> {
  const settings = await settingsFor(lab, input, context);
  const lease = await leaseOf(lab);
  let how: 'interrupted' | undefined;
  try {
    sweep(lab.stateDir, lab.run.id);
    // Somebody may have changed it before the lease was ours.
    refuseUnready(lab);
    begin(lab, settings);
    await announce(lab, context);
    how = await driven(lab, shop, context);
  } finally {
    await shop.repository.tidy();
    lease.release();
  }
  if (how === undefined && input.apply !== undefined) await applied(lab, shop, input.apply, context);
  const ended = await endedOf(shop.repository, lab.store, lab.run.id);
  return optimizedOf(lab.journal.view(), factsNow(lab), ended, how);
}

/** However it ends, what it has come to is told. */
async function driven(lab: Lab, shop: Workshop, context: Context): Promise<'interrupted' | undefined> {
  try {
    await driveRounds(lab, shop, context);
    return undefined;
  } catch (error) {
    if (context.signal.aborted) return 'interrupted';
    // The journal has its reason.
    if (error instanceof MachineFailure && factsNow(lab).end !== undefined) return undefined;
    throw error;
  }
}

async function leaseOf({ stateDir, run }: Lab): Promise<Lock> {
  const lease = await tryLockFor(leasePath(stateDir, run.id), PATIENCE_MS);
  if (lease !== undefined) return lease;
  throw new UserError(
    `Run ${run.id} is being driven by another evolve. Follow it with: evolve log -f. End it with: evolve stop`,
  );
}

/** Says what is about to happen, who does it, and where it goes on. */
async function announce(lab: Lab, context: Context): Promise<void> {
  const facts = factsNow(lab);
  const { adjustable } = facts.config;
  const { subagents, depth, stall, rounds, ceiling } = adjustable.rounds ?? ROUNDS;
  const authors = (adjustable.agents?.author ?? []).map(appointmentText).join(', ');
  const { evaluations, minutes, usd, tokens } = adjustable.budget;
  context.tell(
    `run ${facts.id} · rounds of ${plural(subagents, 'lane')} with ${depth === 1 ? '1 try' : `${depth} tries`} each, ${adjustable.parallel} at once · by ${authors}`,
  );
  for (const word of await agentWords(facts.config)) context.tell(word);
  const ends = [
    `${plural(stall, 'round')} without a new best`,
    ...(rounds === undefined ? [] : [plural(rounds, 'round')]),
    ...(ceiling === undefined ? [] : [`a score of ${ceiling}`]),
    ...(evaluations === undefined ? [] : [plural(evaluations, 'evaluation')]),
    ...(minutes === undefined ? [] : [`${minutes} minutes`]),
    ...(usd === undefined ? [] : [`$${usd}`]),
    ...(tokens === undefined ? [] : [`${tokens} tokens`]),
  ];
  context.tell(
    `ends after ${ends.join(', or ')}${usd === undefined && tokens === undefined ? '; no limit on what agents cost (--budget-usd, --budget-tokens)' : ''}`,
  );
  const progress = progressOf(lab.journal.view(), facts);
  if (progress === undefined) return;
  context.tell(
    progress.phase === 'closed' ? `goes on after round ${progress.round}` : `goes on in ${progressText(progress)}`,
  );
}

async function applied(lab: Lab, { repository }: Workshop, how: 'branch' | 'merge', context: Context): Promise<void> {
  const view = lab.journal.view();
  const best = view.best();
  if (factsNow(lab).end?.kind !== 'finished' || best === undefined || best.proposal.operator === 'seed') return;
  await applyCandidate(
    { repository, store: lab.store, run: lab.run.id },
    'best',
    { kind: how },
    { measure: true },
    context,
  );
}
