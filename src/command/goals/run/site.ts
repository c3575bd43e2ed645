import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CandidateId } from '../../../domain/candidate.ts';
import type { RunConfig } from '../../../domain/config.ts';
import type { Learning } from '../../../domain/cycle.ts';
import type { Base } from '../../../domain/event.ts';
import { LADDER } from '../../../domain/ladder.ts';
import type { Lanes } from '../../../domain/lane.ts';
import type { Ledger } from '../../../domain/ledger.ts';
import { CLOSED } from '../../../domain/sandbox.ts';
import { type CyclePlan, readSnapshot } from '../../../evaluation/evaluation.ts';
import { checkPrompts, postmortemBy } from '../../../inquiry/inquiry.ts';
import type { Store } from '../../../journal/journal.ts';
import { goalLanes, withRedaction } from '../../../lane/lane.ts';
import { type Desk, withSources } from '../../../source/source.ts';
import {
  findInputs,
  isolation,
  type Repository,
  remove,
  resolveSandbox,
  trunkTip,
} from '../../../workspace/workspace.ts';
import { artifactsOf } from '../../artifacts.ts';
import type { Engine } from '../../contract.ts';
import { variablesOf } from '../../env/sources.ts';
import { lanesFolder, promptsFolder, runFolder } from '../../place.ts';
import { requireSandbox } from '../../sandbox.ts';
import { secretsAmong } from '../../secrets.ts';
import { clearings } from './clearing.ts';
import { contractsOf } from './contracts.ts';
import { shellIn } from './shell.ts';

export interface CyclesSite extends AsyncDisposable {
  readonly lanes: Lanes;
  /** Where paths that git does not hold are laid into every checkout. */
  readonly inputs: readonly string[];
}

/** Where the goals of every candidate lie as they were measured. */
export const snapshotsFolder = (stateDir: string, run: string): string => join(runFolder(stateDir, run), 'goals');

/** Sets up the lanes of cycles on this machine, and the desk that work comes from. */
export async function openCycles(
  { repository, store, run }: { readonly repository: Repository; readonly store: Store; readonly run: string },
  config: RunConfig,
  base: Base,
  engine: Engine,
  ledger: Ledger,
): Promise<CyclesSite> {
  const { fixed, adjustable } = config;
  const { place, state } = repository;
  const ladder = adjustable.ladder ?? LADDER;
  const sandbox = resolveSandbox(fixed.sandbox ?? CLOSED, place.root);
  await requireSandbox(sandbox);
  const inputs = await findInputs(repository, base, fixed.inputs);
  const environment = variablesOf(place.root, adjustable.environment);
  const secrets = secretsAmong(environment, config);
  const snapshots = snapshotsFolder(state.dir, run);
  const contractOf = contractsOf(repository);
  const plan: CyclePlan = {
    folder: '',
    seed: fixed.seed,
    timeoutMs: adjustable.timeoutMs,
    memoryMb: adjustable.memoryMb,
    files: [],
    secrets,
    environment,
    sandbox,
    hidden: [place.root, state.dir],
    ...artifactsOf(state.dir, run, config),
    checkSeconds: ladder.checkSeconds,
    snapshots,
    repository,
    now: Date.now,
  };
  const prompts = promptsFolder(state.dir);
  checkPrompts(prompts);
  const council = engine.council(config, ledger, undefined, prompts);
  const prepare = fixed.prepare === undefined ? {} : { prepare: fixed.prepare };
  const bind = (await isolation()) !== 'group';
  const lanes = goalLanes({
    repository,
    operators: engine.operators(config, ledger, undefined, prompts),
    ...{ inputs, bind, plan, council, contractOf, run, ...prepare },
    width: adjustable.parallel,
    folder: lanesFolder(state.dir, run),
    tip: () => trunkTip(place, ladder),
  });
  const folder = join(runFolder(state.dir, run), 'desk');
  const clearing = join(folder, 'clearings');
  remove(clearing);
  mkdirSync(folder, { recursive: true });
  const desk: Desk = {
    root: place.root,
    runId: run,
    folder,
    home: process.env.HOME ?? homedir(),
    ladder,
    repository,
    council,
    contractOf,
    snapshotOf: async (id) => {
      const tree = treeOf(store, run, id);
      return tree === undefined ? undefined : readSnapshot(snapshots, tree);
    },
    notes: () => notesIn(store),
    secrets,
    now: Date.now,
    run: shellIn(place.root, fixed.redact),
    inCheckout: clearings({ repository, inputs, bind, plan, folder: clearing, ...prepare }),
    reading: lanes.reading,
    lookBack: ({ version, ...past }, signal) =>
      postmortemBy(council, { ...past, place: () => lanes.reading(past.key, version) }, signal),
  };
  return {
    lanes: withSources(withRedaction(lanes, secrets), desk),
    inputs: inputs.map(({ at }) => at),
    async [Symbol.asyncDispose]() {
      await lanes[Symbol.asyncDispose]();
      remove(clearing);
    },
  };
}

const treeOf = (store: Store, run: string, id: CandidateId): string | undefined =>
  store.journal(run).view().entry(id)?.candidate?.tree;

/** Of the newest runs, so many; of each, so many notes. */
const RUNS = 10;
const NOTES = 50;

/** What was noted of any run here, the newest first. */
function notesIn(store: Store): readonly Learning[] {
  return store.runs(RUNS).flatMap((run) => {
    const view = store.journal(run).view();
    const kinds = ['note', 'annotation'] as const;
    return kinds
      .flatMap((kind) => view.remarks({ kind }, NOTES))
      .toSorted((a, b) => b.at - a.at)
      .map(({ seq, text }) => ({ path: `journal:${run}/${seq}`, text }));
  });
}
