import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, git, json, repository } from './support.ts';

const CODE = {
  'solve.js': 'module.exports = () => 5;\n',
  'bench.js': "console.log(require('./solve.js')());\n",
  'check.js': "process.exit(typeof require('./solve.js')() === 'number' ? 0 : 1);\n",
};

/** A run of experiments whose root scores 5. */
function lab() {
  const folder = repository(CODE);
  const call = (...args: string[]) => evolve(folder, args);
  const opened = call(
    'init',
    '--fitness',
    'node bench.js',
    '--files',
    'solve.js',
    '--cores',
    '0',
    '--unchecked',
    '--yes',
  );
  expect(opened).toMatchObject({ code: 0 });
  const answer = (...args: string[]) => json(call(...args, '--json'));
  /** A child with this code, evaluated. */
  const child = (parent: string, number: number) => {
    const { id, worktree } = answer('exp', 'new', '--parent', parent, '-m', `${number}`);
    writeFileSync(join(worktree, 'solve.js'), `module.exports = () => ${number};\n`);
    return { id, worktree, ...answer('exp', 'eval', id) };
  };
  return { folder, call, answer, child };
}

describe('gates, epochs and the harness of experiments', () => {
  it('a breaking event blocks everything until root was measured again; older scores count when they are, too', () => {
    const { call, answer, child } = lab();
    const first = child('root', 7);
    expect(first).toMatchObject({ outcome: 'committed', score: 7 });
    const open = answer('exp', 'new', '--parent', first.id, '-m', 'more');
    writeFileSync(join(open.worktree, 'solve.js'), 'module.exports = () => 9;\n');

    expect(call('exp', 'infra', 'event', '-m', 'another machine', '--breaking').code).toBe(0);
    expect(answer('exp', 'frontier').nodes).toEqual([]);
    expect(answer('exp', 'status')).toMatchObject({ best: null });
    expect(call('exp', 'eval', open.id).stderr).toContain('evolve exp rescore root');
    expect(call('exp', 'new', '--parent', 'root', '-m', 'x').stderr).toContain('evolve exp rescore root');

    expect(answer('exp', 'rescore', 'root').rescored[0]).toMatchObject({ id: 'root', score: 5 });
    expect(answer('exp', 'frontier').nodes.map(({ id }: { id: string }) => id)).toEqual(['root']);
    expect(call('exp', 'eval', open.id).stderr).toContain(`evolve exp rescore ${first.id}`);
    expect(call('exp', 'rescore', first.id).code).toBe(0);
    expect(answer('exp', 'eval', open.id)).toMatchObject({ outcome: 'committed', score: 9 });
    expect(answer('exp', 'frontier').nodes.map(({ id }: { id: string }) => id)).toEqual([open.id]);
  });

  it('a gate of any name is tried before it is added, and holds below its node alone', () => {
    const { folder, call, answer, child } = lab();
    expect(call('exp', 'gate', 'add', 'root', '--name', 'deco', '--command', 'true').stderr).toContain('decorative');
    const forced = call('exp', 'gate', 'add', 'root', '--name', 'deco', '--command', 'true', '--force');
    expect(forced.stdout).toContain('because of --force');
    expect(call('exp', 'gate', 'remove', 'root', '--name', 'deco').code).toBe(0);
    const failing = call('exp', 'gate', 'add', 'root', '--name', 'no', '--command', 'echo why; exit 3');
    expect(failing.stderr).toMatch(/exited with code 3\. Mend the command.*\n {2}why/);
    expect(answer('exp', 'gate', 'list', 'root').gates).toEqual([]);
    const added = call('exp', 'gate', 'add', 'root', '--name', 'unit/fast', '--command', 'node {worktree}/check.js');
    expect(added).toMatchObject({ code: 0 });
    expect(call('exp', 'gate', 'add', 'root', '--name', 'unit/fast', '--command', 'node check.js').stderr).toContain(
      'root has one',
    );
    const first = child('root', 7);
    expect(first).toMatchObject({ outcome: 'committed' });
    writeFileSync(join(first.worktree, 'solve.js'), "module.exports = () => '9';\n");
    expect(answer('exp', 'gate', 'check', first.id)).toMatchObject({ passed: true });
    const failed = call('exp', 'gate', 'check', first.id, '--worktree', '--json');
    expect(failed.code).toBe(1);
    const checked = JSON.parse(failed.stdout);
    expect(checked.gates).toMatchObject([{ name: 'unit/fast', from: 'root', passed: false }]);
    expect(existsSync(join(folder, checked.folder, checked.gates[0].log))).toBe(true);
    // Nothing but its change is in a commit.
    expect(git(folder, '--git-dir', '.evolve/git', 'ls-tree', '-r', '--name-only', first.commit).split('\n')).toEqual([
      ...Object.keys(CODE).sort(),
      '',
    ]);
    expect(call('exp', 'gate', 'remove', first.id, '--name', 'unit/fast').stderr).toContain('was put on root');
  });

  it('a changed harness is a new epoch on another base, and is not applied unless wanted', () => {
    const { folder, call, answer, child } = lab();
    const first = child('root', 7);
    const { worktree } = answer('harness', 'edit');
    writeFileSync(join(worktree, 'bench.js'), 'nonsense(\n');
    const refused = call('harness', 'commit', '-m', 'worse');
    expect(refused.stderr).toContain('Nothing was recorded');
    expect(answer('harness', 'status')).toMatchObject({ epoch: 1, paths: ['bench.js'] });
    expect(evolve(folder, ['harness', 'edit'], { EVOLVE_ROLE: 'author' }).stderr).toContain('role author');
    expect(call('harness', 'edit', '--cwd', first.worktree).code).toBe(2);

    writeFileSync(join(worktree, 'bench.js'), "console.log(10 * require('./solve.js')());\n");
    writeFileSync(join(worktree, 'solve.js'), 'module.exports = () => 100;\n');
    expect(answer('harness', 'commit', '-m', 'times ten')).toMatchObject({
      epoch: 2,
      score: 50,
      files: [{ path: 'bench.js', added: 1, removed: 1 }],
      refused: [{ path: 'solve.js' }],
    });
    expect(existsSync(worktree)).toBe(false);
    expect(call('exp', 'new', '--parent', first.id, '-m', 'x').stderr).toContain(`evolve exp rescore ${first.id}`);
    expect(answer('exp', 'rescore', first.id).rescored[0]).toMatchObject({ score: 70 });
    const second = child(first.id, 8);
    expect(second).toMatchObject({ outcome: 'committed', score: 80 });
    expect(answer('exp', 'diff', first.id, 'root').patch).not.toContain('bench.js');

    expect(git(folder, 'status', '--porcelain', '--untracked-files=no')).toBe('');
    // The user's code has moved on: it is measured by the harness that the winner was measured by.
    writeFileSync(join(folder, 'NOTES'), 'mine\n');
    git(folder, 'add', 'NOTES');
    git(folder, 'commit', '-qm', 'notes');
    git(folder, 'config', 'user.name', 't');
    git(folder, 'config', 'user.email', 't@localhost');
    expect(answer('apply', second.id)).toMatchObject({ measured: { yours: [50, 50, 50], merged: [80, 80, 80] } });
    expect(readFileSync(join(folder, 'solve.js'), 'utf8')).toContain('8');
    expect(readFileSync(join(folder, 'bench.js'), 'utf8')).toBe(CODE['bench.js']);
    const whole = call('apply', second.id, '--with-harness', '--patch', '-');
    expect(whole.stdout).toContain('+console.log(10');
  });
});
