import { describe, expect, it } from 'vitest';
import { essence, evolve, json, repository, withoutSandbox } from './support.ts';

withoutSandbox();

/** Squares away from 3, 30 and 0.3, with metrics and a task for each number; better is lower for the first. */
const NUMBERS = {
  'numbers.js': 'module.exports = [1.0, 20, 0.5];\n',
  'bench.sh': `sed 's/[^0-9.,-]//g' numbers.js | awk -F, '
function abs(x) { return x < 0 ? -x : x }
{ sub(/^\\./, "", $1); a = $1 - 3; b = ($2 - 30) / 10; c = 10 * ($3 - 0.3);
  printf "{\\"score\\": %.9f, \\"metrics\\": {\\"latency\\": %.9f}, \\"tasks\\": {\\"a\\": %.9f, \\"b\\": %.9f, \\"c\\": %.9f}, \\"tasks_meta\\": {\\"a\\": \\"min\\"}}\\n",
    -(a * a + b * b + c * c), abs($1) + abs($2), abs(a), -abs(b), -abs(c) }'
`,
};

const RUN = ['run', 'sh bench.sh', '--files', 'numbers.js', '--operator', 'tune', '--yes', '--parallel', '1'];
const start = (folder: string, ...args: string[]) => evolve(folder, [...RUN, '--budget-evals', '10', ...args]);

interface Member {
  readonly id: string;
  readonly score: number;
  readonly values: Readonly<Record<string, number>>;
  readonly cell?: readonly number[];
  readonly won?: readonly string[];
}

function frontIn(folder: string): { by: string; size: number; cells?: number; members: readonly Member[] } {
  return json(evolve(folder, ['status', '--json'])).front;
}

describe('a run with a grid', () => {
  it('keeps the best of every cell, and comes to the same when it is killed and resumed', () => {
    const args = ['--strategy', 'grid', '--grid', 'latency:0..40/8,size/3'];
    const folder = repository(NUMBERS);
    expect(start(folder, ...args).code).toBe(0);
    const { by, size, cells, members } = frontIn(folder);
    expect({ by, cells }).toEqual({ by: 'cells', cells: 24 });
    expect(members).toHaveLength(size);
    expect(size).toBeGreaterThan(1);
    expect(new Set(members.map(({ cell }) => cell?.join())).size).toBe(size);
    for (const { cell, values } of members) {
      expect(cell?.[0]).toBe(Math.min(7, Math.floor((values.latency ?? Number.NaN) / 5)));
      expect(values.size).toBeGreaterThan(20);
    }
    expect(evolve(folder, ['report']).stdout).toContain(`Grid: ${size} of 24 cells`);

    const killed = repository(NUMBERS);
    expect(evolve(killed, [...RUN, '--budget-evals', '10', ...args], { GALAPAGOS_KILL_AT: '40' }).signal).toBe(
      'SIGKILL',
    );
    expect(start(killed, ...args, '--resume').code).toBe(0);
    expect(essence(killed).placements).toEqual(essence(folder).placements);
    expect(frontIn(killed)).toEqual(frontIn(folder));

    const other = start(killed, '--strategy', 'grid', '--grid', 'size', '--resume');
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('has another --grid');
  });
});

describe('a run with a front', () => {
  it('keeps what nobody beats in everything', () => {
    const folder = repository(NUMBERS);
    expect(start(folder, '--strategy', 'pareto', '--objective', 'latency:min').code).toBe(0);
    const { by, members } = frontIn(folder);
    expect(by).toBe('objectives');
    expect(members.length).toBeGreaterThan(1);
    const beaten = members.filter((one) =>
      members.some(
        (other) =>
          other !== one && other.score >= one.score && (other.values.latency ?? 0) <= (one.values.latency ?? 0),
      ),
    );
    expect(beaten).toEqual([]);
    expect(members[0]?.id).toBe(json(evolve(folder, ['status', '--json'])).best.id);
    expect(evolve(folder, ['report']).stdout).toMatch(/Front: \d+ candidates that nobody beats/);
  });

  it('without objectives keeps the best of every task, by the direction of the task', () => {
    const folder = repository(NUMBERS);
    expect(start(folder, '--strategy', 'pareto').code).toBe(0);
    const { by, members } = frontIn(folder);
    expect(by).toBe('tasks');
    expect([...new Set(members.flatMap(({ won }) => won ?? []))].sort()).toEqual(['a', 'b', 'c']);
  });

  it('says at the start what is missing', () => {
    const folder = repository({ ...NUMBERS, 'plain.sh': 'echo 1\n' });
    const plain = (...args: string[]) =>
      evolve(folder, ['run', 'sh plain.sh', '--files', 'numbers.js', '--yes', ...args]).stderr;
    expect(plain('--strategy', 'pareto')).toContain('reports no tasks');
    expect(plain('--strategy', 'pareto', '--objective', 'speed')).toContain('There are: score, size, complexity');
    expect(evolve(folder, ['runs', '--json']).stdout.trim()).not.toContain('r1');
  });
});
