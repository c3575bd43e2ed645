import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVOLVE, evolve, json, processesWith, repository, start, until } from './support.ts';

const required = process.env.GALAPAGOS_REQUIRE === 'all';

// 5 when the data could not be opened for writing: then it was opened before, put aside, and made read-only.
const BENCH = 'if (: >>data.txt) 2>/dev/null; then n=1; else n=5; fi; cat data.txt numbers.js >/dev/null && echo $n\n';
const FILES = { 'numbers.js': 'module.exports = [1.5];\n', 'bench.sh': BENCH, 'data.txt': 'data\n' };
const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '-k', '2', '-g', '1', '--parallel', '1', '--yes'];

const seedScore = (shown: string): number => JSON.parse(shown).evaluation.samples[0];
const ran = (() => {
  const folder = repository(FILES);
  const { code, stderr } = evolve(folder, RUN);
  const score = code === 0 ? seedScore(evolve(folder, ['show', 'seed', '--json']).stdout) : undefined;
  return { code, stderr, score, data: readFileSync(join(folder, 'data.txt'), 'utf8') };
})();

describe.skipIf(ran.score === 1 && !required)('where overlays can be mounted (needs a sandbox and overlays)', () => {
  it('a benchmark that opens its data for writing has it read-only', () => {
    expect(ran).toMatchObject({ code: 0, score: 5, data: 'data\n' });
  });

  it('one that must write to what is tracked is told what to do', () => {
    const bench = 'echo data >data.txt || exit; cat numbers.js >/dev/null; echo 1\n';
    const ran = evolve(repository({ ...FILES, 'bench.sh': bench }), RUN);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/data\.txt.*Read-only file system/i);
    expect(ran.stderr).toMatch(/let it write to a new file, or below \$TMPDIR/);
  });

  it('nothing is mounted and nothing is left when the driver is killed', async () => {
    const slow =
      'mkdir -p locked/in; chmod 0 locked/in; test "$EVOLVE_CANDIDATE" = gen1-1 && exec sleep 4343.5\necho 1\n';
    const folder = repository({ ...FILES, 'bench.sh': `cat numbers.js >/dev/null\n${slow}` });
    const { child, ended } = start(folder, RUN);
    await until(() => processesWith('4343.5').length > 0);
    child.kill('SIGKILL');
    await ended;
    await until(() => processesWith('4343.5').length === 0);
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain('upperdir=upper');
    const [lane = ''] = lanes(folder);
    expect(existsSync(join(lane, 'upper/locked'))).toBe(true);
    json(evolve(folder, [...RUN, '--resume', '--timeout', '3s', '--json']));
    expect(lanes(folder)).toEqual([]);
  });

  const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups', process.execPath];
  const canBeNobody =
    process.getuid?.() === 0 && spawnSync('setpriv', [...nobody, EVOLVE, '--version'], { cwd: '/' }).status === 0;

  it.skipIf(!canBeNobody && !required)('an ordinary user has the same (needs root)', () => {
    const folder = repository(FILES);
    execFileSync('chown', ['-R', '65534:65534', dirname(folder)]);
    const env = { PATH: process.env.PATH ?? '', HOME: dirname(folder), GALAPAGOS_LOCKS: dirname(folder) };
    const as = (...args: string[]) =>
      spawnSync('setpriv', [...nobody, EVOLVE, ...args], { cwd: folder, encoding: 'utf8', env });
    expect(as(...RUN, '--unchecked')).toMatchObject({ status: 0 });
    expect(seedScore(as('show', 'seed', '--json').stdout)).toBe(5);
  });
});

/** The folders of the checkouts of the one run. */
function lanes(folder: string): readonly string[] {
  const all = readdirSync(join(folder, '.evolve'), { recursive: true, encoding: 'utf8' });
  return all.filter((path) => path.endsWith('/upper')).map((path) => dirname(join(folder, '.evolve', path)));
}
