import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { speaker } from '../../test/fake/speaker.ts';
import { readRun } from '../agent/run.ts';
import type { Agent, AgentTask } from '../domain/agent.ts';
import type { ApplyJob, Trial, Version } from '../domain/lane.ts';
import type { Ledger, Recalled } from '../domain/ledger.ts';
import { author } from '../operator/operator.ts';
import { repositoryWith, scratch } from '../workspace/test-kit.ts';
import { findPlace, openRepository, scopeOf } from '../workspace/workspace.ts';
import { localLanes } from './lane.ts';

const never = new AbortController().signal;
const CODE = 'def count(n):\n    total = 0\n    for i in range(n):\n        total += i\n    return total\n';

export type Turn = (root: string) => void;
type Asked = Pick<AgentTask<unknown>, 'key' | 'prompt' | 'session' | 'access'>;

export const put =
  (path: string, text: string): Turn =>
  (root) =>
    writeFileSync(join(root, path), text);

/** One who edits files, a turn per call. */
export function worker(...turns: readonly Turn[]) {
  const tasks: Asked[] = [];
  const agent: Agent = {
    name: 'worker',
    works: 'files',
    async run(task) {
      turns[tasks.length]?.(task.workspace?.root ?? '');
      tasks.push(task);
      return readRun(task, { text: `Turn ${tasks.length}`, spent: {}, session: `s${tasks.length}` });
    },
  };
  return { agent, tasks };
}

/** Keeps what was paid for as long as the test lasts. */
export function ledger(): Ledger {
  const calls = new Map<string, Recalled>();
  return {
    recall: (key) => calls.get(key),
    typical: () => undefined,
    left: () => ({}),
    reserve: async () => ({}),
    settle(call, recording) {
      if (call.outcome !== 'broken') calls.set(call.key, { record: '', ...call, ...recording });
    },
    outage: () => undefined,
  };
}

export const PASS = '{"pass": true, "findings": []}';
export const fail = (finding: string): string => JSON.stringify({ pass: false, findings: [finding] });

export async function laboratory(writer: Agent, verifier: Agent = speaker(PASS, PASS, PASS, PASS).agent) {
  const root = repositoryWith({ 'src/a.py': CODE, 'bench.py': 'print(1)\n' });
  const repository = await openRepository(await findPlace(root));
  const base = await repository.base({ dirty: false });
  const folder = scratch();
  mkdirSync(join(folder, 'candidates'));
  const seed = { id: 'root', commit: base.commit, tree: base.tree };
  const council = {
    ask: () => verifier,
    charge: { goal: 'faster', fitness: 'python3 bench.py', direction: 'max', scope: ['src/**'], gates: [] },
    timeoutMs: 1000,
    scanBytes: 1000,
  } as const;
  const lanes = localLanes({
    repository,
    operators: { one: author(writer, { lenses: [], timeoutMs: 1000 }) },
    seed,
    scope: scopeOf(['src/**'], await repository.files(base.tree)),
    inputs: [],
    bind: false,
    width: 1,
    council,
    plan: {
      folder: '',
      fitness: 'python3 bench.py',
      files: ['src/a.py'],
      seed: 1,
      gates: [],
      repeat: 1,
      parse: 'auto',
      timeoutMs: 20_000,
      memoryMb: 500,
      slots: { use: (_signal, work) => work({ index: 0, cores: [] }) },
      artifacts: ({ candidate }) => join(folder, 'candidates', candidate.id),
    },
    folder: join(folder, 'lanes'),
  });
  onTestFinished(async () => {
    await lanes[Symbol.asyncDispose]();
    repository.close();
  });
  const apply = async (trial: Partial<Trial> = {}) => {
    const made = await lanes.apply(jobOf(seed, { attempt: 1, verifications: 3, ...trial }), never);
    if (made.kind !== 'changed') return { ...made, files: {} };
    const changes = await repository.changes(seed.tree, made.tree);
    const texts = changes.map(
      async ({ path, after }) => [path, after && (await repository.blob(after.sha)).toString('utf8')] as const,
    );
    return { ...made, files: Object.fromEntries(await Promise.all(texts)) };
  };
  const version = async (text: string): Promise<Version> => {
    const changes = new Map([['src/a.py', Buffer.from(text)]]);
    return { id: 'r1-l0-d0', ...(await repository.commit({ parents: [], onto: base.commit, changes, message: 'x' })) };
  };
  return { apply, version };
}

const jobOf = (parent: Version, trial: Trial): ApplyJob => ({
  proposal: {
    id: 'r1-l0-d0',
    batch: 1,
    ord: 0,
    home: 'committed',
    operator: 'brief',
    by: 'one',
    parents: [parent.id],
    inspirations: [],
    brief: {
      objective: 'The loop is slow.\n\n  Keep  this spacing.',
      boundaries: ['no C\nat all'],
      pointers: ['file src/a.py: the loop'],
    },
    seat: { round: 1, lane: 0, iteration: 0 },
  },
  parents: [parent],
  seed: 1,
  attempt: 0,
  trial,
  dossier: {
    fitness: 'python3 bench.py',
    direction: 'max',
    scope: ['src/**'],
    baseline: 1,
    best: 1,
    parents: [{ id: parent.id, original: true, score: 1, summary: '', refused: [] }],
    tried: [],
    inspirations: [],
    lane: {
      round: 1,
      lane: 0,
      iteration: 1,
      left: 4,
      state: 'best: root 1',
      earlier: [{ id: 'r1-l0-d0', summary: 'unrolled it', score: null, reason: 'no better' }],
    },
  },
});
