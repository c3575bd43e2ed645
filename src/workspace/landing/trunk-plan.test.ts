import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { sh, write } from '../test-kit.ts';
import { COMMIT, LEDGER, trial, usersRepository } from './trunk.fixture.ts';
import { writePlan } from './trunk-plan.ts';

beforeEach(() => {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' });
});

/** A landing that is written down and has not begun. */
async function planned() {
  const root = usersRepository({ 'a.js': '1', 'b/c.js': '2', 'd.js': '3' });
  const { repository, tip, cycle } = await trial(root, COMMIT);
  const { commit: from, tree } = await tip();
  sh(root, 'branch', 'side');
  const change = { 'a.js': 'A', 'b/c.js': null, 'new/n.js': 'n', 'd.js': 'D' };
  const landed = await cycle(1, change);
  const to = landed.kind === 'landed' ? landed : expect.unreachable();
  sh(root, 'reset', '-q', '--hard', from);
  rmSync(join(root, LEDGER), { force: true });
  const outside = Object.keys(change);
  const move = { from: tree, to: sh(root, 'rev-parse', `${to.canonical}^{tree}`), outside, agents: [], index: [] };
  writePlan(repository.place, { branch: 'main', from, to: to.log, move });
  return { root, tip, from, to: to.log, cycle, change };
}

describe('a landing that was interrupted', () => {
  it('is taken back where git itself was killed in the middle of it', async () => {
    const { root, tip, from, cycle, change } = await planned();
    write(root, { 'a.js': 'A', 'new/n.js': 'n' });
    rmSync(join(root, 'b'), { recursive: true });
    expect(await tip()).toMatchObject({ commit: from });
    expect(sh(root, 'status', '--porcelain')).toBe('');
    expect(existsSync(join(root, 'new'))).toBe(false);
    expect(existsSync(join(root, '.evolve/landing.json'))).toBe(false);
    expect(await cycle(1, change)).toMatchObject({ kind: 'landed' });
  });

  it('leaves what the user has edited since, and tells it', async () => {
    const { root, tip } = await planned();
    write(root, { 'a.js': 'A', 'd.js': 'mine' });
    await expect(tip()).rejects.toThrow('uncommitted changes in d.js');
    expect(readFileSync(join(root, 'a.js'), 'utf8')).toBe('1');
    expect(readFileSync(join(root, 'd.js'), 'utf8')).toBe('mine');
  });

  it('is over where the user has gone on from there, or to another branch', async () => {
    const { root, tip, to } = await planned();
    sh(root, 'reset', '-q', '--hard', to);
    expect(await tip()).toMatchObject({ commit: to });
    expect(sh(root, 'status', '--porcelain')).toBe('');
    const other = await planned();
    write(other.root, { 'a.js': 'A' });
    sh(other.root, 'symbolic-ref', 'HEAD', 'refs/heads/side');
    await expect(other.tip()).rejects.toThrow('uncommitted changes in a.js');
    expect(readFileSync(join(other.root, 'a.js'), 'utf8')).toBe('A');
  });
});
