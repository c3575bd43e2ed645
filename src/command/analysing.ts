import { join } from 'node:path';
import { isComparable } from '../domain/conclusion.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Pattern } from '../domain/round.ts';
import { ROUNDS } from '../domain/rounds.ts';
import { CLOSED } from '../domain/sandbox.ts';
import type { View } from '../domain/view.ts';
import { openDesk } from '../evaluation/evaluation.ts';
import { ownPages } from '../lib/own-page.ts';
import { analyst, machine } from '../observer/observer.ts';
import { axisWarning } from '../strategy/strategy.ts';
import { isolation, type Repository } from '../workspace/workspace.ts';
import type { Engine } from './contract.ts';
import { attemptFolder, claimPath, evaluationFolder } from './exp/folders.ts';
import { lanesFolder, promptsFolder, runFolder } from './place.ts';

export interface Analysing {
  readonly engine: Engine;
  readonly ledger: Ledger;
  readonly tell: (line: string) => void;
}

/** A look takes no longer, so that its money is not set aside for hours. */
const LONGEST_MS = 10 * 60_000;

/** Lets the analyst watch a run that is driven here, until `end`. */
export async function analyse(
  repository: Repository,
  journal: Journal,
  config: RunConfig,
  { engine, ledger, tell }: Analysing,
): Promise<{ end(): Promise<void> }> {
  const { fixed, adjustable } = config;
  const stateDir = repository.state.dir;
  const prompts = promptsFolder(stateDir);
  const { run } = journal;
  const bind = (await isolation()) !== 'group';
  const { mode, reach } = fixed.sandbox ?? CLOSED;
  const { root } = repository.place;
  const shut = bind && mode !== 'off' ? { shut: { hidden: [root, stateDir], reach: reach.agent } } : {};
  return analyst({
    journal,
    tell,
    agent: engine.council(config, ledger, undefined, prompts).ask('analyst', 'analyst'),
    pages: (own) => ownPages(own, prompts),
    patterns,
    settings: adjustable.rounds ?? ROUNDS,
    host: machine({
      attempt: (id, attempt) => attemptFolder(stateDir, run, id, attempt),
      claim: (id) => claimPath(stateDir, run, id),
      evaluations: evaluationFolder(stateDir, run, '.'),
      lanes: lanesFolder(stateDir, run),
      run: runFolder(stateDir, run),
    }),
    timeoutMs: Math.min(adjustable.agentTimeoutMs, LONGEST_MS),
    desk: () =>
      openDesk({
        folder: join(lanesFolder(stateDir, run), 'analyst'),
        mounts: bind ? [{ from: root, to: root, deep: true }] : [],
        ...shut,
      }),
    now: Date.now,
  });
}

/** Of those that were committed last, so many are held against each other. */
const COMMITS = 30;

function patterns(view: View): readonly Pattern[] {
  const run = view.run();
  if (run === undefined) return [];
  const committed = view.experiments('committed', COMMITS).filter((entry) => entry.proposal.operator !== 'seed');
  return axisWarning(run, committed.filter(isComparable), (run.config.adjustable.rounds ?? ROUNDS).plateau);
}
