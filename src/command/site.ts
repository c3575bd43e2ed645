import { join } from 'node:path';
import { commandDirection, isOfExperiments, type RunConfig, readsTraits } from '../domain/config.ts';
import type { Channel, Evaluation } from '../domain/evaluation.ts';
import type { Base } from '../domain/event.ts';
import type { Version } from '../domain/lane.ts';
import type { Ledger } from '../domain/ledger.ts';
import { CLOSED, type Sandbox } from '../domain/sandbox.ts';
import { driftWatch, hurdlesOf, type Plan } from '../evaluation/evaluation.ts';
import { NO_LEDGER } from '../journal/journal.ts';
import { type LocalLanes, localLanes, withClaims, withRedaction } from '../lane/lane.ts';
import { UserError } from '../lib/user-error.ts';
import {
  benchmarkSlots,
  calibration,
  findHeldOut,
  findInputs,
  type Input,
  isolation,
  type Repository,
  resolveSandbox,
  scopeOf,
  shareCores,
} from '../workspace/workspace.ts';
import { artifactsOf } from './artifacts.ts';
import { auditOf, targetOf } from './auditing.ts';
import type { Engine } from './contract.ts';
import { councilFor } from './council.ts';
import { variablesOf } from './env/sources.ts';
import { attemptFolder } from './exp/folders.ts';
import { judgePlanOf } from './judge-plan.ts';
import { claimsFolder, heldOutFolder, lanesFolder, promptsFolder } from './place.ts';
import { requireSandbox } from './sandbox.ts';
import { secretsAmong } from './secrets.ts';
import { unrecorded } from './unrecorded.ts';

export interface RunSite {
  readonly lanes: LocalLanes;
  readonly inputs: readonly Input[];
  /** Regular files in scope. */
  readonly files: readonly string[];
}

/** As `--cores` has it, for runs that were opened before there was one. */
const CORES = 1;

/** Sets up the lanes of a run on this machine. */
export async function openSite(
  repository: Repository,
  run: string,
  config: RunConfig,
  seed: { readonly id: string; readonly base: Base; readonly channel?: Channel; readonly evaluation?: Evaluation },
  engine: Engine,
  ledger: Ledger = NO_LEDGER,
  folder: string = lanesFolder(repository.state.dir, run),
): Promise<RunSite> {
  const { identity, fixed, adjustable } = config;
  const stateDir = repository.state.dir;
  const entries = await repository.files(seed.base.commit);
  const scope = scopeOf(identity.files, entries);
  const files = entries.filter((entry) => entry.mode !== '120000' && scope.has(entry.path)).map((entry) => entry.path);
  if (files.length === 0)
    throw new UserError(
      emptyScope(
        identity.files,
        entries.filter(({ path }) => scope.has(path)),
      ),
    );
  if (identity.folder !== '' && !entries.some((entry) => entry.path.startsWith(`${identity.folder}/`))) {
    throw new UserError(
      `Git holds nothing in ${identity.folder}. Commit a file in it, add --dirty, or run evolve from another folder.`,
    );
  }
  const sandbox = resolveSandbox(fixed.sandbox ?? CLOSED, repository.place.root);
  await requireSandbox(sandbox);
  const inputs = await findInputs(repository, seed.base, fixed.inputs);
  const holdout = fixed.holdout && {
    command: fixed.holdout.command,
    logs: heldOutFolder(stateDir, run),
    ...(await findHeldOut(repository, seed.base, scope, {
      inputs: fixed.inputs,
      held: fixed.holdout.inputs,
      reachable: reachableOf(fixed.sandbox),
    })),
  };
  const version: Version = { id: seed.id, commit: seed.base.commit, tree: seed.base.tree };
  const environment = variablesOf(repository.place.root, adjustable.environment);
  const secrets = secretsAmong(environment, config);
  const bind = (await isolation()) !== 'group';
  const kept = artifactsOf(stateDir, run, config);
  const judge = judgePlanOf(config, {
    repository,
    scope,
    seed: version,
    judges: engine.judges(config, ledger === NO_LEDGER ? unrecorded() : ledger),
    folder: join(folder, 'judges'),
    bind,
    artifacts: (id) => kept.artifacts({ candidate: { id }, attempt: 1, round: 'judge' }),
  });
  const plan: Plan = {
    secrets,
    environment,
    folder: identity.folder,
    fitness: identity.fitness,
    files,
    seed: fixed.seed,
    gates: fixed.gates,
    repeat: fixed.repeat,
    parse: fixed.parse,
    ...(fixed.metric === undefined ? {} : { metric: fixed.metric }),
    ...(fixed.build === undefined ? {} : { build: fixed.build }),
    ...(seed.channel === undefined ? {} : { channel: seed.channel }),
    ...(fixed.warm === undefined ? {} : { warm: fixed.warm }),
    ...(fixed.beforeRun === undefined ? {} : { beforeRun: fixed.beforeRun }),
    ...(fixed.prefix === undefined ? {} : { prefix: fixed.prefix }),
    direction: fixed.direction,
    timeoutMs: adjustable.timeoutMs,
    memoryMb: adjustable.memoryMb,
    slots: benchmarkSlots(adjustable.parallelBench, await shareCores(adjustable.parallelBench, fixed.cores ?? CORES)),
    sandbox,
    hidden: [repository.place.root, stateDir],
    drift: driftWatch(calibration),
    ...kept,
    hurdles: hurdlesOf(fixed.cascade ?? [], commandDirection(fixed), seed.evaluation),
    ...(judge === undefined ? {} : { judge }),
    audit: auditOf(repository, config, version, scope),
    ...targetOf(repository, fixed.target),
  };
  const lanes = localLanes({
    repository,
    operators: ledger === NO_LEDGER ? {} : engine.operators(config, ledger, undefined, promptsFolder(stateDir)),
    seed: version,
    scope,
    inputs,
    bind,
    width: adjustable.parallel,
    ...(fixed.prepare === undefined ? {} : { prepare: fixed.prepare }),
    plan,
    ...(holdout === undefined ? {} : { holdout }),
    ...(isOfExperiments(config) && ledger !== NO_LEDGER
      ? {
          council: councilFor(engine, config, ledger, stateDir),
          attempt: (id: string, attempt: number) => attemptFolder(stateDir, run, id, attempt),
        }
      : {}),
    traits: readsTraits(fixed),
    folder,
  });
  const clean = withRedaction(lanes, secrets);
  // Whoever evaluates an experiment holds its claim from the beginning of an attempt to its end.
  const claimed = isOfExperiments(config) ? clean : withClaims(clean, claimsFolder(stateDir, run));
  return { lanes: claimed, inputs, files };
}

/** What commands beside the held-out one may read of the machine. */
function reachableOf(sandbox: Sandbox | undefined): readonly string[] {
  const { holdout: _own, ...others } = sandbox?.reach ?? {};
  return Object.values(others).flatMap(({ read, write }) => [...read, ...write]);
}

/** Why a scope has no file that may change. */
function emptyScope(globs: readonly string[], found: readonly { readonly path: string }[]): string {
  const [other] = found;
  if (other !== undefined) return `${other.path} is a symbolic link: name the file itself with --files.`;
  if (globs.every((glob) => glob.startsWith('!')))
    return `--files ${globs.join(' ')} only leaves out: name what may change, too.`;
  return `--files ${globs.join(' ')} matches no file that git holds. Check the path, and commit the file or add --dirty.`;
}
