import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, fingerprint, json, processesWith, repository, SQUARES, start, until } from './support.ts';

const has = (tool: string): boolean =>
  spawnSync(tool, ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

const TARGET = 'module.exports = (a, b) => (a > b ? a * 2 + b : b - a);\n';

/** Runs the target in a child of its own, believes only lines with a secret, and checks the answers itself. */
const APART = {
  'target.js': TARGET,
  'child.js':
    "const [secret, pairs] = JSON.parse(require('fs').readFileSync(0, 'utf8'));\nconst f = require('./target.js');\nconsole.log(secret + JSON.stringify(pairs.map(([a, b]) => f(a, b))));\n",
  'bench.js': `
const { spawnSync } = require('node:child_process');
const secret = require('node:crypto').randomUUID();
const pairs = [[1, 2], [2, 1], [3, 3], [7, 2], [0, 5], [4, -1]];
const input = JSON.stringify([secret, pairs]);
const { status, stdout } = spawnSync(process.execPath, ['child.js'], { input, env: {}, encoding: 'utf8' });
const line = stdout.split('\\n').find((one) => one.startsWith(secret));
if (status !== 0 || line === undefined) process.exit(1);
const answers = JSON.parse(line.slice(secret.length));
console.log(-answers.reduce((sum, answer, index) => sum + Math.abs(answer - pairs[index][0] * 3), 0));
`,
};

/** Gives every failure the best score. */
const SWALLOWING = {
  'target.js': 'module.exports = () => 7;\n',
  'bench.js': "let score = 100;\ntry {\n  score = require('./target.js')();\n} catch {}\nconsole.log(score);\n",
};

// What sleeps is ended by it.
const SOON = ['--timeout', '4s'];

const verdicts = (harness: { cases: readonly { id: string; kind: string; verdict: string }[] }) =>
  Object.fromEntries(harness.cases.filter(({ kind }) => kind !== 'mutant').map(({ id, verdict }) => [id, verdict]));

describe('the red team', () => {
  it('finds nothing in a command that measures from outside, and leaves nothing behind', () => {
    const folder = repository(APART);
    const before = fingerprint(folder);
    const { ok, harness } = json(
      evolve(folder, ['doctor', 'node bench.js', '--files', 'target.js', ...SOON, '--json']),
    );
    expect({ ok, rewarded: harness.rewarded, forged: harness.forged }).toEqual({ ok: true, rewarded: [], forged: [] });
    expect(verdicts(harness)).toEqual({
      'seed-1': 'same',
      'seed-2': 'same',
      reformatted: 'same',
      empty: 'caught',
      deleted: 'caught',
      raises: 'caught',
      exits: 'caught',
      sleeps: 'caught',
      prints: 'caught',
      'prints-last': 'caught',
      writes: 'caught',
      'writes-last': 'caught',
      clocks: 'caught',
    });
    expect(harness.cases.find((one: { id: string }) => one.id === 'sleeps').reason).toContain('ran longer than');
    expect(harness.mutants.killRate).toBeGreaterThan(0.5);
    expect(harness).toMatchObject({ noisy: false, notTried: [], advice: [] });
    expect(fingerprint(folder)).toEqual(before);
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });

  it('refuses a command that rewards a target that fails, unless forced', () => {
    const folder = repository(SWALLOWING);
    const run = ['run', 'node bench.js', '--files', 'target.js', '-g', '1', '-k', '2', '--yes', ...SOON, '--checked'];
    const refused = evolve(folder, run);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      'The fitness command rewards a target that is empty, or fails when it is loaded, or is deleted (it scores 100, the unchanged code 7)',
    );
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(join(folder, '.evolve'))).toBe(false);

    const forced = evolve(folder, [...run, '--force']);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expect(forced.stdout).toContain('warning: it rewards a target that does nothing (empty, raises, deleted)');
    const again = evolve(folder, run);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('rewards a target that is empty') });
    expect(again.stdout).not.toContain('trying to fool');
    expect(json(evolve(folder, ['runs', '--json']))).toHaveLength(1);
  });

  it('warns once where the target can forge its score, and not of the same command again', () => {
    const folder = repository(SQUARES);
    const run = ['run', 'node bench.js', '--files', 'numbers.js', '-g', '1', '-k', '2', '--yes', ...SOON, '--checked'];
    const first = evolve(folder, run);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^checked the fitness command: 10 tricks tried, 2 worked: prints-last, prints; /m);
    expect(first.stdout).toContain('galapagos_bench.py');
    expect(existsSync(join(folder, '.evolve/r1/red-team'))).toBe(false);
    expect(json(evolve(folder, ['status', '--json'])).candidates).toMatchObject({ total: 2 });
    const second = evolve(folder, run);
    expect(second.code).toBe(0);
    expect(second.stdout).not.toMatch(/fool|checked|warning/);
  });

  it('says that a command does not look at the target', () => {
    const folder = repository(APART);
    const { code, stdout } = evolve(folder, ['doctor', 'echo 5', '--files', 'target.js', ...SOON]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Small changes that made a difference: 0 of \d+ \(0 %\)\./);
    expect(stdout).toMatch(/the target is empty +unnoticed +5/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('more inputs or a gate that checks its answers');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it.skipIf(!has('python3'))('knows clocks that a target in the same process slows down (needs python3)', () => {
    const folder = repository({
      'target.py': 'def work():\n    return sum(range(100000))\n',
      'bench.py':
        'import json, os, time\nimport target\nstart = time.perf_counter()\nassert target.work() == 4999950000\nscore = time.perf_counter() - start\nwith open(os.environ["EVOLVE_RESULT"], "w") as file:\n    json.dump({"score": score}, file)\n',
    });
    const args = [
      'doctor',
      'python3 bench.py',
      '--files',
      'target.py',
      '--direction',
      'min',
      '--timeout',
      '4s',
      '--json',
    ];
    const { harness } = json(evolve(folder, args));
    expect(harness).toMatchObject({ noisy: true, rewarded: [], forged: ['writes-last', 'writes', 'clocks'] });
    expect(verdicts(harness)).toMatchObject({ empty: 'caught', raises: 'caught', exits: 'caught', prints: 'caught' });
    expect(harness.advice[0]).toContain('child process');
  });

  it('ends with all that it started when it is interrupted', async () => {
    const mark = `mark-${process.pid}-red-`;
    const stuck = "if (process.env.EVOLVE_CANDIDATE !== 'gen0-seed') setInterval(() => {}, 1000);\n";
    const folder = repository({ ...SQUARES, 'bench.js': `${SQUARES['bench.js']}${stuck}` });
    const run = ['run', `node bench.js ${mark}`, '--files', 'numbers.js', '--yes', '--checked'];
    const { child, ended } = start(folder, run);
    await until(() => existsSync(join(folder, '.evolve/r1/red-team/candidates')));
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
    expect(processesWith(mark)).toEqual([]);
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });
});
