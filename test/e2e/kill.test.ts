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
  it('at every fourteenth journal append or step boundary, then --resume, ends as if nothing had happened', async () => {
    const { kills, boundaries } = await killEverywhere(['-k', '2', '-g', '2'], 2, { step: 14 });
    expect(boundaries).toBeGreaterThan(40);
    expect(kills).toBe(Math.ceil(boundaries / 14));
  });

  // Primes, so that the boundaries met differ from one to the next.
  it.each(MEETINGS.map((one, index) => [...one, [43, 41, 29, 37][index] ?? 1] as const))(
    'at some boundaries with %s, then --resume, ends as if nothing had happened',
    async (_name, files, more, step) => {
      const { kills } = await killEverywhere(['-k', '3', '-g', '2'], 2, { files, more, step });
      expect(kills).toBeGreaterThan(1);
    },
  );

  it('at 6 random moments, then --resume, ends as if nothing had happened', async () => {
    await killAtRandom(6, 1);
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
    const resumed = json(evolve(folder, [...args, '--resume', '--timeout', '1s', '--json']));
    expect(resumed).toMatchObject({ state: 'finished' });
    expect(json(evolve(folder, ['log', '--json'])).slice(0, first.length)).toEqual(first);
    expect(json(evolve(folder, ['show', 'gen1-2', '--json'])).evaluation).toMatchObject({
      outcome: 'invalid',
      reason: 'benchmark ran longer than 1 s',
    });
    expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
    expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
    expect(fingerprint(folder)).toEqual(before);
  });
});

describe('the same seed', () => {
  it('gives the same proposals, commits, scores and placements, twice and at --parallel 1 and 4', () => {
    const args = [
      'run',
      'sh bench.sh',
      '--files',
      'numbers.js',
      '-k',
      '5',
      '-g',
      '4',
      '--seed',
      '9',
      '--yes',
      '--json',
    ];
    const all = ['1', '1', '4'].map((parallel) => {
      const folder = repository(SHELL_SQUARES);
      json(evolve(folder, [...args, '--parallel', parallel, '--parallel-bench', parallel]));
      return { ...essence(folder), board: evolve(folder, ['leaderboard', '--json']).stdout };
    });
    expect(all[0]?.proposals.length).toBeGreaterThan(8);
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
    const folder = repository(SHELL_SQUARES);
    json(
      evolve(folder, [
        'run',
        'sh bench.sh',
        '--files',
        'numbers.js',
        '-k',
        '5',
        '-g',
        '4',
        '--seed',
        '10',
        '--yes',
        '--json',
      ]),
    );
    expect(essence(folder).commits).not.toEqual(all[0]?.commits);
  });
});
