import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { rng } from '../../src/domain/rng.ts';
import { essence, evolve, fingerprint, git, json, processesWith, repository, SHELL_SQUARES, start } from './support.ts';

let marks = 0;

/** A benchmark with a mark in its command line, by which left-over processes are found. */
function marked(): { fitness: string; mark: string } {
  const mark = `mark-${process.pid}-${marks++}-`;
  return { fitness: `sh bench.sh ${mark}`, mark };
}

/** Kills a run at its n-th boundary, for every n, resumes it, and holds it against a run that was left alone. */
export async function killEverywhere(
  flags: readonly string[],
  lanes: number,
): Promise<{ kills: number; boundaries: number }> {
  const argsOf = (fitness: string) => [
    'run',
    fitness,
    '--files',
    'numbers.js',
    '--yes',
    '--json',
    '--resume',
    ...flags,
  ];
  const whole = repository(SHELL_SQUARES);
  json(evolve(whole, argsOf('sh bench.sh')));
  const wanted = essence(whole);
  let kills = 0;
  let next = 1;
  let last = Number.POSITIVE_INFINITY;
  const worker = async () => {
    for (;;) {
      const at = next++;
      if (at >= last) return;
      const { fitness, mark } = marked();
      const folder = repository(SHELL_SQUARES);
      const before = fingerprint(folder);
      const result = await start(folder, argsOf(fitness), { GALAPAGOS_KILL_AT: String(at) }).ended;
      if (result.signal !== 'SIGKILL') {
        expect(result.code).toBe(0);
        last = Math.min(last, at);
        continue;
      }
      kills++;
      const resumed = await start(folder, argsOf(fitness)).ended;
      expect(resumed, `killed at boundary ${at}`).toMatchObject({ code: 0 });
      checkEnd(folder, before, wanted, mark, `killed at boundary ${at}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, worker));
  return { kills, boundaries: last - 1 };
}

/** Kills a run again and again at random moments until it ends, so many kills in all. */
export async function killAtRandom(times: number, seed: number): Promise<void> {
  const { fitness, mark } = marked();
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
  const whole = repository(SHELL_SQUARES);
  const from = performance.now();
  json(evolve(whole, args));
  const length = performance.now() - from;
  const wanted = essence(whole);
  const random = rng(seed, 'kills');
  for (let kills = 0; kills < times; ) {
    const folder = repository(SHELL_SQUARES);
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
  expect(readdirSync(join(folder, '.evolve/r1')).includes('lanes'), when).toBe(false);
  const claims = join(folder, '.evolve/locks/r1');
  expect(existsSync(claims) ? readdirSync(claims) : [], when).toEqual([]);
}
