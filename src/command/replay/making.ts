import { join } from 'node:path';
import { type RunConfig, readsTraits, seedId } from '../../domain/config.ts';
import type { Base } from '../../domain/event.ts';
import type { Version } from '../../domain/lane.ts';
import type { Operator } from '../../domain/operator.ts';
import type { Occasion } from '../../evaluation/evaluation.ts';
import { type LocalLanes, localLanes, withRedaction } from '../../lane/lane.ts';
import { benchmarkSlots, type Repository, scopeOf } from '../../workspace/workspace.ts';
import { targetOf } from '../auditing.ts';
import { secretsAtHand } from '../secrets.ts';

/** Lanes that make changes and run no command: they need neither a sandbox nor inputs. */
export async function makingLanes(
  repository: Repository,
  config: RunConfig,
  base: Base,
  operators: Readonly<Record<string, Operator>>,
  folder: string,
): Promise<LocalLanes> {
  const { identity, fixed, adjustable } = config;
  const entries = await repository.files(base.commit);
  const scope = scopeOf(identity.files, entries);
  const files = entries.filter((entry) => entry.mode !== '120000' && scope.has(entry.path)).map((entry) => entry.path);
  const seed: Version = { id: seedId(identity.strategy), commit: base.commit, tree: base.tree };
  const secrets = secretsAtHand(repository.place.root, config);
  const plan = {
    secrets,
    folder: identity.folder,
    fitness: identity.fitness,
    files,
    seed: fixed.seed,
    gates: [],
    repeat: 1,
    parse: fixed.parse,
    timeoutMs: adjustable.timeoutMs,
    memoryMb: adjustable.memoryMb,
    slots: benchmarkSlots(1),
    artifacts: ({ candidate }: Occasion) => join(folder, 'notes', candidate.id),
    ...targetOf(repository, fixed.target),
  };
  const options = {
    repository,
    operators,
    seed,
    scope,
    inputs: [],
    bind: false,
    plan,
    folder,
    traits: readsTraits(fixed),
  };
  return withRedaction(localLanes({ ...options, width: adjustable.parallel }), secrets);
}
