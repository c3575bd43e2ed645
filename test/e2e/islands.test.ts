import { describe, expect, it } from 'vitest';
import { essence, evolve, json, repository, SHELL_SQUARES } from './support.ts';

const ISLANDS = ['--strategy', 'islands', '--islands', '2', '--migration-interval', '4', '--island-capacity', '3'];
const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--operator', 'tune', '--yes', '--parallel', '1'];
const start = (folder: string, n: number, env: Readonly<Record<string, string>> = {}, ...more: string[]) =>
  evolve(folder, [...RUN, ...ISLANDS, '-n', String(n), ...more], env);

interface Exported {
  readonly id: string;
  readonly status: string;
  readonly homes: readonly string[];
}

describe('a run of islands', () => {
  it('makes its iterations by turns, copies the best, and comes to the same when it is killed and given more', () => {
    const folder = repository(SHELL_SQUARES);
    const whole = start(folder, 12);
    expect(whole.code, whole.stderr).toBe(0);
    expect(whole.stdout).toContain('ends after 12 iterations\n');
    expect(whole.stdout).toContain('finished: 12 iterations done');
    const { proposals, placements, counts } = essence(folder);
    expect(proposals.map(({ id, home }) => [id, home])).toEqual([
      ['seed', 'island-0'],
      ...Array.from({ length: 12 }, (_, at) => [`c${at + 1}`, `island-${at % 2}`]),
    ]);
    const kept = placements.flatMap(({ placement }) => (placement.kind === 'kept' ? [placement] : []));
    const copying = kept.flatMap(({ copies = [] }, at) => (copies.length === 0 ? [] : [at]));
    expect(copying[0]).toBe(0);
    expect(copying.length).toBeGreaterThan(1);
    expect(copying.every((nth) => nth % 4 === 0)).toBe(true);

    const rows: readonly Exported[] = json(evolve(folder, ['export', '--json']));
    for (const island of ['island-0', 'island-1'])
      expect(rows.filter(({ homes }) => homes.includes(island)).length).toBeLessThanOrEqual(3);
    expect(rows.every(({ status, homes }) => (status === 'alive') === homes.length > 0)).toBe(true);
    const both = rows.find(({ homes }) => homes.length === 2)?.id ?? 'nobody';
    expect(evolve(folder, ['show', both]).stdout).toMatch(/Placed +alive on island-\d, island-\d/);
    expect(evolve(folder, ['replay']).stdout).toContain('same:');

    for (const [n, boundary] of [
      [4, '29'],
      [12, '70'],
    ] as const) {
      const killed = repository(SHELL_SQUARES);
      expect(start(killed, n, { GALAPAGOS_KILL_AT: boundary }).signal).toBe('SIGKILL');
      expect(start(killed, 12, {}, '--resume').stdout).toContain('finished: 12 iterations done');
      expect(essence(killed)).toMatchObject({ placements, counts });
    }
  });
});
