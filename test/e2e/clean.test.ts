import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLocked } from '../../src/lib/lock.ts';
import { findPlace, publish } from '../../src/workspace/workspace.ts';
import {
  evolve,
  fingerprint,
  git,
  json,
  onTerminal,
  repository,
  SHELL_SQUARES,
  start,
  temporary,
  terminals,
  until,
  write,
} from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '1', '-k', '2', '--yes', '--json'];

/** A repository with so many finished runs, each with candidates of its own. */
function ran(count: number): string {
  const folder = repository(SHELL_SQUARES);
  for (let seed = 1; seed <= count; seed++) json(evolve(folder, [...RUN, '--fresh', '--seed', String(seed)]));
  return folder;
}

async function branch(folder: string, run: string, name: string) {
  const { candidate } = json(evolve(folder, ['show', 'gen1-1', '--run', run, '--json']));
  const others = git(folder, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads/evolve').split(
    '\n',
  );
  const wanted = others.filter((line) => line !== '').map((line) => line.split(' '));
  const all = new Map([...wanted.map(([one = '', commit = '']) => [one, { commit }] as const), [name, candidate]]);
  await publish(await findPlace(folder), run, all);
}

const branches = (folder: string) => git(folder, 'branch', '--list', 'evolve/*', '--format=%(refname:short)').trim();
const ours = (folder: string) => git(folder, 'for-each-ref', '--format=%(refname)', 'refs/evolve').trim();

