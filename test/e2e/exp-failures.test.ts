import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evoFolder } from '../fake/evo.ts';
import { exp, init, lab, refusal, SOLVER } from './exp-lab.ts';
import { evolve, fingerprint, json, repository, start, temporary, until, write } from './support.ts';

const fast = (speed: number): string => `speed=${speed}\nsafe=yes\n`;

/** A new experiment with these files in its workspace. */
function tried(folder: string, parent: string, files: Readonly<Record<string, string>>) {
  const allocated = exp(folder, 'new', '--parent', parent, '-m', 'another speed');
  write(allocated.worktree, files);
  return allocated;
}

/** What made scores worthless in evo. */
describe('a score is what the experiment earns', () => {
  it('an edit of the benchmark in the workspace changes no score, and is told', () => {
    const folder = lab();
    const { id, worktree } = tried(folder, 'root', { 'bench.sh': 'echo 99\n' });
    expect(refusal(folder, 'eval', id)).toMatch(/^evolve: Nothing has changed in .*bench\.sh was left out/);
    write(worktree, { 'solver.txt': fast(2) });
    const result = exp(folder, 'eval', id);
    expect(result).toMatchObject({ outcome: 'committed', score: 2, left_out: [{ path: 'bench.sh' }] });
    const patch = readFileSync(join(folder, result.folder, 'diff.patch'), 'utf8');
    expect(patch).toContain('+speed=2');
    expect(patch).not.toContain('bench.sh');
    expect(exp(folder, 'status').best).toMatchObject({ id, score: 2 });
  });

  it('a benchmark that names files of the repository measures those of the experiment', () => {
    const files = { ...SOLVER, 'bench.sh': 'sed -n s/speed=//p "$1"\n' };
    const folder = lab(files, '--fitness', 'sh bench.sh solver.txt');
    const { id } = tried(folder, 'root', { 'solver.txt': fast(3) });
    expect(exp(folder, 'eval', id)).toMatchObject({ outcome: 'committed', score: 3 });
    const worse = tried(folder, id, { 'solver.txt': fast(2) });
    expect(exp(folder, 'eval', worse.id)).toMatchObject({ outcome: 'evaluated', score: 2 });
    expect(readFileSync(join(folder, 'solver.txt'), 'utf8')).toBe(SOLVER['solver.txt']);
  });
});

describe('while an experiment is evaluated', () => {
  it('another run does not disturb it, and it is neither evaluated twice nor discarded', async () => {
    const root = join(temporary(), 'repo');
    evoFolder(root);
    const door = join(temporary(), 'open');
    writeFileSync(door, '');
    const fitness = `while [ ! -e '${door}' ]; do sleep 0.05; done; sed -n p agent.txt`;
    init(root, '--fitness', fitness, '--files', 'agent.txt', '--sandbox', 'off');
    const { id } = tried(root, 'root', { 'agent.txt': '0.6\n' });
    rmSync(door);
    const { ended } = start(root, ['exp', 'eval', id, '--json']);
    await until(() => exp(root, 'show', id).status === 'active');
    expect(refusal(root, 'eval', id)).toContain(id);
    expect(refusal(root, 'discard', id, '--reason', 'x')).toMatch(/--force|abort/);
    expect(json(evolve(root, ['import', 'evo', '.', '--json'])).run).toBe('r2');
    expect(exp(root, 'status')).toMatchObject({ run: 'r2', experiments: 7 });
    writeFileSync(door, '');
    expect(json(await ended)).toMatchObject({ id, outcome: 'committed', score: 0.6 });
    expect(exp(root, 'show', id, '--run', 'r1')).toMatchObject({ status: 'committed', attempt: 1 });
    expect(exp(root, 'status')).toMatchObject({ run: 'r2', best: { id: 'exp_0003', score: 0.8 } });
  });
});

describe('in a folder below the root', () => {
  it('files are named by paths that are there, and file verbs take them', () => {
    const root = repository({
      'sub/a b/solver.txt': 'speed=1\n',
      'sub/a b/bench.sh': SOLVER['bench.sh'],
      'README.md': '',
    });
    const folder = join(root, 'sub/a b');
    init(folder);
    const { id, worktree, files } = exp(folder, 'new', '--parent', 'root', '-m', 'faster');
    expect(files).toEqual([join(worktree, 'solver.txt')]);
    expect(exp(root, 'read', '--exp', id, 'solver.txt').content).toBe('speed=1\n');
    expect(exp(root, 'show', id).worktree).toBe(worktree);
    write(worktree, { 'solver.txt': 'speed=2\n' });
    expect(exp(worktree, 'eval', id)).toMatchObject({ outcome: 'committed', score: 2 });
  });
});

describe('the rules of experiments', () => {
  it('hold, and every refusal names what to do', () => {
    const folder = repository({ ...SOLVER, '.gitignore': '.env\n' });
    write(folder, { '.env': 'KEY=very-secret\n' });
    init(folder, '--max-attempts', '2');
    const before = fingerprint(folder);

    const { id, worktree } = tried(folder, 'root', { 'solver.txt': fast(2) });
    expect(existsSync(join(worktree, '.env'))).toBe(false);
    expect(refusal(folder, 'bash', 'ls')).toContain('--exp');
    expect(refusal(folder, 'read', 'solver.txt')).toContain('--exp');
    expect(exp(folder, 'read', '--exp', id, 'solver.txt').content).toBe(fast(2));
    expect(refusal(folder, 'read', '--exp', id, '../../../../.env')).not.toContain('very-secret');

    expect(exp(folder, 'eval', id, '--check')).toMatchObject({ passed: true, score: 2 });
    expect(exp(folder, 'show', id)).toMatchObject({ status: 'pending', attempt: 0, spent: 0 });

    // Called in the workspace, the record is still that of the repository.
    expect(exp(worktree, 'eval', id)).toMatchObject({ outcome: 'committed', score: 2 });
    expect(existsSync(join(worktree, '.evolve'))).toBe(false);
    expect(refusal(folder, 'eval', id)).toContain(`evolve exp new --parent ${id}`);
    expect(refusal(folder, 'discard', id, '--reason', 'x')).toContain(`evolve exp prune ${id}`);

    const child = tried(folder, id, { 'solver.txt': fast(1.5) });
    expect(refusal(folder, 'discard', child.id)).toContain('--reason');
    expect(exp(folder, 'eval', child.id)).toMatchObject({ outcome: 'evaluated', attempts_left: 1 });
    expect(refusal(folder, 'eval', child.id)).toContain('The files are those of attempt');
    expect(refusal(folder, 'new', '--parent', child.id, '-m', 'x')).toContain('evolve exp frontier');
    write(child.worktree, { 'solver.txt': fast(1.6) });
    expect(exp(folder, 'eval', child.id)).toMatchObject({ outcome: 'evaluated', attempts_left: 0 });
    write(child.worktree, { 'solver.txt': fast(7) });
    expect(refusal(folder, 'eval', child.id)).toContain(`evolve exp discard ${child.id}`);
    expect(exp(folder, 'discard', child.id, '--reason', 'no gain').id).toBe(child.id);
    expect(existsSync(child.worktree)).toBe(false);
    expect(refusal(folder, 'new', '--parent', child.id, '-m', 'x')).toContain('evolve exp frontier');
    expect(refusal(folder, 'discard', 'root', '--reason', 'x')).toContain('root');
    expect(refusal(folder, 'show', 'exp_0099')).toContain('exp_0002');
    expect(exp(folder, 'frontier').nodes.map(({ id: one }: { id: string }) => one)).toEqual([id]);
    expect(fingerprint(folder)).toEqual(before);
  });
});
