import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EvaluateJob } from '../domain/lane.ts';
import type { Plan } from '../evaluation/evaluation.ts';
import { repositoryWith, scratch } from '../workspace/test-kit.ts';
import { findPlace, isolation, openRepository, scopeOf } from '../workspace/workspace.ts';
import { localLanes } from './lane.ts';

const never = new AbortController().signal;

/** Lanes as experiments have them: by attempt, with checkpoints. What may change is `target.txt`. */
export async function lab(files: Readonly<Record<string, string>>, more: Partial<Plan> = {}) {
  const root = repositoryWith({ 'target.txt': '1\n', ...files });
  const repository = await openRepository(await findPlace(root));
  const base = await repository.base({ dirty: false });
  const root1 = { id: 'root', commit: base.commit, tree: base.tree };
  const folder = scratch();
  const attempt = (number: number) => join(folder, 'attempts', String(number));
  const lanes = localLanes({
    repository,
    operators: {},
    seed: root1,
    scope: scopeOf(['target.txt'], await repository.files(base.tree)),
    inputs: [],
    bind: (await isolation()) !== 'group',
    width: 1,
    plan: {
      folder: '',
      fitness: 'sh bench.sh',
      files: ['target.txt'],
      seed: 1,
      gates: [],
      repeat: 1,
      parse: 'auto',
      direction: 'max',
      timeoutMs: 20_000,
      memoryMb: 500,
      slots: { use: (_signal, work) => work({ index: 0, cores: [] }) },
      artifacts: (of) => attempt(of.attempt),
      checkpoints: (of) => join(attempt(of.attempt), 'checkpoints'),
      ...more,
    },
    folder: join(folder, 'lanes'),
  });
  onTestFinished(async () => {
    await lanes[Symbol.asyncDispose]();
    repository.close();
  });
  const candidate = { ...root1, id: 'exp_0001' };
  const evaluate = (job: Partial<EvaluateJob> = {}) =>
    lanes.evaluate({ candidate, attempt: 1, epoch: 2, ...job }, never);
  const logOf = (number: number, name: string) => readFileSync(join(attempt(number), name), 'utf8');
  return { evaluate, logOf, attempt };
}
