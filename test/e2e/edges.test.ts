import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  EVOLVE,
  evolve,
  git,
  json,
  processesWith,
  repository,
  SHELL_SQUARES,
  start,
  temporary,
  until,
  write,
} from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js'];

describe('at the edges', () => {
  it('a reader that stops reading ends a verb that shows, and does not end a run', () => {
    const folder = repository(SHELL_SQUARES);
    const piped = (line: string) =>
      spawnSync('bash', ['-o', 'pipefail', '-c', line], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, E: EVOLVE },
      });
    const run = piped('node "$E" run "sh bench.sh" --files numbers.js -g 3 -s 9 --yes | head -1');
    expect(run.stderr).toBe('');
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'finished', generation: 3 });
    const log = piped('node "$E" log | head -1');
    expect(log).toMatchObject({ stderr: '', status: 0 });
  });

  it('a resumed run says that the code has changed since it was started', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '--json']));
    expect(evolve(folder, [...RUN, '--resume']).stdout).not.toContain('has changed since');
    writeFileSync(join(folder, 'numbers.js'), 'module.exports = [2.0, 20, 0.5];\n');
    git(folder, 'commit', '-qam', 'other');
    expect(evolve(folder, [...RUN, '--resume']).stdout).toContain('run r1 goes on from the code it was started with');
  });

  it('diff writes a patch that applies, whatever the file ends with', () => {
    const crlf = SHELL_SQUARES['numbers.js'].replace('\n', '\r\n\r\n\r\n');
    const folder = repository({
      'numbers.js': `${crlf}// caf\u00e9\r\n\r\n`,
      'bench.sh': SHELL_SQUARES['bench.sh'].replace('sed', 'head -1 numbers.js | sed').replace("' numbers.js", "'"),
    });
    expect(json(evolve(folder, [...RUN, '-g', '2', '--yes', '--json'])).patch).not.toBeNull();
    writeFileSync(join(folder, 'winner.patch'), evolve(folder, ['diff', 'best']).stdout);
    git(folder, 'apply', '--check', 'winner.patch');
  });

  it('leaves files that are not UTF-8 alone, and says so', () => {
    const folder = repository({ ...SHELL_SQUARES, 'more.js': 'module.exports = 7;\n' });
    writeFileSync(
      join(folder, 'numbers.js'),
      Buffer.concat([Buffer.from('// \xe9\n', 'latin1'), Buffer.from(SHELL_SQUARES['numbers.js'])]),
    );
    git(folder, 'commit', '-qam', 'latin-1');
    const none = evolve(folder, [...RUN, '-g', '1', '--yes']);
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain('numbers.js: not UTF-8');
    const some = evolve(folder, ['run', 'echo 1', '--files', 'numbers.js', 'more.js', '-g', '1', '--yes']);
    expect(some.stdout).toContain('left out: numbers.js: not UTF-8');
  });

  it('a repository inside another has its own runs', () => {
    const outer = repository(SHELL_SQUARES);
    json(evolve(outer, [...RUN, '--json']));
    const inner = join(outer, 'inner');
    mkdirSync(inner);
    git(inner, 'init', '-q');
    expect(evolve(inner, ['status']).stderr).toContain('No runs here yet');
    expect(evolve(inner, ['stop'])).toMatchObject({ code: 2 });
    expect(json(evolve(outer, ['status', '--json'])).state).toBe('paused');
  });

  it('Ctrl-C ends a preparation too', async () => {
    const nap = `8000.${process.pid}`;
    const folder = repository({ ...SHELL_SQUARES, 'prepare.sh': `exec sleep ${nap}\n` });
    const { child, ended } = start(folder, [...RUN, '--prepare', 'sh prepare.sh']);
    await until(() => processesWith(nap).length > 0);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(processesWith(nap)).toEqual([]);
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });

  it('a failing machine is no bug of ours: no stack, exit 1, and the run can be continued', () => {
    const folder = repository(SHELL_SQUARES);
    const flag = join(temporary(), 'gone');
    const args = [...RUN, '--prepare', `test ! -f '${flag}'`, '-g', '2'];
    expect(json(evolve(folder, [...args, '--json']))).toMatchObject({ state: 'paused' });
    writeFileSync(flag, '');
    const again = evolve(folder, [...args, '--resume', '--yes']);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('prepare exited with code 1');
    expect(again.stderr).not.toMatch(/bug|\n {4}at /);
    expect(json(evolve(folder, ['status', '--json']))).toMatchObject({ state: 'stopped', stop: { cause: 'broken' } });
  });

  it('puts a mistake in words that help', () => {
    const folder = repository(SHELL_SQUARES);
    const said = (...args: string[]) => evolve(folder, args).stderr;
    expect(said('run', '--files', 'numbers.js', 'sh bench.sh')).toContain(
      'Put the command before --files: evolve run "sh bench.sh"',
    );
    expect(said('run', 'sh', 'bench.sh', '--files', 'numbers.js')).toContain('Quote the command');
    expect(said(...RUN, '--file', 'x')).toMatch(
      /^evolve: unknown option '--file'\. Did you mean --files\? See: evolve run --help\n$/,
    );
    expect(said('run', 'echo 1', '--files', 'numbers.js', '-k', '1')).toContain('-k must be at least 2');
    expect(evolve(folder, ['help', 'nothing']).code).toBe(2);
    expect(evolve(folder, ['help', 'run']).stdout).toContain('Usage: evolve run');
    expect(evolve(folder, []).stdout).toContain('Usage: evolve <command>');
  });
});

