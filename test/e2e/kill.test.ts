import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { killAtRandom, killEverywhere, MEETINGS } from './kills.ts';
import {
  essence,
  evolve,
  fingerprint,
  json,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  until,
} from './support.ts';

describe('kill -9', () => {
  // Two whole runs per boundary; `npm run soak` meets all of them.
  it('at some journal appends and step boundaries, then --resume, ends as if nothing had happened', async () => {
    const at = [1, 15, 29, 43];
    const { kills } = await killEverywhere(['-k', '2', '-g', '2'], 2, { at });
    expect(kills).toBe(at.length);
  });

  // Others from one to the next, from before the baseline to the second generation.
  it.each(MEETINGS.map((one, index) => [...one, [7 + 5 * index, 44 + 6 * index]] as const))(
    'at two boundaries with %s, then --resume, ends as if nothing had happened',
    async (_name, files, more, at) => {
      const { kills } = await killEverywhere(['-k', '3', '-g', '2'], 2, { files, more, at });
      expect(kills).toBe(at.length);
    },
  );

  it('at 3 random moments, then --resume, ends as if nothing had happened', async () => {
    await killAtRandom(3, 1);
  });

  it('leaves a run that says interrupted, keeps every result, and no process or lock behind', async () => {
    const folder = repository({
      ...SHELL_SQUARES,
      'bench.sh': `${SHELL_SQUARES['bench.sh']}test "$EVOLVE_CANDIDATE" = gen1-2 && exec sleep 4242.5\nexit 0\n`,
    });
    const before = fingerprint(folder);
    const args = ['run', 'sh bench.sh', '--files', 'numbers.js', '--yes', '-g', '2', '--parallel', '1'];
    const { child, ended } = start(folder, args);
    await until(() => processesWith('4242.5').length > 0);
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'running' });
    child.kill('SIGKILL');
    await ended;
    await until(() => processesWith('4242.5').length === 0);
    const status = json(evolve(folder, ['status', '--json']));
    expect(status).toMatchObject({ state: 'interrupted', candidates: { scored: 1 } });
    const first = json(evolve(folder, ['log', '--json']));
    const resumed = json(evolve(folder, [...args, '--resume', '--timeout', '3s', '--json']));
    expect(resumed).toMatchObject({ state: 'finished' });
    expect(json(evolve(folder, ['log', '--json'])).slice(0, first.length)).toEqual(first);
    expect(json(evolve(folder, ['show', 'gen1-2', '--json'])).evaluation).toMatchObject({
      outcome: 'invalid',
      reason: 'benchmark ran longer than 3 s',
    });
    expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
    expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
    expect(fingerprint(folder)).toEqual(before);
  });
});

describe('the same seed', () => {
  it('gives the same proposals, commits, scores and placements, at --parallel 1 and 4', () => {
    const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '4', '-g', '3', '--yes', '--json'];
    const ran = (seed: string, parallel: string) => {
      const folder = repository(SHELL_SQUARES);
      json(evolve(folder, [...RUN, '--seed', seed, '--parallel', parallel, '--parallel-bench', parallel]));
      return { ...essence(folder), board: evolve(folder, ['leaderboard', '--json']).stdout };
    };
    const first = ran('9', '1');
    expect(first.proposals.length).toBeGreaterThan(8);
    expect(ran('9', '4')).toEqual(first);
    expect(ran('10', '1').commits).not.toEqual(first.commits);
  });
});
