import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { speaker } from '../../../test/fake/speaker.ts';
import type { Agent } from '../../domain/agent.ts';
import { type DiscoverAnswer, NO_PLAN, type Turn } from '../../domain/cycle.ts';
import type { ApplyJob, Version } from '../../domain/lane.ts';
import type { WorkItem } from '../../domain/work-item.ts';
import { author } from '../../operator/operator.ts';
import { contractIn } from '../../spec/spec.ts';
import { type Files, repositoryWith, scratch, sh, write } from '../../workspace/test-kit.ts';
import { findPlace, openRepository } from '../../workspace/workspace.ts';
import { goalLanes } from '../lane.ts';

const never = new AbortController().signal;

export const GOALS = `# Goals

Numbers that can be trusted.

## North Stars

- Every sum is right

## Gates

| ID | Check | Weight | Description |
|----|-------|--------|-------------|
| sum | \`grep -q good src/sum.txt\` | 5 | sums are good |
| style | \`sh checks/style.sh\` | 3 | no tabs |
`;

export const START: Files = {
  'GOALS.md': GOALS,
  Makefile: 'test:\n\tsh tests/run.sh\n',
  'tests/run.sh': 'for one in tests/*.test; do sh "$one" || exit 1; done\n',
  'tests/there.test': 'test -f src/sum.txt\n',
  'checks/style.sh': '! grep -rn bad src\n',
  'src/sum.txt': 'poor\nb\nc\nd\ne\n',
  'src/other.txt': 'one\n',
};

export const PLAN: DiscoverAnswer = {
  ...NO_PLAN,
  status: 'ready',
  plan: 'Write good into src/sum.txt.',
  criteria: ['the goal sum passes'],
  files: ['src/sum.txt'],
  premortem: { verdict: 'warn', risks: ['style may fail'] },
};

export const itemOf = (more: Partial<WorkItem> = {}): WorkItem => ({
  ref: 'goal:sum',
  source: 'goal',
  target: 'sum',
  title: 'Make sums good',
  description: 'The goal sum fails.',
  goal: 'sum',
  about: [],
  blockers: [],
  ...more,
});

/** Lanes of cycles on a real repository. What the author does and what others say is up to the test. */
export async function cycles(
  writer: Agent,
  { files = START, asked = speaker().agent }: { readonly files?: Files; readonly asked?: Agent } = {},
) {
  const root = repositoryWith(files);
  const repository = await openRepository(await findPlace(root));
  const folder = scratch();
  const lanes = goalLanes({
    run: 'goals-1',
    repository,
    operators: { one: author(writer, { lenses: [], timeoutMs: 20_000 }) },
    inputs: [],
    bind: false,
    width: 2,
    council: {
      ask: () => asked,
      charge: {
        goal: 'Sums before all else.',
        fitness: '',
        direction: 'max',
        scope: [],
        gates: [],
        mission: 'Numbers that can be trusted.',
      },
      timeoutMs: 20_000,
      scanBytes: 1000,
    },
    plan: {
      folder: '',
      files: [],
      seed: 1,
      timeoutMs: 20_000,
      memoryMb: 500,
      artifacts: ({ candidate }) => join(folder, 'candidates', candidate.id),
      checkSeconds: 20,
      snapshots: join(folder, 'goals'),
      repository,
      now: () => 0,
    },
    folder: join(folder, 'lanes'),
    async contractOf({ commit }) {
      const paths = (await repository.files(commit)).map(({ path }) => path);
      return contractIn(async (path) => (await repository.read(commit, path))?.toString('utf8'), paths);
    },
    tip: async () => ({ commit: sh(root, 'rev-parse', 'HEAD'), tree: sh(root, 'rev-parse', 'HEAD^{tree}') }),
  });
  onTestFinished(async () => {
    await lanes[Symbol.asyncDispose]();
    repository.close();
  });

  const turnOf = (more: Partial<Turn> = {}): Turn => ({
    cycle: 1,
    kind: 'work',
    attempt: 1,
    base: 'c1',
    work: itemOf(),
    testFirst: false,
    plan: PLAN,
    ...more,
  });

  async function apply(id: string, turn: Turn, parents: readonly [Version, ...Version[]], base?: Version) {
    const made = await lanes.apply(jobOf(id, turn, parents, base), never);
    if (made.kind !== 'changed') return made;
    const before = base ?? parents[0];
    const changes = await repository.changes(before.tree, made.tree);
    const texts = changes.map(
      async ({ path, after }) => [path, after && (await repository.blob(after.sha)).toString('utf8')] as const,
    );
    return { ...made, id, files: Object.fromEntries(await Promise.all(texts)) };
  }

  /** The branch as it is, as a candidate. */
  async function base(id = 'c1'): Promise<Version> {
    const tip = { id: 'seed', commit: sh(root, 'rev-parse', 'HEAD'), tree: sh(root, 'rev-parse', 'HEAD^{tree}') };
    const turn = { cycle: 1, kind: 'base', attempt: 0, base: id, testFirst: false } as const;
    return versionOf({ ...(await apply(id, turn, [tip])), id });
  }

  const evaluate = (candidate: Version, turn: Turn, on: Version) =>
    lanes.evaluate({ candidate: versionOf(candidate), attempt: 1, turn: { base: on, turn } }, never);

  /** Somebody else's commit on the branch. */
  const commit = (changes: Files): void => {
    write(root, changes);
    sh(root, 'add', '-A');
    sh(root, 'commit', '-qm', 'meanwhile');
  };

  return { root, folder, lanes, repository, apply, base, evaluate, commit, turnOf };
}

export function versionOf(made: { readonly id: string; readonly kind?: string } & Partial<Version>): Version {
  const { id, commit, tree } = made;
  if (commit === undefined || tree === undefined) throw new Error(`${id} was not made: ${JSON.stringify(made)}`);
  return { id, commit, tree };
}

function jobOf(id: string, turn: Turn, parents: readonly [Version, ...Version[]], base?: Version): ApplyJob {
  const [first, ...others] = parents.map((version) => version.id);
  const operators = { base: 'base', work: 'brief', member: 'brief', rebase: 'rebase', wave: 'cross' } as const;
  return {
    proposal: {
      id,
      batch: 1,
      ord: 0,
      home: 'trunk',
      operator: operators[turn.kind],
      by: 'one',
      parents: [first ?? '', ...others],
      inspirations: [],
      brief: { objective: turn.work?.title ?? '', boundaries: [], pointers: [] },
      turn,
    },
    parents,
    seed: 1,
    attempt: 0,
    ...(base === undefined ? {} : { base }),
    dossier: {
      fitness: '',
      direction: 'max',
      scope: [],
      baseline: null,
      best: null,
      parents: parents.map((version) => ({ id: version.id, score: null, summary: '', refused: [] })),
      tried: [],
      inspirations: [],
    },
  };
}
