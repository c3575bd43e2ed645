import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  evolve,
  fingerprint,
  git,
  json,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  until,
  write,
} from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--operator', 'tune'];

const heads = (folder: string): readonly string[] =>
  git(folder, 'for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n');

/** Branches bring objects along, which git collects when it likes. */
const withoutObjects = (found: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(found).filter(([name]) => !name.startsWith('.git/objects/')));

/** A repository whose user has a name. */
function owned(files: Readonly<Record<string, string>>): string {
  const folder = repository(files);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@localhost');
  return folder;
}

describe('how a run ends', () => {
  it('with --yes: nothing is asked and nothing applied', () => {
    const folder = owned(SHELL_SQUARES);
    const before = fingerprint(folder);
    const report = json(evolve(folder, [...RUN, '-g', '3', '--yes', '--json']));
    expect(report).toMatchObject({ state: 'finished' });
    expect(report.question).toBeUndefined();
    expect(fingerprint(folder)).toEqual(before);
  });

  it('with --apply merge: the winner is in the branch, by one commit of the user’s', () => {
    const folder = owned(SHELL_SQUARES);
    const report = json(evolve(folder, [...RUN, '-g', '3', '--yes', '--apply', 'merge', '--json']));
    expect(report.applied).toMatchObject({ candidate: report.best.id, how: 'merge' });
    expect(git(folder, 'log', '--format=%an %s', 'HEAD^1..HEAD').trim().split('\n')).toEqual([
      expect.stringContaining(`Ada evolve: apply winner (${report.best.id}, fitness `),
      expect.stringContaining(`Ada evolve: apply winner (${report.best.id}, fitness `),
    ]);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(folder, 'numbers.js'), 'utf8')).not.toBe(SHELL_SQUARES['numbers.js']);
  });

  it('with --apply branch: the branch has the winner and the folder stays', () => {
    const folder = owned(SHELL_SQUARES);
    const report = json(evolve(folder, [...RUN, '-g', '3', '--yes', '--apply', 'branch', '--json']));
    expect(heads(folder)).toHaveLength(2);
    expect(git(folder, 'diff', 'main', report.applied.where, '--name-only')).toBe('numbers.js\n');
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('asks no more what becomes of a winner that was applied by hand', () => {
    const folder = owned(SHELL_SQUARES);
    const ended = json(evolve(folder, [...RUN, '--strategy', 'patient', '--budget-evals', '8', '--json']));
    expect(ended).toMatchObject({
      state: 'finished',
      question: { text: expect.stringContaining('What becomes of it?') },
    });
    expect(evolve(folder, ['apply']).code).toBe(0);
    const { stdout } = evolve(folder, ['status']);
    expect(stdout).toMatch(/^Applied /m);
    expect(stdout).not.toContain('What becomes of it?');
  });

  it('keeps the question open when applying is refused, and takes another answer then', () => {
    const folder = owned(SHELL_SQUARES);
    const { question } = json(evolve(folder, [...RUN, '-g', '3', '-k', '8', '--json']));
    const end = json(evolve(folder, ['answer', question.id, 'stop', '--json']));
    expect(end).toMatchObject({ state: 'finished', question: { id: 'end1' } });
    writeFileSync(join(folder, 'numbers.js'), '// mine\n');
    const refused = evolve(folder, ['answer', 'end1', 'apply']);
    expect(refused.code).toBe(2);
    expect(readFileSync(join(folder, 'numbers.js'), 'utf8')).toBe('// mine\n');
    expect(json(evolve(folder, ['status', '--json'])).question.id).toBe('end1');
    expect(json(evolve(folder, ['answer', 'end1', 'keep', '--json'])).question).toBeUndefined();
    expect(json(evolve(folder, [...RUN, '--resume', '--json']))).toMatchObject({ run: 'r1', state: 'finished' });
  });

  it.each(['at a generation', 'at the end'])('discarded %s, the run is gone and the repository as it was', (when) => {
    const folder = owned(SHELL_SQUARES);
    const before = withoutObjects(fingerprint(folder));
    const paused = json(evolve(folder, [...RUN, '-k', '8', '--branches', '--json']));
    expect(heads(folder).length).toBeGreaterThan(1);
    const id =
      when === 'at the end'
        ? json(evolve(folder, ['answer', paused.question.id, 'stop', '--json'])).question.id
        : 'gen1';
    expect(json(evolve(folder, ['answer', id, 'discard', '--json']))).toMatchObject({ discarded: true });
    expect(heads(folder)).toEqual(['main']);
    expect(git(folder, 'for-each-ref', 'refs/evolve')).toBe('');
    expect(withoutObjects(fingerprint(folder))).toEqual(before);
    expect(evolve(folder, ['status'])).toMatchObject({ code: 2 });
  });

  it('goes on in the folder it was started in, with its inputs, wherever the answer is given', () => {
    const folder = owned({
      '.gitignore': 'data\n',
      'part/numbers.js': SHELL_SQUARES['numbers.js'],
      'part/bench.sh': `test -e data/x || exit 3\n${SHELL_SQUARES['bench.sh']}`,
    });
    write(folder, { 'part/data/x': '' });
    const args = ['run', 'sh bench.sh', '--files', 'numbers.js', '--input', 'data', '-g', '2', '--json'];
    const paused = json(evolve(join(folder, 'part'), args));
    expect(paused).toMatchObject({ state: 'paused' });
    const ended = json(evolve(folder, ['answer', 'gen1', 'continue', '--json']));
    expect(ended).toMatchObject({ state: 'finished', generation: 2 });
    expect(ended.candidates.broken).toBe(0);
    expect(evolve(folder, ['measure', 'seed', '--repeat', '1'])).toMatchObject({ code: 0 });
  });

  it('asks anew when a finished run goes on and ends again', () => {
    const folder = owned(SHELL_SQUARES);
    const first = json(evolve(folder, [...RUN, '-g', '1', '-k', '8', '--json']));
    expect(first).toMatchObject({ state: 'finished', question: { id: 'end1' } });
    const on = json(evolve(folder, [...RUN, '--resume', '-g', '2', '--json']));
    expect(on).toMatchObject({ state: 'paused', question: { id: 'gen1' } });
    const second = json(evolve(folder, ['answer', 'gen1', 'continue', '--json']));
    expect(second).toMatchObject({ state: 'finished', generation: 2, question: { id: 'end2' } });
  });
});

