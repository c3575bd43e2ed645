import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/journal/journal.ts';
import { findPlace, openRepository } from '../../src/workspace/workspace.ts';
import {
  evolve,
  fingerprint,
  git,
  json,
  repository,
  SHELL_SQUARES,
  SQUARES,
  start,
  temporary,
  until,
  write,
} from './support.ts';

const RUN = [
  'run',
  'sh bench.sh',
  '--files',
  'numbers.js',
  '--operator',
  'tune',
  '-g',
  '1',
  '-k',
  '4',
  '--yes',
  '--json',
];
/** Whatever this machine has set up for git stays out. */
const ENV = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

const apply = (folder: string, ...args: string[]) => evolve(folder, ['apply', ...args], ENV);

/** A repository whose user git knows, with a finished run. */
function ran(files: Readonly<Record<string, string>> = {}, scope: readonly string[] = []): string {
  const folder = repository({ ...SHELL_SQUARES, 'other.txt': 'mine\n', ...files });
  git(folder, 'config', 'user.name', 'The User');
  git(folder, 'config', 'user.email', 'user@example.com');
  json(evolve(folder, [...RUN, ...scope.flatMap((glob) => ['--files', glob])]));
  return folder;
}

/** Gives the run a candidate with these changes; null deletes. */
async function plant(folder: string, given: Readonly<Record<string, string | Buffer | null>>, id = 'gen9-1') {
  const repository = await openRepository(await findPlace(folder));
  const store = openStore(join(folder, '.evolve'));
  const journal = store.journal('r1');
  const base = journal.view().run()?.base;
  if (base === undefined) throw new Error('no run');
  const changes = new Map(
    Object.entries(given).map(([path, text]) => [path, text === null ? null : Buffer.from(text)] as const),
  );
  const made = await repository.commit({ parents: [base.commit], onto: base.commit, changes, message: id });
  const evaluation = {
    outcome: 'scored' as const,
    epoch: 0,
    samples: [1],
    comparisons: [],
    metrics: {},
    channel: 'number' as const,
    stages: [],
  };
  const brief = { objective: '', boundaries: [], pointers: [] };
  const place = { batch: 9, ord: 1, home: 'population', operator: 'mutate' as const, by: 'tune' };
  journal.append(() => [
    { type: 'proposed', proposal: { id, ...place, parents: ['gen0-seed'], inspirations: [], brief } },
    { type: 'applied', candidate: { id, proposal: id, parents: ['gen0-seed'], ...made, summary: 'planted' } },
    { type: 'evaluated', candidate: id, evaluation },
    { type: 'placed', proposal: id, placement: { kind: 'kept', home: 'population', evicted: [] } },
  ]);
  store.close();
  repository.close();
}

const BETTER = 'module.exports = [3.0, 30, 0.3];\n';

