import { join } from 'node:path';
import type { Agent } from '../domain/agent.ts';
import type { RunConfig } from '../domain/config.ts';
import type { Journal } from '../domain/journal.ts';
import type { Pattern } from '../domain/round.ts';
import { ROUNDS } from '../domain/rounds.ts';
import { CLOSED } from '../domain/sandbox.ts';
import type { View } from '../domain/view.ts';
import { openDesk } from '../evaluation/evaluation.ts';
import type { Page } from '../lib/page.ts';
import { analyst, machine } from '../observer/observer.ts';
import { isolation, type Repository } from '../workspace/workspace.ts';
import { attemptFolder, claimPath, evaluationFolder } from './exp/folders.ts';
import { lanesFolder, runFolder } from './place.ts';

export interface Analysing {
  /** Who thinks; without one code looks alone. */
  readonly agent?: Agent;
  readonly tell: (line: string) => void;
  readonly patterns?: (view: View) => readonly Pattern[];
  readonly pages?: (own: Page) => Page;
}

/** A look takes no longer, so that its money is not set aside for hours. */
const LONGEST_MS = 10 * 60_000;

/** Lets the analyst watch a run that is driven here, until `end`. */
export async function analyse(
  repository: Repository,
  journal: Journal,
  { fixed, adjustable }: RunConfig,
  given: Analysing,
): Promise<{ end(): Promise<void> }> {
  const stateDir = repository.state.dir;
  const { run } = journal;
  const bind = (await isolation()) !== 'group';
  const { mode, reach } = fixed.sandbox ?? CLOSED;
  const { root } = repository.place;
  const shut = bind && mode !== 'off' ? { shut: { hidden: [root, stateDir], reach: reach.agent } } : {};
  return analyst({
    ...given,
    journal,
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
