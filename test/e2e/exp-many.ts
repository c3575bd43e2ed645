import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { exp, init, SOLVER } from './exp-lab.ts';
import { evolve, fingerprint, git, json, repository, start, write } from './support.ts';

const MANY = 64;

/** As many `exp new` at once: each has an id and a workspace of its own, and nothing else is changed or left behind. */
export async function sixtyFour(files: number): Promise<void> {
  const folder = repository(SOLVER);
  const others = Array.from({ length: files }, (_, index) => [`src/${index % 50}/file${index}.txt`, `file ${index}\n`]);
  write(folder, Object.fromEntries(others));
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'many files');
  init(folder);
  const before = fingerprint(folder);
  const calls = Array.from({ length: MANY }, (_, index) =>
    start(folder, ['exp', 'new', '--parent', 'root', '-m', `idea ${index}`, '--json']),
  );
  const allocated = (await Promise.all(calls.map(({ ended }) => ended))).map((result) => json(result));
  expect(new Set(allocated.map(({ id }) => id)).size).toBe(MANY);
  expect(new Set(allocated.map(({ worktree }) => worktree)).size).toBe(MANY);
  for (const { worktree } of allocated) {
    expect(readFileSync(join(worktree, 'solver.txt'), 'utf8')).toBe(SOLVER['solver.txt']);
    expect(readdirSync(join(worktree, 'src'))).toHaveLength(50);
  }
  expect(new Set(allocated.map(({ hypothesis }) => hypothesis)).size).toBe(MANY);
  expect(exp(folder, 'status')).toMatchObject({ counts: { pending: MANY } });
  expect(fingerprint(folder)).toEqual(before);
  expect(readdirSync(join(folder, '.evolve/tmp'))).toEqual([]);
  expect(existsSync(join(folder, '.git/index.lock'))).toBe(false);
  // Whoever comes next is not kept waiting by a lock that was left.
  const [{ id, worktree }] = allocated;
  write(worktree, { 'solver.txt': 'speed=2\nsafe=yes\n' });
  expect(json(evolve(folder, ['exp', 'eval', id, '--json']))).toMatchObject({ outcome: 'committed', score: 2 });
}