describe('while a run goes on', () => {
  it('shows the living as branches, never more than k + 1, and leaves the user’s own alone', () => {
    const folder = owned(SHELL_SQUARES);
    git(folder, 'branch', 'evolve/mine');
    git(folder, 'branch', 'evolve/gen1-1');
    const mine = git(folder, 'rev-parse', 'evolve/gen1-1');
    const args = [...RUN, '-k', '4', '-g', '4', '-s', '9', '--branches', '--yes', '--json'];
    const { stderr } = evolve(folder, args);
    expect(git(folder, 'rev-parse', 'evolve/gen1-1')).toBe(mine);
    const ours = heads(folder).filter((name) => name !== 'main' && name !== 'evolve/mine' && name !== 'evolve/gen1-1');
    const alive = json(evolve(folder, ['leaderboard', '--json']))
      .filter((row: { status: string; id: string }) => row.status === 'alive' && row.id !== 'gen1-1')
      .map(({ id }: { id: string }) => `evolve/${id}`);
    expect([...ours].sort()).toEqual([...alive, 'evolve/gen0-seed'].sort());
    expect(ours.length).toBeLessThanOrEqual(5);
    const [first = ''] = alive;
    expect(git(folder, 'diff', 'main', first, '--name-only')).toBe('numbers.js\n');
    if (alive.includes('evolve/gen1-1')) expect(stderr).toContain('evolve/gen1-1 is not shown');
  });

  it('takes the branches away once the winner is applied, and brings them back after a kill at the end', async () => {
    const folder = owned(SHELL_SQUARES);
    const args = [...RUN, '-k', '4', '-g', '2', '--branches', '--yes', '--json'];
    json(evolve(folder, args));
    const shown = heads(folder);
    expect(shown.length).toBeGreaterThan(2);
    for (const name of shown.filter((one) => one !== 'main')) git(folder, 'branch', '-qD', name);
    json(evolve(folder, [...args, '--resume']));
    expect(heads(folder)).toEqual(shown);
    json(evolve(folder, [...args, '--resume', '--apply', 'merge']));
    expect(heads(folder)).toEqual(['main']);
    json(evolve(folder, [...args, '--resume']));
    expect(heads(folder)).toEqual(['main']);
  });

  it('runs the notification on every new best, with the figures', () => {
    const folder = owned(SHELL_SQUARES);
    const log = join(folder, '..', 'log');
    const notify = `echo "$EVOLVE_RUN $EVOLVE_BEST $EVOLVE_SCORE $EVOLVE_BASELINE" >> '${log}'`;
    const run = ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '4', '--yes', '--json', '--notify', notify];
    const report = json(evolve(folder, run));
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    expect(lines.at(-1)).toBe(`r1 ${report.best.id} ${report.best.score} -9`);
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('takes a notification that hangs with it, killed or interrupted', async () => {
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const seconds = `8${process.pid}.${signal.length}`;
      const folder = repository(SHELL_SQUARES);
      const args = ['run', 'sh bench.sh', '--files', 'numbers.js', '--seed', '3', '--yes'];
      const { child, ended } = start(folder, [...args, '--notify', `sleep ${seconds}`]);
      await until(() => processesWith(`sleep\0${seconds}`).length > 0);
      child.kill(signal);
      await ended;
      await until(() => processesWith(`sleep\0${seconds}`).length === 0);
    }
  });

  it('goes on when the notification fails, and says so', () => {
    const folder = owned(SHELL_SQUARES);
    const run = ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '2', '--yes', '--notify', 'echo no >&2; exit 3'];
    const { code, stdout } = evolve(folder, run);
    expect(code).toBe(0);
    expect(stdout).toContain('warning: the notification command exited with code 3: no');
  });

  it('keeps to the disk cap: old logs go, and when that is not enough the run stops and says why', () => {
    const folder = owned({
      ...SHELL_SQUARES,
      'bench.sh': `head -c 300000 /dev/zero | tr '\\0' x; echo; ${SHELL_SQUARES['bench.sh']}`,
    });
    const args = [...RUN, '-k', '6', '-g', '6', '-s', '9', '--sandbox', 'off', '--yes', '--json'];
    const capped = json(evolve(folder, [...args, '--disk', '4M']));
    expect(capped).toMatchObject({ state: 'finished', generation: 6 });
    expect(existsSync(join(folder, '.evolve/r1/candidates', capped.best.id))).toBe(true);
    expect(existsSync(join(folder, '.evolve/r1/candidates/gen1-6'))).toBe(false);
    const stopped = evolve(folder, [...args, '--fresh', '--disk', '1M']);
    expect(stopped.stdout).toContain('more than its cap of 1 MB');
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ run: 'r2', state: 'stopped' });
  });
});
