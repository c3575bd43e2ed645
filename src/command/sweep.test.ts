import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tryLock } from '../lib/lock.ts';
import { claimPath, evaluationFolder } from './exp/folders.ts';
import { sweep, sweepEvaluations } from './sweep.ts';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'evolve-sweep-'));
});
afterEach(() => rmSync(state, { recursive: true }));

function evaluation(id: string): string {
  const folder = evaluationFolder(state, 'r1', id);
  mkdirSync(join(folder, '0'), { recursive: true });
  return folder;
}

it.each([sweep, sweepEvaluations])(
  'takes the checkouts of killed evaluations away, and none that is in use: %o',
  (work) => {
    const [going, killed] = [evaluation('exp_0001'), evaluation('exp_0002')];
    const held = tryLock(claimPath(state, 'r1', 'exp_0001'));
    work(state, 'r1');
    expect([existsSync(going), existsSync(killed)]).toEqual([true, false]);
    expect(tryLock(claimPath(state, 'r1', 'exp_0001'))).toBeUndefined();
    held?.release('remove');
    work(state, 'r1');
    expect(existsSync(going)).toBe(false);
  },
);

it('has nothing to do where nothing was evaluated', () => {
  expect(() => sweep(state, 'r9')).not.toThrow();
});
