import { constants, cpSync, existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scoreOf } from '../../domain/compare.ts';
import type { Status } from '../../domain/experiment.ts';
import { openStore, type Store } from '../../journal/journal.ts';
import { formatScore, plural } from '../../lib/format.ts';
import { UserError } from '../../lib/user-error.ts';
import { findPlace, openRepository, type Repository, remove, resolveGlobs } from '../../workspace/workspace.ts';
import type { Command, Context } from '../contract.ts';
import { experimentFolder } from '../exp/folders.ts';
import { type Given, on, text } from '../option.ts';
import { runFolder } from '../place.ts';
import { RUN_OPTIONS } from '../settings.ts';
import { nextRun } from '../start.ts';
import { shareState } from '../state-lock.ts';
import { takeCode } from './evo-code.ts';
import { configOf } from './evo-config.ts';
import { eventsOf } from './evo-events.ts';
import { type EvoRun, readEvo } from './evo-files.ts';
import { historyOf } from './evo-history.ts';
import { versionsOf } from './evo-versions.ts';
import { warningsOf } from './evo-warnings.ts';

const { input, sandbox, allowNetwork, allowRead, allowWrite, allowEnv, memory, timeout, cores } = RUN_OPTIONS;

const OPTIONS = {
  dir: text('<dir>', 'the repository that evo worked in, or its .evo folder'),
  evoRun: text('--run <id>', 'the run of evo, such as run_0000 (default: its active one)'),
  newEpoch: on('--new-epoch', 'begin an epoch: evo’s scores stay on record, and nothing is compared with them'),
  files: RUN_OPTIONS.files,
  input,
  timeout,
  memory,
  cores,
  sandbox,
  allowNetwork,
  allowRead,
  allowWrite,
  allowEnv,
} as const;

interface Imported {
  readonly run: string;
  readonly from: string;
  readonly experiments: number;
  readonly statuses: Readonly<Partial<Record<Status, number>>>;
  readonly best: { readonly id: string; readonly score: number | null } | null;
  readonly epoch: number;
  /** Nothing can be compared before the root is measured. */
  readonly blocked: boolean;
  readonly warnings: readonly string[];
}

export const command: Command<typeof OPTIONS, Imported> = {
  details: [
    'Makes a run of experiments out of what evo has recorded: the tree with its scores, attempts, gates, annotations, notes, discards and epochs, and the code as far as git still has it. evo’s files and branches stay as they are.',
    'The first baseline of evo becomes root, so that its benchmark is what measures from now on. Scores are taken over as evo measured them: without a sandbox, and one run each. --new-epoch begins anew with your own measurements.',
  ].join('\n'),
  examples: [
    'evolve import evo .',
    'evolve import evo ../project --run run_0001 --new-epoch',
    'evolve import evo . --files "src/**"',
  ],
  positional: ['dir'],
  options: OPTIONS,
  async run(given, context) {
    if (given.dir === undefined) throw new UserError('Which repository? evolve import evo <dir>');
    const evo = readEvo(resolve(context.cwd, given.dir), given.evoRun);
    const place = { ...(await findPlace(context.cwd)), folder: '' };
    const shared = await shareState(place.root);
    const repository = await openRepository(place);
    let store: Store | undefined;
    try {
      store = openStore(repository.state.dir);
      return await importRun(evo, repository, store, given, context);
    } catch (error) {
      store?.close();
      if (repository.state.created) remove(repository.state.dir);
      throw error;
    } finally {
      store?.close();
      repository.close();
      shared.release();
    }
  },
  text({ run, from, experiments, statuses, best, blocked, warnings }) {
    const known = Object.entries(statuses).filter(([, count]) => count > 0);
    const lines = [
      `Run ${run} has ${plural(experiments, 'experiment')} of evo’s ${from}: ${known.map(([name, count]) => `${count} ${name}`).join(', ')}.`,
      ...(best === null ? [] : [`Best: ${best.id} with ${formatScore(best.score)}.`]),
      ...warnings.map((warning) => `Note: ${warning}`),
      blocked
        ? 'Nothing can be compared before there is a baseline: evolve exp rescore root'
        : 'Scores are as evo measured them. To begin anew: evolve exp infra event -m "measured sealed from now on" --breaking',
      'Look around: evolve exp scratchpad',
    ];
    return lines.join('\n');
  },
};

async function importRun(
  evo: EvoRun,
  repository: Repository,
  store: Store,
  given: Given<typeof OPTIONS>,
  context: Context,
): Promise<Imported> {
  const { dir: _dir, evoRun: _run, files: wanted, newEpoch = false, ...input } = given;
  const globs = wanted === undefined ? undefined : resolveGlobs(await findPlace(context.cwd), wanted);
  const code = await takeCode(evo, repository);
  const history = historyOf(evo, code, Date.now());
  const versions = await versionsOf(history, code, repository);
  const paths = new Set((await repository.files(versions.first.tree)).map(({ path }) => path));
  const config = configOf(evo.config, evo.root, input, (path) => paths.has(path), globs);
  const warnings = await warningsOf(evo, history, versions, config, repository);
  const events = eventsOf(evo, history, config, versions, newEpoch);

  const { run, lease } = nextRun(store, repository.state.dir);
  try {
    copyFiles(evo, repository.state.dir, run);
    if (versions.first.head !== undefined) await repository.protect(run, versions.first.head);
    store.adopt(run, events);
  } catch (error) {
    store.remove(run);
    await repository.release(run);
    remove(runFolder(repository.state.dir, run));
    lease.release('remove');
    throw error;
  }
  lease.release();

  const project = join(repository.state.dir, 'project.md');
  if (evo.project !== undefined && !existsSync(project)) writeFileSync(project, evo.project);
  const view = store.journal(run).view();
  const facts = view.run();
  const best = view.best();
  return {
    run,
    from: evo.id,
    experiments: evo.nodes.length,
    statuses: facts?.statuses ?? {},
    best:
      best === undefined
        ? null
        : { id: best.proposal.id, score: best.evaluation === undefined ? null : scoreOf(best.evaluation) },
    epoch: facts?.epoch ?? 1,
    blocked: facts?.blocked === true,
    warnings,
  };
}

/** Outcomes, logs, traces and checkpoints, readable as before. */
function copyFiles(evo: EvoRun, stateDir: string, run: string): void {
  for (const { node } of evo.nodes)
    for (const name of ['attempts', 'checks']) {
      const from = join(evo.folder, 'experiments', node.id, name);
      const to = join(experimentFolder(stateDir, run, node.id), name);
      if (existsSync(from))
        cpSync(from, to, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    }
}
