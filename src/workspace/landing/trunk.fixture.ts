import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LandAnswer } from '../../domain/cycle.ts';
import type { Repository } from '../repository.ts';
import { opened, repositoryWith, sh } from '../test-kit.ts';
import type { Sha } from '../tree.ts';
import { type Trunk, type TrunkTip, trunkTip } from './trunk.ts';
import { landOnTrunk, type TrunkWork } from './trunk-land.ts';

export const LEDGER = '.agents/evolve/cycle-history.jsonl';
export const BRANCH: Trunk = { land: 'branch', branch: 'evolve/goals' };
export const COMMIT: Trunk = { land: 'commit', branch: 'evolve/goals' };

export type Given = Readonly<Record<string, string | null>>;
type Made = { readonly commit: Sha; readonly tree: Sha };

/** A repository whose user git knows. */
export function usersRepository(files: Readonly<Record<string, string>>, ...init: string[]): string {
  return known(repositoryWith(files, ...init));
}

export function known(root: string): string {
  sh(root, 'config', 'user.name', 'The User');
  sh(root, 'config', 'user.email', 'user@x');
  return root;
}

/** Cycles on a real repository, without anything to find work or to measure it. */
export interface Trial {
  readonly repository: Repository;
  tip(): Promise<TrunkTip>;
  candidate(given: Given, onto?: Made): Promise<Made>;
  work(cycle: number, candidate: Made, base: Made): TrunkWork;
  land(cycle: number, candidate: Made, base: Made): Promise<LandAnswer>;
  /** A whole cycle. */
  cycle(cycle: number, given: Given): Promise<LandAnswer>;
}

export async function trial(root: string, trunk: Trunk): Promise<Trial> {
  const repository = await opened(root);
  const self: Trial = {
    repository,
    tip: () => trunkTip(repository.place, trunk),
    async candidate(given, onto) {
      const changes = new Map(
        Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
      );
      const { commit } = onto ?? (await self.tip());
      return repository.commit({ parents: [commit], onto: commit, changes, message: 'c' });
    },
    work: (cycle, candidate, base) => ({
      ...{ trunk, base, candidate, message: `work ${cycle}`, at: 1_700_000_000_000 + cycle, ledger: LEDGER },
      landed: (text) => lineIn(text.toString('utf8'), cycle),
      log: async ({ work }) => ({
        message: `evolve: cycle ${cycle} -- lint improved`,
        files: new Map([[LEDGER, Buffer.from(`${localLedger(root)}${cycle} ${work}\n`)]]),
      }),
    }),
    land: (cycle, candidate, base) => landOnTrunk(repository, self.work(cycle, candidate, base)),
    async cycle(cycle, given) {
      const tip = await self.tip();
      return self.land(cycle, await self.candidate(given, tip), tip);
    },
  };
  return self;
}

const lineIn = (text: string, cycle: number): Sha | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${cycle} `))
    ?.split(' ')[1];

function localLedger(root: string): string {
  try {
    return readFileSync(join(root, LEDGER), 'utf8');
  } catch {
    return '';
  }
}
