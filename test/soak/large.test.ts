import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/journal/journal.ts';
import {
  evolve,
  fingerprint,
  git,
  json,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  write,
} from '../e2e/support.ts';
import { lengthen } from '../fake/history.ts';

const FILES = 20_000;
const CANDIDATES = 100_000;

function argsOf(mark: string, ...more: readonly string[]): readonly string[] {
  return ['run', `sh bench.sh ${mark}`, '--files', 'numbers.js', '-k', '4', '--yes', '--json', ...more];
}

function expectNothingLeft(folder: string, mark: string): void {
  expect(processesWith(mark)).toEqual([]);
  expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
  expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
}

describe(`a repository of ${FILES} files`, () => {
  it('is evolved in parallel and stays as it was, killed or not', async () => {
    const mark = `large-files-${process.pid}`;
    const folder = largeRepository();
    const before = fingerprint(folder);
    expect(Object.keys(before).length).toBeGreaterThan(FILES);
    const args = argsOf(mark, '-g', '3', '--parallel', '2', '--resume');
    expect((await start(folder, args, { GALAPAGOS_KILL_AT: '20' }).ended).signal).toBe('SIGKILL');
    const ended = json(await start(folder, args).ended);
    expect(ended).toMatchObject({
      state: 'finished',
      generation: 3,
      proposals: { made: 8, unchanged: 0, dropped: 0 },
      candidates: { total: 8, invalid: 0, broken: 0 },
    });
    expect(ended.best.delta).toBeGreaterThan(0);
    expect(differences(before, fingerprint(folder))).toEqual([]);
    expectNothingLeft(folder, mark);
  });
});

describe(`a run of ${CANDIDATES} candidates`, () => {
  it('is still read, ranked, killed and continued', async () => {
    const mark = `large-run-${process.pid}`;
    const folder = repository(SHELL_SQUARES);
    const before = fingerprint(folder);
    const first = json(evolve(folder, argsOf(mark, '-g', '2', '--resume')));
    lengthenTo(folder, CANDIDATES);

    const status = json(evolve(folder, ['status', '--json']));
    expect(status.candidates).toMatchObject({ total: CANDIDATES, scored: CANDIDATES });
    expect(status.generation).toBeGreaterThan(CANDIDATES / 4);
    expect(status.history.length).toBeLessThanOrEqual(1000);
    const leaders = json(evolve(folder, ['leaderboard', '--json', '-n', '5']));
    expect(leaders).toHaveLength(5);
    expect(leaders[0]).toMatchObject({ rank: 1, id: status.best.id, status: 'alive' });

    const further = argsOf(mark, '-g', String(status.generation + 2), '--resume');
    expect((await start(folder, further, { GALAPAGOS_KILL_AT: '12' }).ended).signal).toBe('SIGKILL');
    expect(json(evolve(folder, ['status', '--json'])).state).toBe('interrupted');
    const ended = json(await start(folder, further).ended);
    expect(ended).toMatchObject({ state: 'finished', generation: status.generation + 2, baseline: first.baseline });
    expect(ended.candidates.total).toBe(CANDIDATES + 4);
    expect(ended.lineage.length).toBeLessThanOrEqual(200);
    expect(differences(before, fingerprint(folder))).toEqual([]);
    expectNothingLeft(folder, mark);
  });
});

/** Files of some bytes, forty to a folder. Git may not tidy up by itself, which it does in the background and late. */
function largeRepository(): string {
  const folder = repository(SHELL_SQUARES);
  const paths = Array.from({ length: FILES - 2 }, (_, index) => `lib/part${Math.floor(index / 40)}/file${index}.js`);
  write(folder, Object.fromEntries(paths.map((path, index) => [path, `export const value = ${index};\n`.repeat(8)])));
  git(folder, 'add', '-A');
  git(folder, '-c', 'gc.auto=0', '-c', 'maintenance.auto=false', 'commit', '-qm', 'many files');
  return folder;
}

/** Only what differs: the whole would fill the screen many times. */
function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  return Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]);
}

/** Every added candidate has the seed's commit, so that the run can go on from any of them. */
function lengthenTo(folder: string, candidates: number): void {
  const store = openStore(join(folder, '.evolve'));
  try {
    const journal = store.journal('r1');
    const { commit } = journal.view().run()?.base ?? { commit: '' };
    lengthen(journal, candidates, (id) => ({ commit, tree: `no-tree-${id}` }));
  } finally {
    store.close();
  }
}
