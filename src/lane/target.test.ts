import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ApplyJob } from '../domain/lane.ts';
import type { Target } from '../domain/target.ts';
import { BUILT_IN } from '../operator/operator.ts';
import { repositoryWith, scratch } from '../workspace/test-kit.ts';
import { findPlace, openRepository, scopeOf } from '../workspace/workspace.ts';
import { localLanes } from './lane.ts';

const never = new AbortController().signal;
const SEED = 'export const most = 100;\nexport function total(a = 5) {\n  return a * 3 + 4;\n}\nconst after = 9 < 8;\n';
const TARGET: Target = { path: 'box.mjs', symbol: 'total', signature: 'export function total(a = 5)' };

async function lanesWith(target: Target) {
  const root = repositoryWith({ 'box.mjs': SEED, 'bench.sh': 'echo 1\n' });
  const repository = await openRepository(await findPlace(root));
  const base = await repository.base({ dirty: false });
  const seed = { id: 'gen0-seed', commit: base.commit, tree: base.tree };
  const folder = scratch();
  const lanes = localLanes({
    repository,
    operators: BUILT_IN,
    seed,
    scope: scopeOf(['box.mjs'], await repository.files(base.tree)),
    inputs: [],
    bind: false,
    width: 1,
    plan: {
      folder: '',
      fitness: 'sh bench.sh',
      files: ['box.mjs'],
      seed: 1,
      gates: [],
      repeat: 1,
      parse: 'auto',
      timeoutMs: 20_000,
      memoryMb: 500,
      slots: { use: (_signal, work) => work({ index: 0, cores: [] }) },
      artifacts: ({ candidate }) => join(folder, 'candidates', candidate.id),
      target: { target, text: async ({ commit }) => (await repository.read(commit, 'box.mjs'))?.toString('utf8') },
    },
    folder: join(folder, 'lanes'),
  });
  onTestFinished(async () => {
    await lanes[Symbol.asyncDispose]();
    repository.close();
  });
  const edited = async (id: string): Promise<string | undefined> => {
    const made = await lanes.apply(jobOf(id, seed), never);
    return made.kind === 'changed' ? (await repository.read(made.commit, 'box.mjs'))?.toString('utf8') : made.reason;
  };
  return { lanes, seed, edited };
}

function jobOf(id: string, seed: ApplyJob['parents'][0]): ApplyJob {
  const brief = { objective: '', boundaries: [], pointers: [] };
  const about = { fitness: '', direction: 'max', scope: ['box.mjs'], baseline: 1, best: 1 } as const;
  return {
    proposal: {
      ...{ id, batch: 1, ord: 1, home: 'pool', operator: 'mutate', by: 'syntax' },
      ...{ parents: [seed.id], inspirations: [], brief },
    },
    parents: [seed],
    seed: 1,
    attempt: 0,
    dossier: { ...about, parents: [{ id: seed.id, score: 1, summary: '', refused: [] }], tried: [], inspirations: [] },
  };
}

it('numbers and syntax outside the target are not searched', async () => {
  const { lanes, seed, edited } = await lanesWith(TARGET);
  const question = { key: 'literals', of: 'literals', candidate: seed.id } as const;
  expect(await lanes.answer({ question, candidates: [seed] }, never)).toMatchObject({
    answer: { literals: [{ value: 3 }, { value: 4 }] },
  });
  for (const id of ['c1', 'c2', 'c3', 'c4', 'c5']) {
    expect((await edited(id))?.replace(/return [^\n]*/, 'return a * 3 + 4;')).toBe(SEED);
  }
});

it('a version without the target is invalid before anything runs', async () => {
  const { lanes, seed } = await lanesWith({ ...TARGET, symbol: 'sum' });
  expect(await lanes.evaluate({ candidate: seed, attempt: 1 }, never)).toMatchObject({
    outcome: 'invalid',
    reason: 'target the target sum is missing or renamed',
    stages: [{ stage: 'target', verdict: 'fail' }],
  });
});
