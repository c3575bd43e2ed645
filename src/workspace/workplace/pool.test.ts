import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryWith, scratch, sh, startingRepository, userPicture, write } from '../test-kit.ts';
import { TRACKED, workplaces } from './kit.fixture.ts';
import { checkSlots } from './slots.ts';

/** A repository and clones of it, each with warm state that git does not track. */
function prepared(count: number) {
  const user = startingRepository();
  const slots = Array.from({ length: count }, () => {
    const slot = join(scratch(), 'slot é');
    sh(user, 'clone', '-q', user, slot);
    write(slot, { 'cache.log': 'ignored', 'warm.bin': 'untracked', '.env': 'KEY=1' });
    return slot;
  });
  return { user, slots, places: { kind: 'pool' as const, slots } };
}

/** All of a clone that a lease must leave as it was: refs, settings, stash, and where HEAD is. */
const kept = (slot: string): string =>
  [
    sh(slot, 'for-each-ref'),
    readFileSync(join(slot, '.git/config'), 'utf8'),
    readFileSync(join(slot, '.git/HEAD'), 'utf8'),
    sh(slot, 'status', '--porcelain'),
  ].join('\n');

describe('a pool', () => {
  test('lends a clone with the version in it, keeps its warm state, and gives it back as it was', async () => {
    const { user, slots, places } = prepared(1);
    const [slot = ''] = slots;
    const [before, mine] = [kept(slot), userPicture(user)];
    const { lease, taken, version, places: pool } = await workplaces(user, ['algo.py', 'src'], { places });
    const better = await version('p', { 'algo.py': 'better', 'src/new.py': 'n', 'src/b.py': null });
    const one = await lease('exp_0001', better);
    expect(one).toEqual({ lease: { kind: 'pool', where: slot }, at: slot });
    expect(sh(slot, 'status', '--porcelain')).toBe('?? .env\n?? warm.bin');
    expect(readFileSync(join(slot, 'algo.py'), 'utf8')).toBe('better');
    expect(readFileSync(join(slot, 'cache.log'), 'utf8')).toBe('ignored');
    expect(existsSync(join(slot, 'src/b.py'))).toBe(false);
    expect(await taken(one.lease, better)).toMatchObject({ kind: 'unchanged', refused: [] });
    write(slot, { 'algo.py': 'mine', 'src/made.py': 'made', 'bench.py': 'cheat' });
    sh(slot, 'commit', '-qam', 'by itself');
    expect(await lease('exp_0001', better)).toEqual(one);
    expect(await taken(one.lease, better)).toMatchObject({
      kind: 'changed',
      paths: ['algo.py', 'src/made.py'],
      files: { 'algo.py': 'mine', 'src/new.py': 'n', 'src/made.py': 'made', 'src/b.py': null },
      refused: [{ path: 'bench.py' }],
    });
    await pool.release(one.lease);
    await pool.release(one.lease);
    expect(kept(slot)).toBe(before);
    expect(existsSync(join(slot, 'src/made.py'))).toBe(false);
    expect(readFileSync(join(slot, 'warm.bin'), 'utf8')).toBe('untracked');
    expect(userPicture(user)).toEqual(mine);
  });

  test('gives what one experiment has made to its children, and to nobody else', async () => {
    const { user, slots, places } = prepared(1);
    const [slot = ''] = slots;
    const { lease, taken, root, places: pool } = await workplaces(user, ['src'], { places });
    const one = await lease('exp_0001');
    write(slot, { 'src/made.py': 'made' });
    const first = await taken(one.lease);
    if (first.kind !== 'changed') throw new Error(first.kind);
    await pool.release(one.lease);
    await lease('exp_0002');
    write(slot, { 'src/a.py': 'other' });
    expect(await taken(one.lease, root)).toMatchObject({ paths: ['src/a.py'] });
    await pool.release(one.lease);
    const child = await lease('exp_0003', { id: 'exp_0001', commit: first.commit, tree: first.tree });
    expect(readFileSync(join(child.at, 'src/made.py'), 'utf8')).toBe('made');
  });

  test('has room for as many experiments as there are clean clones, and says how to get more', async () => {
    const { user, slots, places } = prepared(3);
    const [one = '', two = '', three = ''] = slots;
    write(two, { 'algo.py': 'edited by somebody' });
    const { places: pool, root } = await workplaces(user, ['algo.py'], { places });
    const leased = await Promise.all(['a', 'b', 'c'].map((id) => pool.lease(id, root, [])));
    const where = leased.flatMap((found) => (found.kind === 'leased' ? [found.lease.where] : []));
    expect(where.sort()).toEqual([one, three].sort());
    const full = leased.find(({ kind }) => kind === 'full');
    expect(full?.kind === 'full' && full.reason).toContain('evolve workspace status');
    const again = await pool.lease('d', root, where);
    expect(again).toMatchObject({
      kind: 'full',
      reason: expect.stringContaining(`${two} has uncommitted changes (algo.py)`),
    });
    expect(readFileSync(join(two, 'algo.py'), 'utf8')).toBe('edited by somebody');
  });

  test('has the version that is asked for, though one of the same name was begun and not recorded', async () => {
    const { user, places } = prepared(1);
    const { lease, version } = await workplaces(user, ['algo.py'], { places });
    await lease('exp_0001');
    const { at } = await lease('exp_0001', await version('p', { 'algo.py': 'better' }));
    expect(readFileSync(join(at, 'algo.py'), 'utf8')).toBe('better');
  });

  test('gives a clone back as it was also when what was known of it is lost', async () => {
    const { user, slots, places } = prepared(1);
    const [slot = ''] = slots;
    const before = [sh(slot, 'rev-parse', 'HEAD'), sh(slot, 'symbolic-ref', 'HEAD')];
    const { lease, places: pool, version } = await workplaces(user, ['algo.py'], { places });
    const one = await lease('exp_0001', await version('p', { 'algo.py': 'better' }));
    rmSync(join(user, '.evolve/r1/worktrees/.kept'), { recursive: true });
    await pool.release(one.lease);
    expect([sh(slot, 'rev-parse', 'HEAD'), sh(slot, 'symbolic-ref', 'HEAD')]).toEqual(before);
    expect(readFileSync(join(slot, 'algo.py'), 'utf8')).toBe('seed');
  });

  test('takes a slot back from an experiment that is over', async () => {
    const { user, places } = prepared(1);
    const { lease } = await workplaces(user, ['algo.py'], { places, isOver: (id) => id === 'exp_0001' });
    const one = await lease('exp_0001');
    write(one.at, { 'algo.py': 'left' });
    const two = await lease('exp_0002');
    expect(readFileSync(join(two.at, 'algo.py'), 'utf8')).toBe('seed');
  });

  test('of tracked-only takes new files that were staged, and asks about the others', async () => {
    const { user, slots, places } = prepared(1);
    const [slot = ''] = slots;
    const { lease, taken, root } = await workplaces(user, ['src'], { places });
    const one = await lease('exp_0001');
    write(slot, { 'src/a.py': 'x', 'src/staged.py': 's', 'src/left.py': 'l', 'src/a.log': 'ignored' });
    sh(slot, 'add', 'src/staged.py');
    expect(await taken(one.lease, root, TRACKED)).toEqual({ kind: 'unstaged', paths: ['src/left.py'] });
    expect(await taken(one.lease, root, { ...TRACKED, staged: true })).toMatchObject({
      files: { 'src/a.py': 'x', 'src/staged.py': 's' },
    });
  });

  test('refuses a file in the way, whose content nobody has kept', async () => {
    const { user, slots, places } = prepared(1);
    const [slot = ''] = slots;
    write(slot, { 'src/new.py': 'precious' });
    const { version, places: pool } = await workplaces(user, ['src'], { places });
    const made = await version('p', { 'src/new.py': 'made' });
    expect(await pool.lease('exp_0001', made, [])).toMatchObject({ reason: expect.stringContaining('src/new.py') });
    expect(readFileSync(join(slot, 'src/new.py'), 'utf8')).toBe('precious');
  });

  test('a moved branch stays where somebody put it, and the clone is clean', async () => {
    const { user, slots, places } = prepared(1);
    const [slot = ''] = slots;
    const { lease, places: pool } = await workplaces(user, ['algo.py'], { places });
    const one = await lease('exp_0001');
    sh(slot, 'checkout', '-q', '-f', 'main');
    write(slot, { 'algo.py': 'on main' });
    sh(slot, 'commit', '-qam', 'moved');
    const tip = sh(slot, 'rev-parse', 'main');
    await pool.release(one.lease);
    expect(sh(slot, 'rev-parse', 'main')).toBe(tip);
    expect(sh(slot, 'status', '--porcelain', '--untracked-files=no')).toBe('');
  });

  test('refuses what is no clone of its own, and says what to do', async () => {
    const { user, slots } = prepared(1);
    const [slot = ''] = slots;
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['no absolute path', ['slot']],
      ['no folder', [`${slot}/none`]],
      ['no git clone', [scratch()]],
      ['not the root', [join(slot, 'src')]],
      ['this repository', [user]],
      ['the same', [slot, linkTo(slot)]],
      ['one in the other', [slot, cloneIn(slot)]],
      ['git worktree', [worktreeOf(user)]],
      ['empty', []],
    ];
    for (const [words, picked] of cases) await expect(checkSlots(user, 'sha1', picked)).rejects.toThrow(words);
  });

  test('a clone of unrelated history is given all that it lacks', async () => {
    const user = startingRepository();
    const slot = repositoryWith({ 'other.txt': 'x' });
    const { lease, places: pool } = await workplaces(user, ['algo.py'], { places: { kind: 'pool', slots: [slot] } });
    const one = await lease('exp_0001');
    expect(sh(slot, 'status', '--porcelain')).toBe('');
    expect(existsSync(join(slot, 'other.txt'))).toBe(false);
    await pool.release(one.lease);
    expect(readFileSync(join(slot, 'other.txt'), 'utf8')).toBe('x');
    expect(existsSync(join(slot, 'algo.py'))).toBe(false);
  });
});

function linkTo(slot: string): string {
  const link = join(scratch(), 'link');
  symlinkSync(slot, link);
  return link;
}

function cloneIn(slot: string): string {
  const inner = join(slot, 'inner');
  mkdirSync(inner);
  rmSync(inner, { recursive: true });
  sh(slot, 'clone', '-q', slot, inner);
  return inner;
}

function worktreeOf(user: string): string {
  const linked = join(scratch(), 'linked');
  sh(user, 'worktree', 'add', '-q', '--detach', linked);
  return linked;
}
