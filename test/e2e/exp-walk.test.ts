import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exp, lab, refusal } from './exp-lab.ts';
import { evolve, fingerprint, write } from './support.ts';

it('experiments: one is better, one is not and is discarded, a gate holds, and the scratchpad tells of all', () => {
  const folder = lab();
  const before = fingerprint(folder);
  const tried = (parent: string, speed: number, safe = 'yes') => {
    const { id, worktree } = exp(folder, 'new', '--parent', parent, '-m', `speed ${speed}`);
    write(worktree, { 'solver.txt': `speed=${speed}\nsafe=${safe}\n` });
    return { id, worktree, ...exp(folder, 'eval', id) };
  };
  const better = tried('root', 2);
  expect(better).toMatchObject({ id: 'exp_0001', outcome: 'committed', score: 2, is_best: true });

  expect(
    evolve(folder, ['exp', 'gate', 'add', 'exp_0001', '--name', 'safe', '--command', 'grep -q safe=yes solver.txt']),
  ).toMatchObject({ code: 0 });
  const stopped = tried('exp_0001', 3, 'no');
  expect(stopped).toMatchObject({ outcome: 'evaluated', gates: [{ name: 'safe', passed: false }] });
  expect(refusal(folder, 'new', '--parent', stopped.id, '-m', 'x')).toContain('evolve exp frontier');
  expect(exp(folder, 'discard', stopped.id, '--reason', 'not safe')).toMatchObject({ id: 'exp_0002' });
  expect(existsSync(stopped.worktree)).toBe(false);

  const { stdout } = evolve(folder, ['exp', 'scratchpad']);
  for (const told of ['exp_0001', 'speed 2', 'safe', 'not safe']) expect(stdout).toContain(told);
  expect(fingerprint(folder)).toEqual(before);
});
