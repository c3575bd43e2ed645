import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunConfig, seedId } from '../../../domain/config.ts';
import type { Contract } from '../../../domain/contract.ts';
import type { Turn } from '../../../domain/cycle.ts';
import type { Evaluation } from '../../../domain/evaluation.ts';
import type { Base } from '../../../domain/event.ts';
import { LADDER } from '../../../domain/ladder.ts';
import type { Version } from '../../../domain/lane.ts';
import { CLOSED } from '../../../domain/sandbox.ts';
import type { Store } from '../../../journal/journal.ts';
import { findProgram } from '../../../lib/probe.ts';
import { UserError } from '../../../lib/user-error.ts';
import { writeWhole } from '../../../lib/whole-file.ts';
import { queueIn } from '../../../spec/spec.ts';
import { type Repository, readyForTrunk, remove } from '../../../workspace/workspace.ts';
import { refuseUnusable } from '../../adjust.ts';
import type { Context } from '../../contract.ts';
import { runFolder } from '../../place.ts';
import { rehearse } from '../../rehearsal.ts';
import { sandboxWord } from '../../sandbox.ts';
import { nextRun, openingEvents, type Started } from '../../start.ts';
import { contractsOf, looseContracts } from './contracts.ts';
import { configFor, type Wanted } from './settings.ts';
import { openCycles } from './site.ts';

/** Where a queue lies that was given as text. */
export const ROADMAP = '.agents/evolve/roadmap.md';

const NOTHING =
  'There is nothing to work on: no GOALS.md, no --queue, no tracker and no .agents/rpi/next-work.jsonl. Begin with: evolve goals init';

/**
 * Opens a new session: reads the contracts, measures every goal, and only then writes anything down.
 * Contract: a mistake of the user's leaves nothing behind.
 */
export async function openSession(
  repository: Repository,
  store: Store,
  wanted: Wanted,
  context: Context,
): Promise<Started> {
  const { run, lease } = nextRun(store, repository.state.dir);
  try {
    const config = withQueue(configFor(wanted), wanted, repository, run);
    await refuseUnusable(config, config.adjustable, context);
    const { commit, tree } = await readyForTrunk(repository.place, config.adjustable.ladder ?? LADDER);
    const base: Base = { commit, tree, head: commit };
    const contract = await contractsOf(repository)({ tree });
    const loose = await looseContracts(repository, tree);
    refuseIdle(contract, config, repository.place.root, loose);
    for (const name of loose) context.tell(`${name} is not committed as it is: cycles go by the commit`);
    for (const note of [...contract.notes, ...(contract.goals?.warnings ?? [])]) context.tell(note);
    const word = await sandboxWord(config.fixed.sandbox ?? CLOSED);
    if (word !== undefined) context.tell(word);
    const evaluation = await measured({ repository, store, run }, config, base, context);
    await repository.protect(run, commit);
    layQueue(wanted, config, repository.place.root);
    store
      .journal(run)
      .append((view) => (view.run() === undefined ? openingEvents(config, base, evaluation, undefined, []) : []));
    return { run, lease };
  } catch (error) {
    remove(runFolder(repository.state.dir, run));
    lease.release('remove');
    throw error;
  }
}

/** Every goal as it is before the first cycle. */
async function measured(
  open: { readonly repository: Repository; readonly store: Store; readonly run: string },
  config: RunConfig,
  base: Base,
  context: Context,
): Promise<Extract<Evaluation, { outcome: 'scored' }>> {
  const { ledger } = rehearse(open.repository, open.run, config, base, context);
  await using site = await openCycles(open, config, base, await context.engine(), ledger);
  if (site.inputs.length > 0) context.tell(`inputs, read-only: ${site.inputs.join(', ')}`);
  context.tell('measuring the goals …');
  const id = seedId(config.identity.strategy);
  const version: Version = { id, commit: base.commit, tree: base.tree };
  const turn: Turn = { cycle: 0, kind: 'base', attempt: 0, base: id, testFirst: false };
  const job = { candidate: version, attempt: 1, turn: { base: version, turn } };
  const evaluation = await site.lanes.evaluate(job, context.signal);
  if (evaluation.outcome === 'scored') return evaluation;
  throw new UserError(`The goals can't be measured: ${evaluation.reason}`);
}

/** Throws where no source of work could ever have any. */
function refuseIdle(
  { goals, profile }: Contract,
  { adjustable }: RunConfig,
  root: string,
  loose: readonly string[],
): void {
  if (goals !== undefined || adjustable.ladder?.queue !== undefined || profile !== undefined) return;
  if (existsSync(join(root, '.agents/rpi/next-work.jsonl'))) return;
  if (existsSync(join(root, '.beads')) && findProgram('bd') !== undefined) return;
  const [name] = loose.filter((one) => one.startsWith('GOALS'));
  if (name === undefined) throw new UserError(NOTHING);
  throw new UserError(`${name} is not committed, and cycles go by commits: git add ${name} && git commit -m Goals`);
}

/** A session with its queue as a file. One that is given as text lies among our own files where nothing may be written to the user's. */
function withQueue(config: RunConfig, { queue, input }: Wanted, { place }: Repository, run: string): RunConfig {
  if (queue === undefined) return config;
  const text = 'text' in queue ? queue.text : readFileSync(join(place.root, queue.file), 'utf8');
  if (queueIn(text).length === 0)
    throw new UserError('--queue has no items: write each as a numbered line, such as "1. `id` what is to be done".');
  const file = 'file' in queue ? queue.file : input.dryRun === true ? dryRoadmap(run) : ROADMAP;
  const ladder = { ...(config.adjustable.ladder ?? LADDER), queue: file };
  return { ...config, adjustable: { ...config.adjustable, ladder } };
}

const dryRoadmap = (run: string): string => `.evolve/${run}/roadmap.md`;

function layQueue({ queue }: Wanted, { adjustable }: RunConfig, root: string): void {
  const file = adjustable.ladder?.queue;
  if (queue === undefined || file === undefined || !('text' in queue)) return;
  writeWhole(join(root, file), queue.text.endsWith('\n') ? queue.text : `${queue.text}\n`);
}