describe('evolve clean', () => {
  it.skipIf(!terminals)('deletes everything of its own, and nothing else, once it is told to', async () => {
    const folder = repository(SHELL_SQUARES);
    const before = fingerprint(folder);
    json(evolve(folder, RUN));
    expect(evolve(folder, ['clean'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    const dry = json(evolve(folder, ['clean', '--dry-run', '--json']));
    expect(dry).toMatchObject({
      what: 'everything',
      runs: ['r1'],
      candidates: 2,
      refs: ['refs/evolve/r1/base'],
      deleted: false,
    });
    expect(dry.logs.files).toBeGreaterThan(0);
    expect(dry.bytes).toBeGreaterThan(dry.logs.bytes);
    expect(evolve(folder, ['clean', '--dry-run']).stdout).toMatch(
      /\.evolve \(.* KB\) with 1 run, 2 candidates and \d+ log files/,
    );
    expect(onTerminal(folder, ['clean'], 'n\n').stdout).toContain('Nothing was deleted');
    expect(existsSync(join(folder, '.evolve/journal.db'))).toBe(true);
    expect(onTerminal(folder, ['clean'], 'y\n').stdout).toContain('Deleted:');
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
    expect(ours(folder)).toBe('');
    expect(fingerprint(folder)).toEqual(before);
    expect(evolve(folder, ['clean', '--yes'])).toMatchObject({ code: 0, stdout: 'There is nothing to delete.\n' });
    json(evolve(folder, RUN));
    await branch(folder, 'r1', 'evolve/gen1-1');
    expect(json(evolve(folder, ['clean', '--yes', '--json']))).toMatchObject({
      branches: ['evolve/gen1-1'],
      deleted: true,
    });
    expect(branches(folder)).toBe('');
  });

  it('deletes one run and leaves the others whole', async () => {
    const folder = ran(2);
    await branch(folder, 'r1', 'evolve/gen1-1');
    await branch(folder, 'r2', 'evolve/gen1-2');
    const report = json(evolve(folder, ['report', '--run', 'r1', '--json']));
    const gone = json(evolve(folder, ['show', 'gen1-2', '--run', 'r2', '--json'])).candidate.commit;
    expect(json(evolve(folder, ['clean', '--run', 'r2', '--yes', '--json']))).toMatchObject({
      what: 'run',
      runs: ['r2'],
      refs: ['refs/evolve/r2/base'],
      branches: ['evolve/gen1-2'],
      deleted: true,
      objects: true,
    });
    expect(json(evolve(folder, ['runs', '--json']))).toMatchObject([{ run: 'r1' }]);
    expect(json(evolve(folder, ['report', '--run', 'r1', '--json']))).toEqual(report);
    expect(branches(folder)).toBe('evolve/gen1-1');
    expect(ours(folder)).toBe('refs/evolve/r1/base');
    expect(readdirSync(join(folder, '.evolve')).filter((name) => name.startsWith('r'))).toEqual(['r1']);
    expect(readdirSync(join(folder, '.evolve/locks'))).not.toContain('r2.lease');
    expect(() => git(join(folder, '.evolve/git'), 'cat-file', '-e', gone)).toThrow();
    git(join(folder, '.evolve/git'), 'fsck', '--strict');
    expect(evolve(folder, ['clean', '--run', 'r2', '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There are r1'),
    });
    json(evolve(folder, [...RUN, '--resume', '-g', '2']));
    json(evolve(folder, ['clean', '--run', 'r1', '--yes', '--json']));
    expect(git(join(folder, '.evolve/git'), 'count-objects', '-v')).toMatch(/count: 0\n(.*\n)*in-pack: 0\n/);
    expect(json(evolve(folder, RUN))).toMatchObject({ run: 'r1', state: 'finished' });
  });

  it('deletes only the logs when asked to', () => {
    const folder = ran(1);
    const report = json(evolve(folder, ['report', '--json']));
    expect(json(evolve(folder, ['clean', '--logs', '--yes', '--json']))).toMatchObject({ what: 'logs', deleted: true });
    expect(json(evolve(folder, ['show', 'best', '--json'])).artifacts).toEqual([]);
    expect(json(evolve(folder, ['report', '--json']))).toEqual(report);
    expect(evolve(folder, ['clean', '--logs', '--yes']).stdout).toBe('There is nothing to delete.\n');
  });

  it('refuses what is being driven and what is not its own', async () => {
    const folder = repository({ ...SHELL_SQUARES });
    json(evolve(folder, RUN));
    const lease = join(folder, '.evolve/locks/r2.lease');
    const { child, ended } = start(folder, [
      'run',
      'sh bench.sh; sleep 0.3',
      '--files',
      'numbers.js',
      '-g',
      '500',
      '-s',
      '500',
      '--yes',
    ]);
    await until(() => existsSync(lease) && isLocked(lease) && existsSync(join(folder, '.evolve/r2/candidates/gen1-1')));
    for (const args of [['clean'], ['clean', '--run', 'r2'], ['clean', '--logs']])
      expect(evolve(folder, [...args, '--yes'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('being driven'),
      });
    // The other run may go, but its objects stay while somebody makes new ones.
    expect(json(evolve(folder, ['clean', '--run', 'r1', '--yes', '--json']))).toMatchObject({
      deleted: true,
      objects: false,
    });
    child.kill('SIGINT');
    await ended;
    expect(evolve(folder, ['clean', '--yes']).code).toBe(0);
    mkdirSync(join(folder, '.evolve'));
    write(folder, { '.evolve/mine.txt': 'mine' });
    expect(evolve(folder, ['clean', '--yes'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("evolve's own"),
    });
    expect(readFileSync(join(folder, '.evolve/mine.txt'), 'utf8')).toBe('mine');
  });

  it.each(['clean --yes', 'clean --run r2 --yes'])('killed anywhere, %s finishes when called again', (line) => {
    const words = line.split(' ');
    const whole = words.length === 2;
    const original = ran(2);
    let kills = 0;
    for (let at = 1; ; at++) {
      const folder = join(temporary(), 'copy');
      cpSync(original, folder, { recursive: true });
      const killed = evolve(folder, words, { GALAPAGOS_KILL_AT: String(at) });
      if (killed.signal !== 'SIGKILL') break;
      kills++;
      expect(git(folder, 'status', '--porcelain')).toBe('');
      const again = evolve(folder, words);
      if (whole) {
        expect(again.code).toBe(0);
        expect(existsSync(join(folder, '.evolve'))).toBe(false);
        expect(ours(folder)).toBe('');
        continue;
      }
      // Killed after the run was forgotten, there is none to delete any more.
      expect([0, 2]).toContain(again.code);
      expect(json(evolve(folder, ['runs', '--json']))).toMatchObject([{ run: 'r1' }]);
      expect(existsSync(join(folder, '.evolve/r2'))).toBe(false);
      expect(ours(folder)).toBe('refs/evolve/r1/base');
      expect(evolve(folder, ['diff', 'best', '--run', 'r1']).code).toBe(0);
      git(join(folder, '.evolve/git'), 'fsck', '--strict');
    }
    expect(kills).toBeGreaterThanOrEqual(6);
  });
});
