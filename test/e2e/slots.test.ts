import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, repository, temporary } from './support.ts';

const SEEN = "sed -n 's/^Cpus_allowed_list:[^0-9]*/cores /p' /proc/self/status";
const mine = spawnSync('sh', ['-c', SEEN], { encoding: 'utf8' }).stdout.trim();
const several = /[-,]/.test(mine) && spawnSync('taskset', ['--version']).status === 0;

const SUMS = {
  'src/one.txt': '1\n',
  'see.sh': `${SEEN}\n`,
  'bench.sh': "sh see.sh; cat src/*.txt | awk '{ sum += $1 } END { print sum }'\n",
  '.gitignore': '*.log\n',
};

/** The cores that each kind of command saw. */
function seenWith(flags: readonly string[]): Record<string, string> {
  const folder = repository(SUMS);
  const agent = join(temporary(), 'agent.sh');
  writeFileSync(agent, `${SEEN}; echo $EVOLVE_CANDIDATE | tr -dc 0-9 > src/one.txt; echo >> src/one.txt`);
  const commands = ['--gate', 'see=sh see.sh', '--build', 'sh see.sh', '--prepare', 'sh see.sh'];
  const args = ['run', 'sh bench.sh', '--files', 'src/**', '-k', '2', '-g', '1', '--yes', '--agent'];
  const { code, stderr } = evolve(folder, [...args, `command:sh '${agent}' {prompt_file}`, ...commands, ...flags]);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const candidates = join(folder, '.evolve/r1/candidates');
  const logs = {
    prepare: 'gen0-seed/prepare',
    benchmark: 'gen1-1/benchmark',
    gate: 'gen1-1/gate_see',
    build: 'gen1-1/build',
    agent: 'gen1-1/agent',
  };
  return Object.fromEntries(
    Object.entries(logs).map(([name, log]) => [
      name,
      /cores (.*)/.exec(readFileSync(join(candidates, `${log}.log`), 'utf8'))?.[0] ?? '',
    ]),
  );
}

describe.skipIf(!several && process.env.GALAPAGOS_REQUIRE !== 'all')(
  'the benchmark’s cores (needs two cores and taskset)',
  () => {
    it('are its own: gates, builds and agents keep off them', () => {
      const { benchmark, gate, ...others } = seenWith(['--cores', '1']);
      expect(benchmark).toMatch(/^cores \d+$/);
      expect(mine.split(/[-,]/).at(-1)).toBe(benchmark?.slice('cores '.length));
      expect(gate).not.toBe(benchmark);
      expect(gate).not.toBe(mine);
      expect(others).toEqual({ prepare: gate, build: gate, agent: gate });
    });

    it('are everybody’s with --cores 0', () => {
      expect(seenWith(['--cores', '0'])).toEqual({
        benchmark: mine,
        gate: mine,
        prepare: mine,
        build: mine,
        agent: mine,
      });
    });
  },
);

describe('a held-out input', () => {
  it('that authors could know is refused before anything is measured, and nothing is left behind', () => {
    const folder = repository(SUMS);
    const held = ['--holdout', 'sh bench.sh', '--holdout-input', 'bench.sh'];
    const { code, stderr } = evolve(folder, ['run', 'sh bench.sh', '--files', 'src/**', '--yes', ...held]);
    expect(stderr).toContain("held-out input 'bench.sh' is tracked by git");
    expect(code).toBe(2);
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });
});