describe('evolve apply', () => {
  it('merges one commit with the user’s identity that has the candidate’s change and nothing else', () => {
    const folder = ran();
    const before = git(folder, 'rev-parse', 'HEAD');
    const applied = json(apply(folder, '--json'));
    expect(applied).toMatchObject({ run: 'r1', how: 'merge', branch: 'main', score: expect.any(Number) });
    expect(applied.commit).toBe(git(folder, 'rev-parse', 'HEAD').trim());
    expect(git(folder, 'rev-parse', 'HEAD^1')).toBe(before);
    expect(git(folder, 'rev-parse', 'HEAD^2^')).toBe(before);
    expect(git(folder, 'log', '-1', '--format=%an <%ae> %cn%n%s', 'HEAD^2')).toMatch(
      new RegExp(
        `^The User <user@example.com> The User\nevolve: apply winner \\(${applied.candidate}, fitness -[\\d.]+\\)\n$`,
      ),
    );
    const change = evolve(folder, ['diff', applied.candidate]).stdout;
    expect(git(folder, 'diff', '--full-index', '--no-renames', 'HEAD^1', 'HEAD')).toBe(change);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('3\n');
    git(folder, 'fsck', '--strict');

    const after = fingerprint(folder);
    const again = apply(folder);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to do') });
    expect(fingerprint(folder)).toEqual(after);
    expect(evolve(folder, ['status']).stdout).toContain(`Applied    ${applied.candidate} merged as`);
    expect(evolve(folder, ['report']).stdout).toContain(`Applied: ${applied.candidate} merged as`);
    expect(json(evolve(folder, ['log', '-n', '1', '--json']))[0].event).toEqual({
      type: 'landed',
      candidate: applied.candidate,
      how: 'merge',
      where: applied.commit,
    });
  });

  it('puts it on a branch or into a patch and touches nothing else, uncommitted work or not', () => {
    const folder = ran();
    write(folder, { 'other.txt': 'being edited\n' });
    const before = fingerprint(folder);
    const printed = evolve(folder, ['apply', '--patch', '-'], ENV);
    expect(printed.stdout).toBe(evolve(folder, ['diff', 'best']).stdout);
    const outside = join(temporary(), 'winner.patch');
    expect(json(apply(folder, '--patch', outside, '--json'))).toMatchObject({ how: 'patch', file: outside });
    expect(readFileSync(outside, 'utf8')).toBe(printed.stdout);
    expect(fingerprint(folder)).toEqual(before);

    const applied = json(apply(folder, '--branch', 'winner/é', '--json'));
    expect(applied).toMatchObject({ how: 'branch', branch: 'winner/é' });
    expect(git(folder, 'rev-parse', 'winner/é').trim()).toBe(applied.commit);
    expect(git(folder, 'diff', '--full-index', 'HEAD', 'winner/é')).toBe(printed.stdout);
    const changed = Object.entries(fingerprint(folder)).filter(([path, hash]) => before[path] !== hash);
    expect(changed.map(([path]) => path).filter((path) => !path.startsWith('.git/objects/'))).toEqual([
      '.git/logs/refs/heads/winner/é',
      '.git/refs/heads/winner/é',
    ]);
    for (const name of ['winner/é', 'a..b', '-x', 'main/x']) {
      const now = fingerprint(folder);
      expect(apply(folder, `--branch=${name}`)).toMatchObject({ code: 2, stderr: expect.stringMatching(/branch/) });
      expect(fingerprint(folder)).toEqual(now);
    }
  });

  it('takes binary files, deletions, new files and odd names, and leaves the rest', async () => {
    const folder = ran({ 'lib/a b é.js': 'let x = 1;\n', 'lib/gone.js': '1\n', 'lib/data.bin': 'a\0b\n' }, ['lib/**']);
    await plant(folder, {
      'lib/a b é.js': 'let x = 2;\n',
      'lib/gone.js': null,
      'lib/data.bin': Buffer.from([0, 255, 1, 254]),
      'lib/sub/new "q".js': 'new\n',
    });
    expect(json(apply(folder, 'gen9-1', '--json'))).toMatchObject({ how: 'merge' });
    const change = evolve(folder, ['diff', 'gen9-1']).stdout;
    expect(
      git(folder, '-c', 'core.quotePath=false', 'diff', '--full-index', '--binary', '--no-renames', 'HEAD^1', 'HEAD'),
    ).toBe(change);
    expect(readFileSync(join(folder, 'lib/data.bin'))).toEqual(Buffer.from([0, 255, 1, 254]));
    expect(existsSync(join(folder, 'lib/gone.js'))).toBe(false);
    expect(readFileSync(join(folder, 'lib/sub/new "q".js'), 'utf8')).toBe('new\n');
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('refuses and leaves every byte as it was', async () => {
    const folder = ran({}, ['lib/**']);
    await plant(folder, { 'numbers.js': BETTER, 'lib/new.js': 'new\n' });
    const refused = (reason: RegExp, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
      const before = fingerprint(folder);
      const result = evolve(folder, ['apply', ...args], { ...ENV, ...env });
      expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(reason) });
      expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(fingerprint(folder)).toEqual(before);
    };
    refused(/nothing to apply/, ['seed']);
    refused(/no candidate nope/, ['nope']);
    refused(/choose one/, ['--branch', 'a', '--patch', 'b']);
    refused(/no folder/, ['--patch', 'not/there']);

    write(folder, { 'other.txt': 'edited\n' });
    refused(/uncommitted changes in other\.txt/);
    git(folder, 'add', 'other.txt');
    refused(/uncommitted changes in other\.txt/);
    git(folder, 'reset', '-q', '--hard');

    write(folder, { 'lib/new.js': 'mine\n' });
    refused(/lib\/new\.js would be overwritten/);
    rmSync(join(folder, 'lib'), { recursive: true });
    write(folder, { lib: 'a file\n' });
    refused(/lib would be overwritten/);
    rmSync(join(folder, 'lib'));

    writeFileSync(join(folder, '.git/MERGE_HEAD'), git(folder, 'rev-parse', 'HEAD'));
    refused(/a merge is in progress/i);
    rmSync(join(folder, '.git/MERGE_HEAD'));

    git(folder, 'config', 'commit.gpgsign', 'true');
    refused(/sign/, [], { GNUPGHOME: temporary() });
    refused(/sign/, ['--branch', 'x'], { GNUPGHOME: temporary() });
    git(folder, 'config', '--unset', 'commit.gpgsign');

    for (const hook of ['pre-merge-commit', 'commit-msg']) {
      const path = join(folder, '.git/hooks', hook);
      writeFileSync(path, '#!/bin/sh\necho touched >> numbers.js\necho the hook says no >&2\nexit 1\n');
      chmodSync(path, 0o755);
      refused(/hook refused.*the hook says no/);
      rmSync(path);
    }
    git(folder, 'config', '--unset', 'user.email');
    refused(/git config user\.name .* git config user\.email/);
    git(folder, 'config', 'user.email', 'user@example.com');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(json(apply(folder, '--json'))).toMatchObject({ how: 'merge', candidate: 'gen9-1' });
  });

  it('joins it with what changed since, measures both, and refuses what is no better', async () => {
    const top = '// top\n'.repeat(3);
    const folder = ran({
      'numbers.js': `${top}module.exports = [1.0, 20, 0.5];\n// end\n`,
      'bench.sh': 'node bench.js\n',
      'bench.js': SQUARES['bench.js'],
    });
    write(folder, { 'numbers.js': `// more\n${top}module.exports = [1.0, 20, 0.5];\n// end\n`, 'new.txt': 'x\n' });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'moved on');
    const moved = git(folder, 'rev-parse', 'HEAD');
    const applied = apply(folder);
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('measuring it with and without') });
    expect(applied.stdout).toContain('Measured in turns on your code as it is now');
    expect(readFileSync(join(folder, 'numbers.js'), 'utf8')).toMatch(/^\/\/ more\n/);
    expect(git(folder, 'diff', '--numstat', 'HEAD^1', 'HEAD')).toBe('1\t1\tnumbers.js\n');

    git(folder, 'reset', '-q', '--hard', moved.trim());
    write(folder, { 'bench.sh': 'echo 7\n' });
    git(folder, 'commit', '-qam', 'a benchmark that knows no better');
    const before = fingerprint(folder);
    expect(apply(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/not better: 7, 7, 7 against 7, 7, 7/),
    });
    expect(apply(folder, '--branch', 'x').code).toBe(2);
    expect(fingerprint(folder)).toEqual(before);
    expect(json(apply(folder, '--no-measure', '--json'))).not.toHaveProperty('measured');

    git(folder, 'reset', '-q', '--hard', moved.trim());
    write(folder, { 'numbers.js': 'module.exports = [9, 9, 9];\n' });
    git(folder, 'commit', '-qam', 'the same line');
    const conflicting = fingerprint(folder);
    expect(apply(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/can't be joined with your code in numbers\.js/),
    });
    expect(fingerprint(folder)).toEqual(conflicting);
  });

  it('takes a candidate of a run that is being driven, measured on code that has moved on, and the run goes on', async () => {
    const folder = repository(SHELL_SQUARES);
    git(folder, 'config', 'user.name', 'U');
    git(folder, 'config', 'user.email', 'u@x');
    const line = [
      'run',
      'sleep 0.05; sh bench.sh',
      '--files',
      'numbers.js',
      '--operator',
      'tune',
      '-g',
      '500',
      '-s',
      '500',
      '--yes',
      '--json',
    ];
    const { child, ended } = start(folder, line);
    const status = () => JSON.parse(evolve(folder, ['status', '--json']).stdout);
    await until(() => existsSync(join(folder, '.evolve/r1/candidates/gen1-1')));
    await until(() => status().best.id !== 'gen0-seed');
    write(folder, { 'new.txt': 'x\n' });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'moved on');
    const applied = json(apply(folder, '--json'));
    expect(applied).toMatchObject({ how: 'merge', measured: { yours: [-9, -9, -9] } });
    expect(child.exitCode).toBeNull();
    const { made } = status().proposals;
    await until(() => status().proposals.made > made);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(status()).toMatchObject({
      candidates: { invalid: 0, broken: 0 },
      applied: { candidate: applied.candidate },
    });
    expect(existsSync(join(folder, '.evolve/r1/apply/lanes'))).toBe(false);
  });

  it('refuses what does not pass the gates of the code as it is now', async () => {
    const folder = repository({ ...SHELL_SQUARES, 'gate.sh': 'true\n' });
    git(folder, 'config', 'user.name', 'U');
    git(folder, 'config', 'user.email', 'u@x');
    json(evolve(folder, [...RUN, '--gate', 'sh gate.sh']));
    await plant(folder, { 'numbers.js': BETTER });
    write(folder, { 'gate.sh': '! grep -q 30 numbers.js\n' });
    git(folder, 'commit', '-qam', 'a stricter gate');
    const before = fingerprint(folder);
    expect(apply(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/with gen9-1 it does not pass: gate/),
    });
    expect(fingerprint(folder)).toEqual(before);
  });

  it('works from a sub-folder, on a detached HEAD, in SHA-256, with line ends of Windows', () => {
    const folder = join(temporary(), 'sub');
    write(folder, {
      'pkg/numbers.js': SHELL_SQUARES['numbers.js'],
      'pkg/bench.sh': SHELL_SQUARES['bench.sh'],
      '.gitattributes': 'numbers.js text eol=crlf\n',
    });
    git(folder, 'init', '-q', '-b', 'main', '--object-format=sha256');
    git(folder, 'config', 'user.name', 'U');
    git(folder, 'config', 'user.email', 'u@x');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'start');
    git(folder, 'checkout', '-q', '--detach');
    const pkg = join(folder, 'pkg');
    json(evolve(pkg, RUN));
    expect(apply(pkg)).toMatchObject({ code: 0, stdout: expect.stringContaining('detached HEAD') });
    expect(readFileSync(join(pkg, 'numbers.js'), 'utf8')).toMatch(/;\r\n$/);
    expect(git(folder, 'show', 'HEAD:pkg/numbers.js')).not.toContain('\r');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(git(folder, 'rev-parse', 'main')).toBe(git(folder, 'rev-parse', 'HEAD^1'));
    git(folder, 'fsck', '--strict');
  });

  it('writes the files of a folder that is no repository, unless they have changed', () => {
    const folder = temporary();
    write(folder, SHELL_SQUARES);
    chmodSync(join(folder, 'numbers.js'), 0o640);
    json(evolve(folder, RUN));
    write(folder, { 'numbers.js': 'edited\n' });
    const edited = fingerprint(folder);
    expect(apply(folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('numbers.js changed') });
    expect(apply(folder, '--branch', 'x')).toMatchObject({ code: 2, stderr: expect.stringContaining('no git') });
    expect(fingerprint(folder)).toEqual(edited);
    write(folder, { 'numbers.js': SHELL_SQUARES['numbers.js'] });
    expect(json(apply(folder, '--json'))).toMatchObject({ how: 'files' });
    expect(readFileSync(join(folder, 'numbers.js'), 'utf8')).not.toBe(SHELL_SQUARES['numbers.js']);
    expect(fingerprint(folder)['numbers.js']).toMatch(/^100640 /);
    expect(Object.keys(fingerprint(folder))).toEqual(Object.keys(edited));
    expect(apply(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing to do') });
  });
});