describe.skipIf(process.getuid?.() !== 0 && process.env.GALAPAGOS_REQUIRE !== 'all')(
  'as an ordinary user (needs root to become one)',
  () => {
    const user = (folder: string, args: readonly string[]) =>
      spawnSync(
        'setpriv',
        ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath, EVOLVE, ...args],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: '/nonexistent', GALAPAGOS_LOCKS: join(folder, '..', 'locks') },
        },
      );

    function theirs(files: Readonly<Record<string, string>>): string {
      const folder = join(temporary(), 'theirs');
      mkdirSync(folder);
      chmodSync(join(folder, '..'), 0o777);
      write(folder, files);
      execFileSync('chown', ['-R', '65534:65534', folder]);
      return folder;
    }

    it('a folder that nobody may enter does not wedge a killed run', () => {
      const bench = `mkdir -p x/y && touch x/y/z && chmod 000 x/y\nif [ "$EVOLVE_CANDIDATE" = gen1-1 ] && [ ! -f '%s' ]; then touch '%s'; kill -9 $(cat '%p'); fi\n${SHELL_SQUARES['bench.sh']}`;
      const outside = temporary();
      chmodSync(outside, 0o777);
      const folder = theirs({
        ...SHELL_SQUARES,
        'bench.sh': bench.replaceAll('%s', join(outside, 'once')).replace('%p', join(outside, 'pid')),
      });
      const result = user(folder, [...RUN, '-g', '1', '--yes', '--json']);
      expect(result.stderr).not.toContain('bug');
      expect(result.status).toBe(0);
      expect(JSON.parse(result.stdout)).toMatchObject({ state: 'finished', candidates: { broken: 0 } });
      expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
    });

    it('a repository that may not be written gets a message, not a stack', () => {
      const folder = repository(SHELL_SQUARES);
      chmodSync(join(folder, '..'), 0o755);
      git(folder, 'config', '--local', 'core.fileMode', 'true');
      const result = spawnSync(
        'setpriv',
        ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath, EVOLVE, ...RUN],
        {
          cwd: folder,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_COUNT: '1' },
        },
      );
      expect(result.status).toBe(2);
      expect(result.stderr).not.toMatch(/\n {4}at /);
      expect(readFileSync(join(folder, 'numbers.js'), 'utf8')).toBe(SHELL_SQUARES['numbers.js']);
    });
  },
);
