import { join } from 'node:path';
import type { CandidateId } from '../domain/candidate.ts';
import type { CycleLine, LandAnswer } from '../domain/cycle.ts';
import type { Snapshot } from '../domain/goals.ts';
import { LADDER, type Ladder } from '../domain/ladder.ts';
import type { Version } from '../domain/lane.ts';
import { exec } from '../lib/exec.ts';
import { contractIn } from '../spec/spec.ts';
import { opened, sh } from '../workspace/test-kit.ts';
import { trunkTip } from '../workspace/workspace.ts';
import type { Desk } from './desk.ts';
import { land } from './land.ts';

/** A user whom git knows. */
export function known(root: string): string {
  sh(root, 'config', 'user.name', 'The User');
  sh(root, 'config', 'user.email', 'user@x');
  return root;
}

/** A desk at which cycles land and end, on a real repository. */
export async function deskAt(
  root: string,
  given: {
    readonly ladder?: Partial<Ladder>;
    readonly snapshots?: Readonly<Record<CandidateId, Snapshot>>;
    readonly lookBack?: NonNullable<Desk['lookBack']>;
  } = {},
): Promise<Desk> {
  const repository = await opened(root);
  const never = () => {
    throw new Error('nobody asks for that here');
  };
  return {
    ...{ root, repository, runId: 'run', folder: join(root, '.evolve/run'), home: root },
    ladder: { ...LADDER, ...given.ladder },
    council: { timeoutMs: 1000, ask: never },
    async contractOf({ tree }) {
      const paths = (await repository.files(tree)).map(({ path }) => path);
      return contractIn(async (path) => (await repository.read(tree, path))?.toString('utf8'), paths);
    },
    snapshotOf: async (id) => given.snapshots?.[id],
    notes: () => [],
    now: () => Date.UTC(2026, 0, 1),
    async run(shell) {
      const { code, stdout, stderr } = await exec('sh', ['-c', shell], { cwd: root });
      return { code, stdout: stdout.toString('utf8'), stderr };
    },
    inCheckout: never,
    reading: never,
    ...(given.lookBack === undefined ? {} : { lookBack: given.lookBack }),
  };
}

export const lineAt = (cycle: number, more: Partial<CycleLine> = {}): CycleLine => ({
  cycle,
  target: 'lint',
  result: 'improved',
  timestamp: `2026-01-01T00:00:${String(cycle).padStart(2, '0')}.000Z`,
  goalsPassing: 2,
  goalsTotal: 3,
  source: 'goal',
  ...more,
});

/** A candidate made from where the next cycle begins, and that. */
export async function made(
  { repository, ladder }: Desk,
  given: Readonly<Record<string, string>>,
): Promise<{ readonly candidate: Version; readonly base: Version }> {
  const tip = await trunkTip(repository.place, ladder);
  const changes = new Map(Object.entries(given).map(([path, text]) => [path, Buffer.from(text)]));
  const candidate = await repository.commit({ parents: [tip.commit], onto: tip.commit, changes, message: 'c' });
  return { candidate: { id: 'c-1', ...candidate }, base: { id: 'c', ...tip } };
}

export function landing(
  desk: Desk,
  versions: { readonly candidate: Version; readonly base: Version },
  line: CycleLine,
  push = false,
): Promise<LandAnswer> {
  const question = { key: 'k', of: 'land', candidate: 'c-1', parent: 'c', subject: `Fix ${line.cycle}`, line, push };
  return land(desk, { ...question, of: 'land' }, versions, new AbortController().signal);
}
