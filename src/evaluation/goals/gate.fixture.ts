import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../domain/contract.ts';
import type { Turn } from '../../domain/cycle.ts';
import { goalsOf } from '../../domain/goals.fixture.ts';
import type { Goal } from '../../domain/goals.ts';
import type { EvaluateJob, Version } from '../../domain/lane.ts';
import { lane, repositoryWith, scratch } from '../../workspace/test-kit.ts';
import { isolation } from '../../workspace/workspace.ts';
import { type CyclePlan, gateCycle, measureBase } from './gate.ts';
import { readSnapshot } from './snapshot-file.ts';

const never = new AbortController().signal;

/** A turn of a cycle, of which only what a gate looks at matters. */
const turnOf = (kind: Turn['kind'], testFirst: boolean): Turn => ({
  cycle: 1,
  kind,
  attempt: 1,
  base: 'c1',
  testFirst,
});

export const contractOf = (bundle: readonly string[], goals?: readonly Goal[]): Contract => ({
  bundle,
  ...{ notes: [], mutable: [], immutable: [] },
  ...(goals === undefined ? {} : { goals: goalsOf('0123456789ab', goals) }),
});

/** A base with its files in a sealed checkout, in which all but `protected/` may change, and what is measured there. */
export async function gateLab(files: Readonly<Record<string, string>>, more: Partial<CyclePlan> = {}) {
  const { repository, base, checkout, candidate } = await lane(repositoryWith(files), ['**', '!protected/**'], {
    bind: (await isolation()) !== 'group',
  });
  const folder = scratch();
  const site = { checkout, temp: join(folder, 'temp') };
  const snapshots = join(folder, 'fitness');
  const plan: CyclePlan = {
    ...{ folder: '', seed: 1, timeoutMs: 20_000, memoryMb: 500, files: [], checkSeconds: 20, snapshots, repository },
    artifacts: ({ candidate: of }) => join(folder, 'artifacts', of.id),
    now: () => Date.UTC(2026, 2, 1),
    ...more,
  };
  const root: Version = { id: 'c1', commit: base.commit, tree: base.tree };
  const job = (version: Version, kind: Turn['kind'], testFirst: boolean): EvaluateJob => ({
    candidate: version,
    attempt: 1,
    turn: { base: root, turn: turnOf(kind, testFirst) },
  });
  async function version(changes: Readonly<Record<string, string | null>>, id = 'c1-1'): Promise<Version> {
    const commit = await candidate(changes);
    return { id, commit, tree: await treeOf(changes) };
  }
  const treeOf = async (changes: Readonly<Record<string, string | null>>): Promise<string> => {
    const given = Object.entries(changes).map(
      ([path, text]) => [path, text === null ? null : Buffer.from(text)] as const,
    );
    return (await repository.commit({ parents: [], onto: base.commit, changes: new Map(given), message: 'c' })).tree;
  };
  return {
    root,
    version,
    base: (contract: Contract, signal = never) => measureBase(site, plan, job(root, 'base', false), contract, signal),
    gate: (
      contract: Contract,
      of: Version,
      {
        testFirst = false,
        signal = never,
        under = root,
      }: { testFirst?: boolean; signal?: AbortSignal; under?: Version } = {},
    ) => gateCycle(site, plan, job(of, 'work', testFirst), { contract, under }, signal),
    snapshot: (of: Version) => readSnapshot(snapshots, of.tree),
    logs: (id: string) => {
      const at = join(folder, 'artifacts', id);
      return existsSync(at) ? readdirSync(at).sort() : [];
    },
  };
}
