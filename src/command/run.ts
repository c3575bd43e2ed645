import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfig } from '../domain/config.ts';
import type { RunFacts } from '../domain/view.ts';
import { openStore, type Store } from '../journal/journal.ts';
import { formatNumber } from '../lib/format.ts';
import { type Lock, tryLockFor } from '../lib/lock.ts';
import { UserError } from '../lib/user-error.ts';
import { findPlace, openRepository, type Repository, resolveGlobs } from '../workspace/workspace.ts';
import { continueRun } from './continue.ts';
import type { Command, Context } from './contract.ts';
import { scoreIn } from './document.ts';
import { lanesFolder, leasePath } from './place.ts';
import { type Ended, endedOf, textOf } from './report.ts';
import { adjustableOf, fixedOf, RUN_OPTIONS, type RunInput, refuseOtherSettings } from './settings.ts';
import { startRun } from './start.ts';

export const command: Command<typeof RUN_OPTIONS, Ended> = {
  name: 'run',
  summary: 'evolve files towards a better score',
  details: [
    'Measures the files as they are, breeds variants generation by generation, keeps the better half, and reports the winner.',
    'Your folder is never changed: candidates live in .evolve/, and each is measured in a clean checkout of its own.',
    'An unfinished run of the same command and files is continued; after a finished one a new run starts.',
  ].join('\n'),
  examples: [
    'evolve run "node bench.js" --files src/packer.js',
    'evolve run "make bench" --files "src/**/*.js" -k 6 -g 20 --direction min --yes',
    'evolve run "node bench.js" --files src/packer.js --gate "npm test" --budget-evals 100 --yes',
    'evolve run "node bench.js" --files src/packer.js --resume -g 30 --yes',
  ],
  positional: ['fitness'],
  options: RUN_OPTIONS,

  async run(input, context) {
    const { fitness, files } = input;
    if (fitness === undefined)
      throw new UserError('What is to be measured? evolve run "<command that prints a number>" --files <files>');
    if (input.resume === true && input.fresh === true)
      throw new UserError('--resume continues a run and --fresh starts one: choose one of them.');
    if (files === undefined)
      throw new UserError('Which files may change? Name them: --files src/solver.js (everything else is protected).');
    const fixed = fixedOf(input, await context.engine());
    const place = await findPlace(context.cwd);
    const repository = await openRepository(place);
    try {
      const identity = {
        strategy: 'generations' as const,
        fitness,
        folder: place.folder,
        files: resolveGlobs(place, files),
      };
      const config = { identity, fixed, adjustable: adjustableOf(input) };
      const store = openStore(repository.state.dir);
      try {
        return await runIn(repository, store, config, input, context);
      } finally {
        store.close();
      }
    } catch (error) {
      // A mistake at the very first run leaves nothing behind.
      if (error instanceof UserError && repository.state.created)
        rmSync(repository.state.dir, { recursive: true, force: true });
      throw error;
    } finally {
      repository.close();
    }
  },

  text: textOf,
};

async function runIn(
  repository: Repository,
  store: Store,
  config: RunConfig,
  input: RunInput,
  context: Context,
): Promise<Ended> {
  // Two processes that start the same search at once must not both open a run.
  const opening = await tryLockFor(join(repository.state.dir, 'locks', 'opening.lock'), 200);
  if (opening === undefined)
    throw new UserError('Another evolve is starting a run here. Wait for it, then look with: evolve status');
  let held: { run: string; lease: Lock };
  try {
    const choice = await choose(store, repository, config, input, context);
    if (choice === 'finished') return endedOf(repository, store, newest(store, config).id);
    held = choice;
  } finally {
    opening.release();
  }
  announce(store, held.run, context);
  const decide = () => (input.yes === true ? 'continue' : undefined);
  await continueRun(repository, store, held, decide, context);
  return endedOf(repository, store, held.run);
}

async function choose(
  store: Store,
  repository: Repository,
  config: RunConfig,
  input: RunInput,
  context: Context,
): Promise<{ run: string; lease: Lock } | 'finished'> {
  const known = store.newest(config.identity);
  if (known === undefined || input.fresh === true) return startRun(repository, store, config, input, context);
  const run = newest(store, config);
  const finished = run.end?.kind === 'finished';
  if (finished && input.resume !== true) return startRun(repository, store, config, input, context);
  refuseOtherSettings(input, run, await context.engine());
  const adjustable = adjustableOf(input, run.config.adjustable);
  const changed = JSON.stringify(adjustable) !== JSON.stringify(run.config.adjustable);
  if (finished && !changed) {
    await sweep(repository, run.id);
    return 'finished';
  }
  if (!finished && input.resume !== true && (await declined(run, context))) {
    return startRun(repository, store, config, input, context);
  }
  const lease = await tryLockFor(leasePath(repository.state.dir, run.id), 1000);
  if (lease === undefined) {
    throw new UserError(
      `Run ${run.id} is being driven by another evolve. Follow it with: evolve log -f. End it with: evolve stop. Start another with --fresh.`,
    );
  }
  if (changed) store.journal(run.id).append(() => [{ type: 'configured', adjustable }]);
  return { run: run.id, lease };
}

/** A driver that was killed right after the end has left its checkouts. */
async function sweep(repository: Repository, run: string): Promise<void> {
  const lease = await tryLockFor(leasePath(repository.state.dir, run), 1000);
  if (lease !== undefined) rmSync(lanesFolder(repository.state.dir, run), { recursive: true, force: true });
  lease?.release();
}

async function declined(run: RunFacts, context: Context): Promise<boolean> {
  const answer = await context.ask(`Run ${run.id} is unfinished (generation ${run.batch}). Continue it? [Y/n] `);
  return answer !== undefined && /^n/i.test(answer.trim());
}

function newest(store: Store, config: RunConfig): RunFacts {
  const id = store.newest(config.identity);
  const run = id === undefined ? undefined : store.journal(id).view().run();
  if (run === undefined) throw new Error('the run is not open');
  return run;
}

function announce(store: Store, run: string, context: Context): void {
  const view = store.journal(run).view();
  const facts = view.run();
  if (facts === undefined) return;
  const { fixed, adjustable } = facts.config;
  const limits = [
    `${adjustable.generations} generations at most`,
    `stops after ${adjustable.stale} without a better one`,
  ];
  if (adjustable.budget.evaluations !== undefined) limits.push(`${adjustable.budget.evaluations} evaluations`);
  if (adjustable.budget.minutes !== undefined) limits.push(`${adjustable.budget.minutes} minutes`);
  context.tell(
    `run ${run} · ${facts.config.identity.strategy} · ${fixed.k} per generation by ${fixed.operator} · ${limits.join(' · ')} · seed ${fixed.seed}`,
  );
  const baseline = scoreIn(view.entries(0)[0]);
  const better = fixed.direction === 'max' ? 'higher' : 'lower';
  context.tell(`baseline   ${formatNumber(baseline ?? Number.NaN).padStart(10)}  (${better} is better)`);
}
