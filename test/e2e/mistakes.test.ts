import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, git, json, repository, SHELL_SQUARES, temporary, write } from './support.ts';

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js'];

/** A mistake: exit 2, one message that begins with evolve:, no stack, and nothing left behind. */
function mistake(folder: string, args: readonly string[], env = {}): string {
  const before = fingerprint(folder);
  const had = existsSync(join(folder, '.evolve'));
  const { code, stderr, stdout } = evolve(folder, args, env);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^(measuring the baseline …\n)?$/);
  expect(stderr).toMatch(/^evolve: /);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect(fingerprint(folder)).toEqual(before);
  if (!had) expect(existsSync(join(folder, '.evolve'))).toBe(false);
  return stderr;
}

describe('a mistake of the user’s', () => {
  it.each([
    ['no fitness command', ['run', '--files', 'numbers.js'], 'What is to be measured?'],
    ['no files', ['run', 'sh bench.sh'], '--files'],
    ['files that do not exist', ['run', 'sh bench.sh', '--files', 'nothing.js'], 'matches no file'],
    ['files outside the repository', ['run', 'sh bench.sh', '--files', '../other.js'], 'outside'],
    [
      'a fitness command that does not exist',
      ['run', 'no-such-program', '--files', 'numbers.js'],
      'exited with code 127',
    ],
    ['a fitness command that fails', ['run', 'exit 3', '--files', 'numbers.js'], 'exited with code 3'],
    ['a fitness command that prints no number', ['run', 'echo hello', '--files', 'numbers.js'], 'printed no number'],
    ['a fitness command that prints nothing', ['run', 'true', '--files', 'numbers.js'], 'stdout is empty'],
    [
      'a fitness command that hangs',
      ['run', 'sleep 1000', '--files', 'numbers.js', '--timeout', '300ms'],
      'ran longer than 0.3 s',
    ],
    ['a gate that the seed fails', [...RUN, '--gate', 'false'], 'gate gate1 exited with code 1'],
    ['a build that fails', [...RUN, '--build', 'exit 4'], 'build exited with code 4'],
    ['a preparation that fails', [...RUN, '--prepare', 'exit 4'], 'prepare exited with code 4'],
    ['k of 1', [...RUN, '-k', '1'], 'hill climbing'],
    ['a word for a number', [...RUN, '-g', 'ten'], 'takes a whole number, not "ten"'],
    ['a direction that is none', [...RUN, '--direction', 'up'], 'max or min'],
    ['a command that is nearly one', ['leaderbord'], 'Did you mean leaderboard?'],
    ['an operator that does not exist', [...RUN, '--operator', 'magic'], '--operator takes built-in, tune or syntax'],
    ['an option that does not exist', [...RUN, '--speed', '9'], 'unknown option'],
    ['an input that does not exist', [...RUN, '--input', 'data'], 'data'],
    ['an input that looks like a secret', [...RUN, '--input', '.env'], '.env'],
    ['both --resume and --fresh', [...RUN, '--resume', '--fresh'], 'choose one'],
    ['a file without anything to change', ['run', 'echo 1', '--files', 'empty.js'], 'nothing to change'],
    ['a file without numbers', ['run', 'echo 1', '--files', 'empty.js', '--operator', 'tune'], 'no numbers to tune'],
    ['two authors', [...RUN, '--agent', 'command:true', '--operator', 'tune'], 'choose one'],
    ['an agent that is not known', [...RUN, '--agent', 'magic'], 'There is'],
    ['a setting out of a list', [...RUN, '--domain', 'beauty'], 'performance, accuracy, size, robustness or general'],
    ['a verb that does not exist', ['fly'], 'There are: run, answer'.slice(0, 14)],
    ['a status without runs', ['status'], 'No runs here yet'],
  ])('%s', (_name, args, message) => {
    const folder = repository({ ...SHELL_SQUARES, 'empty.js': '// nothing\n', '.gitignore': '.env\n' });
    writeFileSync(join(folder, '.env'), 'KEY=1');
    expect(mistake(folder, args)).toContain(message);
  });

  it('git is not installed', () => {
    const folder = repository(SHELL_SQUARES);
    const bin = temporary();
    expect(mistake(folder, RUN, { PATH: bin })).toContain('git');
  });

  it('uncommitted changes, unless they are wanted', () => {
    const folder = repository(SHELL_SQUARES);
    writeFileSync(join(folder, 'numbers.js'), 'module.exports = [2.0, 20, 0.5];\n');
    const message = mistake(folder, RUN);
    expect(message).toContain('numbers.js');
    expect(message).toContain('--dirty');
    expect(json(evolve(folder, [...RUN, '--dirty', '-g', '1', '--yes', '--json'])).baseline.score).toBe(-6);
  });

  it('a fitness that works in the user’s tree but not sealed: says what is missing and the flag that adds it', () => {
    const folder = repository({ ...SHELL_SQUARES, '.gitignore': 'big data/\nsecret.pem\n' });
    write(folder, { 'big data/x.txt': '1', 'secret.pem': 'x' });
    const message = mistake(folder, ['run', 'cat "big data/x.txt"', '--files', 'numbers.js']);
    expect(message).toContain('big data');
    expect(message).toContain('--input');
    expect(message).not.toContain('secret.pem');
  });

  it('after a run exists, a mistake leaves that run as it was', () => {
    const folder = repository(SHELL_SQUARES);
    json(evolve(folder, [...RUN, '-g', '1', '--yes', '--json']));
    const log = json(evolve(folder, ['log', '--json']));
    mistake(folder, ['run', 'false', '--files', 'numbers.js']);
    expect(json(evolve(folder, ['log', '--json']))).toEqual(log);
    expect(json(evolve(folder, ['runs', '--json']))).toHaveLength(1);
    expect(readdirSync(join(folder, '.evolve'))).not.toContain('r2');
    expect(mistake(folder, ['show', 'gen9-9'])).toContain('no candidate gen9-9');
    expect(mistake(folder, ['status', '--run', 'r7'])).toContain('There is no run r7');
  });

  it('takes away nothing that was there before it came', () => {
    const folder = repository(SHELL_SQUARES);
    write(folder, { '.evolve/notes.txt': 'mine' });
    writeFileSync(join(folder, '.git/info/exclude'), '.evolve\n');
    expect(evolve(folder, ['run', 'false', '--files', 'numbers.js']).code).toBe(2);
    expect(existsSync(join(folder, '.evolve/notes.txt'))).toBe(true);
  });

  it('with --json, says so as a document as well', () => {
    const folder = repository(SHELL_SQUARES);
    const { code, stdout } = evolve(folder, ['run', 'false', '--files', 'numbers.js', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 2, error: expect.stringContaining('exited with code 1') });
  });

  it('a bare repository and a folder that is not there', () => {
    const folder = temporary();
    mkdirSync(join(folder, 'bare'));
    git(join(folder, 'bare'), 'init', '-q', '--bare');
    expect(evolve(join(folder, 'bare'), RUN)).toMatchObject({ code: 2 });
    expect(evolve(folder, [...RUN, '--cwd', 'nowhere'])).toMatchObject({ code: 2 });
    expect(evolve(folder, ['status', '--cwd', 'nowhere'])).toMatchObject({ code: 2 });
  });
});
