import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { rng } from '../../src/domain/rng.ts';
import { essence, evolve, fingerprint, git, json, processesWith, repository, SHELL_SQUARES, start } from './support.ts';

/** A mark in the benchmark's command line by which left-over processes are found. */
function marked(): { files: Record<string, string>; fitness: string; mark: string } {
  const mark = `mark${process.pid}x${Math.floor(performance.now() * 1000)}`;
  return { files: SHELL_SQUARES, fitness: `sh bench.sh ${mark}`, mark };
}

/** Kills a run at its n-th boundary, for every n, resumes it, and holds it against a run that was left alone. */
export async function killEverywhere(
  args: readonly string[],
  lanes: number,
): Promise<{ kills: number; boundaries: number }> {
  const { files, fitness, mark } = marked();
  const run = args.map((arg) => (arg === 'sh bench.sh' ? fitness : arg));
  const whole = repository(files);
  json(evolve(whole, run));
  const wanted = essence(whole);
  let kills = 0;
  let next = 1;
  let last = Number.POSITIVE_INFINITY;
  const worker = async () => {
    for (;;) {
      const at = next++;
      if (at >= last) return;
      const folder = repository(files);
      const before = fingerprint(folder);
      const result = await start(folder, run, { GALAPAGOS_KILL_AT: String(at) }).ended;
      if (result.signal !== 'SIGKILL') {
        expect(result.code).toBe(0);
        last = Math.min(last, at);
        continue;
      }
      kills++;
      const resumed = await start(folder, run).ended;
      expect(resumed, `killed at boundary ${at}`).toMatchObject({ code: 0 });
      checkEnd(folder, before, wanted, mark, `killed at boundary ${at}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, worker));
  return { kills, boundaries: last - 1 };
}

/** Kills a run again and again at random moments until it ends, so many kills in all. */
export async function killAtRandom(times: number, seed: number): Promise<void> {
  const { files, fitness, mark } = marked();
  const args = [
    'run',
    fitness,
    '--files',
    'numbers.js',
    '-k',
    '4',
    '-g',
    '4',
    '-s',
    '4',
    '--yes',
    '--json',
    '--resume',
  ];
  const whole = repository(files);
  const from = performance.now();
  json(evolve(whole, args));
  const length = performance.now() - from;
  const wanted = essence(whole);
  const random = rng(seed, 'kills');
  for (let kills = 0; kills < times; ) {
    const folder = repository(files);
    const before = fingerprint(folder);
    for (let finished = false; !finished; ) {
      const { child, ended } = start(folder, args);
      const timer = setTimeout(() => child.kill('SIGKILL'), random.next() * length);
      const result = await ended;
      clearTimeout(timer);
      finished = result.code === 0;
      if (result.signal === 'SIGKILL') kills++;
      else expect(result).toMatchObject({ code: 0 });
    }
    checkEnd(folder, before, wanted, mark, `after ${kills} kills`);
  }
}

function checkEnd(folder: string, before: object, wanted: object, mark: string, when: string): void {
  expect(essence(folder), when).toEqual(wanted);
  expect(fingerprint(folder), when).toEqual(before);
  expect(git(folder, 'for-each-ref', '--format=%(refname)', 'refs/evolve'), when).toBe('refs/evolve/r1/base\n');
  expect(processesWith(mark), when).toEqual([]);
  const status = json(evolve(folder, ['status', '--json']));
  expect(status, when).toMatchObject({ state: 'finished', candidates: { broken: 0 } });
  expect(readdirSync(join(folder, '.evolve/r1')).includes('lanes'), when).toBe(false);
}
