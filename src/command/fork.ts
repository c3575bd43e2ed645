import { constants, copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Event, Recorded } from '../domain/event.ts';
import type { RunFacts } from '../domain/view.ts';
import { plural } from '../lib/format.ts';
import type { Lock } from '../lib/lock.ts';
import { type Repository, remove } from '../workspace/workspace.ts';
import { refuseUnusable } from './adjust.ts';
import { announce } from './announce.ts';
import { conclude, type Disposal, disposalCode, disposalDocument, disposalText } from './conclude.ts';
import { continueRun } from './continue.ts';
import type { Command, Context } from './contract.ts';
import { costOf, costText } from './cost.ts';
import { refuseExperiments } from './exp/refuse.ts';
import { refuseCycles } from './goals/refuse.ts';
import { eventsOf, pointIn } from './history.ts';
import { type Given, text } from './option.ts';
import { candidateFolder, heldOutFolder, type OpenRun, runFolder, withRun } from './place.ts';
import { repositoryOf } from './repository.ts';
import { refuseUnfit } from './searching.ts';
import { adjustableOf, isChanged, RUN_OPTIONS } from './settings.ts';
import { nextRun } from './start.ts';

const { k, generations, stale, agent, isolateAgent, repair, agentTimeout, operator, goal, domain, lens, seed } =
  RUN_OPTIONS;
const { parallel, parallelBench, timeout, memory, budgetEvals, budgetMinutes, budgetUsd, budgetTokens } = RUN_OPTIONS;
const { price, stopAt, yes, apply, branches, notify, disk, plateau, stopWhen, control, idle, partner } = RUN_OPTIONS;
const { iterations } = RUN_OPTIONS;

/** What a run keeps for life is not among them. */
const OPTIONS = {
  k,
  generations,
  stale,
  agent,
  isolateAgent,
  repair,
  agentTimeout,
  operator,
  goal,
  domain,
  lens,
  seed,
  parallel,
  parallelBench,
  timeout,
  memory,
  budgetEvals,
  budgetMinutes,
  budgetUsd,
  budgetTokens,
  price,
  stopAt,
  iterations,
  plateau,
  stopWhen,
  control,
  idle,
  partner,
  yes,
  apply,
  branches,
  notify,
  disk,
  run: text('[run]', 'the run to go on from (default: the newest)'),
  at: text(
    '--at <event>',
    'the last event to take over: its number in `evolve log`, gen3 for a whole generation, or c40 for what was known when that candidate was placed (default: all but the end)',
  ),
} as const;

export const command: Command<typeof OPTIONS, Disposal> = {
  details: [
    'The new run has the events of the other up to that point, and what they cost. From there it goes on with the settings given; the rest is as it was there, not as the defaults below have it. Direction, gates, sandbox and the like stay.',
    'The other run stays as it is.',
  ].join('\n'),
  examples: [
    'evolve fork r1 --at gen3 --seed 2 --yes',
    'evolve fork --at 57 --agent codex --budget-usd 5',
    'evolve fork r1 --at c40 --budget-evals 200',
    'evolve fork r2 -g 20 -k 6',
  ],
  positional: ['run'],
  options: OPTIONS,
  run: (input, context) =>
    withRun(context.cwd, input.run, async (open) => {
      refuseExperiments('fork', open.run);
      refuseCycles('fork', open.run);
      const repository = await repositoryOf(open);
      try {
        const { run, lease } = await fork(open, repository, input, context);
        await announce(repository, open.store, run, context);
        await continueRun(repository, open.store, { run, lease }, input.yes === true, context);
        return await conclude(repository, open.store, run, input, context);
      } finally {
        repository.close();
      }
    }),
  text: disposalText,
  document: disposalDocument,
  exitCode: disposalCode,
};

/** Opens the new run. The lease is the caller's. */
async function fork(
  open: OpenRun,
  repository: Repository,
  input: Given<typeof OPTIONS>,
  context: Context,
): Promise<{ run: string; lease: Lock }> {
  const { store, stateDir } = open;
  const { seed = open.run.config.fixed.seed, at, ...others } = input;
  refuseUnfit(input, open.run);
  const taken = pointIn(eventsOf(open.journal), at, open.run.id);
  const { run, lease } = nextRun(store, stateDir);
  try {
    copyFiles(stateDir, open.run.id, run, taken);
    if (open.run.base.head !== undefined) await repository.protect(run, open.run.base.head);
    store.adopt(run, opening(taken, open.run, seed));
    const journal = store.journal(run);
    const { config, spending } = factsOf(journal.view().run());
    const adjustable = adjustableOf(others, config.adjustable);
    if (input.agent !== undefined) await refuseUnusable(config, adjustable, context);
    if (isChanged(adjustable, config.adjustable)) journal.append(() => [{ type: 'configured', adjustable }]);
    context.tell(`run ${run} goes on from ${open.run.id} after ${plural(taken.length, 'event')} · seed ${seed}`);
    if (spending !== undefined && spending.calls > 0)
      context.tell(`what ${open.run.id} had spent by then counts: ${costText(costOf(spending), {})}`);
    return { run, lease };
  } catch (error) {
    store.remove(run);
    await repository.release(run);
    remove(runFolder(stateDir, run));
    lease.release('remove');
    throw error;
  }
}

function factsOf(run: RunFacts | undefined): RunFacts {
  if (run === undefined) throw new Error('the run is not open');
  return run;
}

/** The same events, but for where they come from and the seed. */
function opening(taken: readonly Recorded[], { id }: RunFacts, seed: number): readonly Recorded[] {
  return taken.map((recorded) => {
    const { event } = recorded;
    if (event.type !== 'opened') return recorded;
    const config = { ...event.config, fixed: { ...event.config.fixed, seed } };
    const opened: Event = { ...event, config, forked: { run: id, events: taken.length } };
    return { ...recorded, event: opened };
  });
}

/** Logs and recordings that belong to the events. Copies: the runs write to their own. */
function copyFiles(stateDir: string, from: string, to: string, taken: readonly Recorded[]): void {
  for (const { event } of taken) {
    if (event.type === 'applied') {
      const { id } = event.candidate;
      copyFolder(candidateFolder(stateDir, from, id), candidateFolder(stateDir, to, id));
      copyFolder(join(heldOutFolder(stateDir, from), id), join(heldOutFolder(stateDir, to), id));
    }
    if (event.type !== 'called') continue;
    const [source, target] = [from, to].map((run) => join(runFolder(stateDir, run), event.call.record));
    if (source === undefined || target === undefined || !existsSync(source)) continue;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

function copyFolder(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
}
