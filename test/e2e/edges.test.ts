import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
    const run = piped('node "$E" run "sh bench.sh" --files numbers.js --unchecked -g 3 -s 9 --yes | head -1');
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
    const outside = temporary();
    const flag = join(outside, 'gone');
    const args = [...RUN, '--allow-read', outside, '--prepare', `test ! -f '${flag}'`, '-g', '2'];
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

const canBecome = process.getuid?.() === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

describe.skipIf(!canBecome)('as an ordinary user (needs root to become one)', () => {
  const NOBODY = ['--reuid', '65534', '--regid', '65534', '--clear-groups'];

  function asUser(folder: string, args: readonly string[]) {
    const env = { PATH: process.env.PATH, HOME: '/nonexistent', GALAPAGOS_LOCKS: join(folder, '..', 'locks') };
    return spawn('setpriv', [...NOBODY, process.execPath, EVOLVE, ...args, '--unchecked'], { cwd: folder, env });
  }

  async function endOf(child: ReturnType<typeof asUser>) {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout, stderr };
  }

  /** A folder that is no repository: git would look at who owns one. */
  function folderOf(owner: number, files: Readonly<Record<string, string>>): string {
    const folder = join(temporary(), 'theirs');
    mkdirSync(folder);
    chmodSync(join(folder, '..'), 0o777);
    write(folder, files);
    execFileSync('chown', ['-R', `${owner}:${owner}`, folder]);
    return folder;
  }

  it('a folder that nobody may enter does not wedge a killed run', async () => {
    const nap = `9000.${process.pid}`;
    const locked = 'mkdir -p x/y && touch x/y/z && chmod 000 x/y';
    const bench = `${locked}\ntest "$EVOLVE_CANDIDATE" = gen1-1 && exec sleep ${nap}\n${SHELL_SQUARES['bench.sh']}`;
    const folder = folderOf(65534, { ...SHELL_SQUARES, 'bench.sh': bench });
    const args = [...RUN, '-g', '1', '--parallel', '1', '--yes', '--json'];
    const child = asUser(folder, args);
    const killed = endOf(child);
    await until(() => processesWith(nap).length > 0);
    child.kill('SIGKILL');
    await killed;
    await until(() => processesWith(nap).length === 0);
    const made = ['tree', 'upper'].filter((name) => existsSync(join(folder, '.evolve/r1/lanes/0', name, 'x/y')));
    expect(made).toHaveLength(1);
    const resumed = await endOf(asUser(folder, [...args, '--resume', '--timeout', '3s']));
    expect(resumed).toMatchObject({ code: 0 });
    expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'finished', candidates: { broken: 0, invalid: 1 } });
    expect(existsSync(join(folder, '.evolve/r1/lanes'))).toBe(false);
  });

  it('a folder that may not be written gets a message, not a stack', async () => {
    const folder = folderOf(0, SHELL_SQUARES);
    chmodSync(folder, 0o755);
    const { code, stderr } = await endOf(asUser(folder, RUN));
    expect(code).toBe(2);
    expect(stderr).toContain("can't write");
    expect(stderr).not.toMatch(/bug|\n {4}at /);
  });
});
