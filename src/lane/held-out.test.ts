import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Operator } from '../domain/operator.ts';
import type { Proposal } from '../domain/proposal.ts';
import { repositoryWith, scratch, write } from '../workspace/test-kit.ts';
import { findHeldOut, findPlace, isolation, openRepository, runTree, scopeOf } from '../workspace/workspace.ts';
import { localLanes } from './lane.ts';

const never = new AbortController().signal;
const namespaces = (await isolation()) !== 'group' || process.env.GALAPAGOS_REQUIRE === 'all';
const SEED = 'gen0-seed';

/** Looks for the held-out data wherever it might be found. */
const look = (hidden: string, logs: string) =>
  `for one in hidden/set.txt '${hidden}/set.txt' '${logs}'/*; do test -s "$one" && echo "found $one"; done; true`;

async function lanesWith(holdout: string, { bind = true } = {}) {
  const root = repositoryWith({ '.gitignore': 'hidden/\n', 'src/score.sh': 'echo 7\n' });
  write(root, { 'hidden/set.txt': '35\n' });
  const folder = scratch();
  const logs = join(folder, 'logs');
  const hidden = join(root, 'hidden');
  const repository = await openRepository(await findPlace(root));
  const base = await repository.base({ dirty: false });
  const scope = scopeOf(['src/**'], await repository.files(base.tree));
  const seen: string[] = [];
  /** Edits files, as an agent would, and looks around. */
  const nosy: Operator = {
    async apply(_job, draft) {
      const { cwd, mounts: binds } = await draft.workspace();
      const shell = `${look(hidden, logs)}; echo echo 8 > src/score.sh`;
      const ran = await runTree(
        { shell, cwd, env: { PATH: process.env.PATH ?? '' }, log: join(folder, 'log'), binds },
        { timeoutMs: 9000 },
      );
      seen.push(ran.stdout);
      return { kind: 'changed' };
    },
  };
  const seed = { id: SEED, commit: base.commit, tree: base.tree };
  const found = await findHeldOut(repository, base, scope, { inputs: [], held: ['hidden'], reachable: [] });
  const artifacts = (candidate: string) => join(folder, 'candidates', candidate);
  mkdirSync(join(folder, 'candidates'));
  const lanes = localLanes({
    repository,
    operators: { nosy },
    seed,
    scope,
    inputs: [],
    bind,
    width: 1,
    plan: {
      folder: '',
      fitness: `${look(hidden, logs)}; sh src/score.sh`,
      files: ['src/score.sh'],
      seed: 1,
      gates: [{ name: 'nosy', command: look(hidden, logs), phase: 'pre' }],
      build: look(hidden, logs),
      repeat: 1,
      parse: 'auto',
      timeoutMs: 20_000,
      memoryMb: 500,
      slots: { use: (_signal, work) => work({ index: 0, cores: [] }) },
      artifacts: ({ candidate }) => artifacts(candidate.id),
    },
    holdout: { command: holdout, logs, ...found },
    folder: join(folder, 'lanes'),
  });
  const ask = async (candidate: typeof seed, repeats = 1) => {
    const question = { key: 'x', of: 'holdout' as const, candidate: candidate.id, repeats };
    return lanes.answer({ question, candidates: [candidate] }, never);
  };
  const version = async (id: string, script: string) => {
    const changes = new Map([['src/score.sh', Buffer.from(script)]]);
    return { id, ...(await repository.commit({ parents: [base.commit], onto: base.commit, changes, message: id })) };
  };
  return { lanes, seed, ask, version, folder, logs, seen, artifacts, repository };
}

const answer = (samples: readonly (readonly number[])[], failed?: string) => ({
  kind: 'answered',
  answer: { samples, ...(failed === undefined ? {} : { failed }) },
});

const PLUS = 'echo $(($(cat hidden/set.txt) + $(sh src/score.sh)))';

describe.skipIf(!namespaces)('the held-out command (needs PID namespaces)', () => {
  it('sees its inputs, and nobody else does', async () => {
    const { lanes, seed, ask, artifacts, logs, seen, repository } = await lanesWith(PLUS);
    await using _end = lanes;
    expect(await ask(seed, 2)).toEqual(answer([[42, 42]]));
    expect(await lanes.evaluate({ candidate: seed, attempt: 1 }, never)).toMatchObject({ outcome: 'scored' });
    const proposal: Proposal = {
      ...{ id: 'gen1-1', batch: 1, ord: 1, home: 'x', operator: 'mutate', by: 'nosy', parents: [SEED] },
      inspirations: [],
      brief: { objective: '', boundaries: [], pointers: [] },
    };
    const dossier = {
      fitness: '',
      direction: 'max',
      scope: [],
      baseline: 7,
      best: 7,
      parents: [],
      tried: [],
      inspirations: [],
    } as const;
    const made = await lanes.apply({ proposal, parents: [seed], seed: 1, attempt: 0, dossier }, never);
    if (made.kind !== 'changed') throw new Error(made.kind);
    expect(await ask({ id: 'gen1-1', commit: made.commit, tree: made.tree })).toEqual(answer([[43]]));
    expect(seen).toEqual(['']);
    expect(readdirSync(logs).sort()).toEqual(['gen0-seed', 'gen1-1']);
    expect(readFileSync(join(logs, SEED, 'holdout.log'), 'utf8')).toBe('42\n');
    for (const log of [
      join(artifacts(SEED), 'gate_nosy.log'),
      join(artifacts(SEED), 'build.log'),
      join(logs, SEED, 'build.log'),
    ])
      expect(readFileSync(log, 'utf8')).toBe('');
    expect(readFileSync(join(artifacts(SEED), 'benchmark.log'), 'utf8')).toBe('7\n');
    repository.close();
  });

  it('is read as for the seed, whatever a candidate writes', async () => {
    const { lanes, ask, version, repository } = await lanesWith(PLUS);
    await using _end = lanes;
    const forger = await version('gen1-2', 'echo \'{"score": 999}\' > "$EVOLVE_RESULT"; echo 1\n');
    expect(await ask(forger)).toEqual(answer([[36]]));
    repository.close();
  });

  it('says why there is no score, without what was printed', async () => {
    const { lanes, seed, ask, version, repository } = await lanesWith(`${PLUS} && sh src/score.sh`);
    await using _end = lanes;
    expect(await ask(seed)).toEqual(answer([[7]]));
    const bad = await version('gen1-3', 'cat hidden/set.txt; exit 3\n');
    expect(await ask(bad)).toEqual(answer([[]], 'gen1-3: exited with code 3'));
    repository.close();
  });

  it('leaves nothing behind', async () => {
    const { lanes, seed, ask, folder, repository } = await lanesWith(PLUS);
    await ask(seed);
    await lanes[Symbol.asyncDispose]();
    expect(existsSync(join(folder, 'lanes'))).toBe(false);
    repository.close();
  });
});

describe('the held-out command where nothing can be mounted', () => {
  it('gets copies, which are gone when it has ended', async () => {
    const { lanes, seed, ask, folder, repository } = await lanesWith(PLUS, { bind: false });
    await using _end = lanes;
    expect(await ask(seed)).toEqual(answer([[42]]));
    expect(existsSync(join(folder, 'lanes/holdout/tree'))).toBe(false);
    repository.close();
  });
});
