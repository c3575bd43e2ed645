import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, git, json, repository, SQUARES, temporary, write } from './support.ts';

const RUN = ['run', 'node bench.js', '--files', 'numbers.js', '--operator', 'tune'];

describe('a sealed checkout', () => {
  it('prepares once per checkout, builds once per candidate, and passes only what its gates let through', () => {
    const folder = repository({
      ...SQUARES,
      'count.sh': 'echo "$1" >> "$COUNTER/$1"\n',
      'bench.js': `const [a] = require('./built.js');\nrequire('./prepared/ok.js');\nconsole.log(-((a - 3) ** 2));\n`,
    });
    const counter = temporary();
    const count = (what: string) => `echo x >> '${join(counter, what)}'`;
    const report = json(
      evolve(folder, [
        ...RUN,
        ...['--parallel', '1', '-g', '2', '--yes', '--json', '--budget-evals', '5', '--allow-write', counter],
        ...['--prepare', `mkdir prepared && echo > prepared/ok.js && ${count('prepare')}`],
        ...['--build', `cp numbers.js built.js && ${count('build')}`],
        ...['--gate', `quick=${count('pre')} && test -f built.js && test -f prepared/ok.js`],
        ...['--gate', `post:slow=${count('post')} && test -f built.js`],
      ]),
    );
    const lines = (what: string) => readFileSync(join(counter, what), 'utf8').trim().split('\n').length;
    // Once for the baseline's checkout and once for the run's.
    expect(lines('prepare')).toBe(2);
    const measured = report.candidates.total - report.candidates.cached + 1;
    expect(lines('pre')).toBe(measured);
    expect(lines('post')).toBe(measured);
    // Besides each candidate, a new best is built to be measured once more unless it still stands there, and seed and winner at the end.
    const again = json(evolve(folder, ['log', '-n', '1000', '--json'])).filter(
      ({ event }: { event: { type: string } }) => event.type === 'sampled',
    ).length;
    expect(again).toBeGreaterThan(0);
    expect(lines('build')).toBeGreaterThanOrEqual(measured + 2);
    expect(lines('build')).toBeLessThanOrEqual(measured + again + 2);
    const strict = json(
      evolve(folder, [
        ...RUN,
        '--prepare',
        'mkdir prepared && echo > prepared/ok.js',
        '--build',
        'cp numbers.js built.js',
        '--gate',
        "same=grep -q '1.0' numbers.js",
        '-g',
        '2',
        '--yes',
        '--json',
      ]),
    );
    const board = json(evolve(folder, ['leaderboard', '--json', '--run', strict.run]));
    const invalid = board.filter((row: { status: string }) => row.status === 'invalid');
    expect(invalid.length).toBeGreaterThan(0);
    expect(invalid[0].reason).toBe('gate same exited with code 1');
  });

  it('changes only what lies between markers', () => {
    const folder = repository({
      ...SQUARES,
      'numbers.js': 'module.exports = [\n  1.0,\n  // EVOLVE-BLOCK-START\n  20,\n  // EVOLVE-BLOCK-END\n  0.5,\n];\n',
    });
    json(evolve(folder, [...RUN, '-g', '3', '--yes', '--json']));
    const { patch } = json(evolve(folder, ['diff', 'best', '--json']));
    const changed = patch.split('\n').filter((line: string) => /^[-+] /.test(line));
    expect(changed).toHaveLength(2);
    expect(changed[0]).toBe('-  20,');
  });

  it('gives candidates an allow-listed environment without secrets', () => {
    const folder = repository({
      ...SQUARES,
      'bench.js': `${SQUARES['bench.js'].replace('console.log', "if (process.env.MY_API_KEY) throw new Error('leak');\nconst { EVOLVE_CANDIDATE, EVOLVE_RESULT, EVO_WORKTREE } = process.env;\nif (!EVOLVE_CANDIDATE || !EVOLVE_RESULT || EVO_WORKTREE !== process.cwd()) throw new Error('missing');\nconsole.log")}`,
    });
    const result = evolve(folder, [...RUN, '-g', '1', '--yes', '--json'], { MY_API_KEY: 'sk-123456789' });
    expect(json(result).candidates.invalid).toBe(0);
  });

  it('keeps git in a benchmark from finding the user’s repository', () => {
    const folder = repository({ ...SQUARES, 'bench.sh': 'git rev-parse --show-toplevel && exit 1\necho 5\n' });
    expect(
      json(evolve(folder, ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '1', '--yes', '--json'])).baseline
        .score,
    ).toBe(5);
  });

  it('keeps traces, and gives every command empty folders of its own', () => {
    const folder = repository({
      ...SQUARES,
      'bench.sh':
        'for d in "$TMPDIR" "$EVOLVE_TRACES_DIR" "$EVO_CHECKPOINT_DIR"; do test -z "$(ls -A "$d")" || exit 7; done\n' +
        'echo 1 > "$EVOLVE_TRACES_DIR/task_a.json"; echo 2 > "$TMPDIR/x"; rmdir "$EVO_CHECKPOINT_DIR"; ln -s / "$EVO_CHECKPOINT_DIR"\necho 5\n',
    });
    const report = json(
      evolve(folder, ['run', 'sh bench.sh', '--files', 'numbers.js', '-g', '1', '--parallel', '1', '--yes', '--json']),
    );
    expect(report.candidates).toMatchObject({ total: 4, scored: 4 });
    expect(readFileSync(join(folder, '.evolve/r1/candidates/gen1-2/traces/task_a.json'), 'utf8')).toBe('1\n');
    expect(existsSync('/etc/passwd')).toBe(true);
  });

  it('takes a path that git does not hold as a read-only input', () => {
    const folder = repository({ ...SQUARES, '.gitignore': 'data/\n' });
    write(folder, { 'data/offset.txt': '5' });
    writeFileSync(
      join(folder, 'bench.js'),
      "const fs = require('node:fs');\ntry { fs.writeFileSync('data/offset.txt', '99'); } catch {}\nconst [a] = require('./numbers.js');\nconsole.log(Number(fs.readFileSync('data/offset.txt', 'utf8')) - (a - 3) ** 2);\n",
    );
    git(folder, 'commit', '-qam', 'needs data');
    const without = evolve(folder, RUN);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('--input data');
    const report = json(evolve(folder, [...RUN, '--input', 'data', '-g', '1', '--yes', '--json']));
    expect(report.baseline.score).toBe(1);
    expect(readFileSync(join(folder, 'data/offset.txt'), 'utf8')).toBe('5');
  });
});
