import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, json, repository, SHELL_SQUARES, temporary } from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--operator', 'tune', '-k', '4', '-g', '2', '--yes'];

/** A held-out command that scores each candidate by data that lies outside the repository. */
function held(line: string): { readonly folder: string; readonly args: readonly string[] } {
  const folder = repository({ ...SHELL_SQUARES, 'held.sh': line });
  const data = join(temporary(), 'held-out.txt');
  writeFileSync(data, '7\n');
  return { folder, args: ['--holdout', 'sh held.sh', '--holdout-input', `${data}:held-out.txt`] };
}

describe('a held-out command', () => {
  it('agrees with a real gain, and its scores are kept', () => {
    const { folder, args } = held('cat held-out.txt >/dev/null && sh bench.sh\n');
    const report = json(evolve(folder, [...RUN, ...args, '--json']));
    expect(report.best.id).not.toBe('gen0-seed');
    expect(json(evolve(folder, ['show', '--json'])).evaluation.heldOut).toEqual([report.best.score]);
    expect(json(evolve(folder, ['show', 'seed', '--json'])).evaluation.heldOut).toHaveLength(1);
  });

  it('stops the promotion of what only scores better, and the run says so', () => {
    const { folder, args } = held('cat held-out.txt\n');
    const { stderr, stdout } = evolve(folder, [...RUN, ...args]);
    expect(stdout + stderr).toMatch(
      /gen1-\d +scores better than gen0-seed but not held-out: it does not become the best/,
    );
    expect(json(evolve(folder, ['report', '--json']))).toMatchObject({ best: { id: 'gen0-seed' }, patch: null });
  });

  it('that does not pass on the seed is a mistake that leaves nothing behind', () => {
    const { folder, args } = held('exit 3\n');
    const { code, stderr } = evolve(folder, [...RUN, ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain('The held-out command does not pass on the unchanged code');
    expect(evolve(folder, ['runs']).code).toBe(2);
  });
});
