// What a population costs: `evolve db sample` and `add` at 100, 10,000 and 100,000 programs against bare node, and in one process up to
// 1,000,000. All of them live, on three islands: the hardest case, since a small capacity bounds what is looked at. The rows are written by
// SQL, as the population would have them.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from './built.mjs';
import { EVOLVE, interleaved, least, mean, median, ms, table, temporary, times, verdict } from './support.mjs';

const SIZES = [100, 10_000, 100_000];
const LARGEST = 1_000_000;
const ISLANDS = 3;
const ROUNDS = 25;
const REPEATS = 200;
const WANTED_RATIO = 1.5;
const WANTED_OVER_MS = 50;
const WANTED_SAMPLE_MS = 1;

const { openDatabase, openPopulation } = await import(await built('population', 'bench/simulation/population.ts'));

const home = temporary();
const codePath = join(home, 'program.py');
writeFileSync(codePath, 'def f(items):\n    return sorted(items)\n');
const program = (score) => ({
  codePath,
  targetCode: 'def f(items):\n    return sorted(items)\n'.repeat(20),
  parentId: '0',
  metrics: { score },
  changes: 'sorts them once',
});

function filled(size) {
  const dir = join(home, String(size));
  const population = openPopulation(dir, { islands: ISLANDS, islandCapacity: 10 * LARGEST });
  population.add(program(0.5));
  population.close();
  const database = openDatabase(join(dir, 'population.db'));
  // Filling is not what is measured.
  database.exec('pragma synchronous = off; pragma cache_size = -400000; begin; delete from resident');
  const score = '(n * 7919 % 1000003) / 1000003.0';
  const nth = (from) => `with recursive nth (n) as (select ${from} union all select n + 1 from nth where n < ${size})`;
  database.exec(`insert into program ${nth(2)}
    select n, 'p' || n, '0', (n - 1) % ${ISLANDS}, n, ${score}, ${score}, 1, metrics, changes, code_path, target_code
    from nth join program on program.id = 'p1' and program.seq = 1`);
  database.exec(`insert into resident ${nth(1)}
    select n, (n - 1) % ${ISLANDS}, 'p' || n, ${score}, ${score}, (n - 1) / ${ISLANDS} from nth`);
  database.exec('update island set size = (select count(*) from resident where resident.island = island.island)');
  database.exec(`update state set generation = ${size}, current = ${size} % ${ISLANDS}; commit`);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  return { size, dir };
}

const stores = [...SIZES, LARGEST].map((size) => {
  const from = performance.now();
  const store = filled(size);
  console.log(`${size} programs written in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return store;
});

const ADD = ['--codePath', codePath, '--parentId', 'p1', '--metrics', '{"score": 0.4}', '--changes', 'sorts them once'];
const node = (args) => () => {
  const { status, stderr } = spawnSync(process.execPath, args);
  if (status !== 0) throw new Error(`node ${args.join(' ')}: ${stderr}`);
};
const subjects = { 'node -e 0': node(['-e', '0']) };
for (const { size, dir } of stores.slice(0, SIZES.length)) {
  subjects[`sample ${size}`] = node([EVOLVE, 'db', 'sample', dir]);
  subjects[`add ${size}`] = node([EVOLVE, 'db', 'add', dir, ...ADD]);
}
const samples = await interleaved(subjects, ROUNDS);
const bare = samples['node -e 0'];

console.log(`\nWhole commands, ${ROUNDS} rounds in turns; over bare node by minima and of processor time`);
const failed = [];
const rows = ['sample', 'add'].map((verb) => {
  const all = SIZES.map((size) => samples[`${verb} ${size}`]);
  const over = all.map(({ wall }) => least(wall) - least(bare.wall));
  const cpu = all.map((one) => mean(one.cpu) - mean(bare.cpu));
  const [first, last] = [all[0], all.at(-1)];
  const ratios = [
    median(last.wall) / median(first.wall),
    least(last.wall) / least(first.wall),
    mean(last.cpu) / mean(first.cpu),
  ];
  if (Math.min(...ratios) > WANTED_RATIO) failed.push(`${verb} is not flat`);
  // A busy machine blurs the clock more than processor time.
  const more = Math.min(median(over), median(cpu));
  if (more > WANTED_OVER_MS) failed.push(`${verb} takes ${ms(more)} more than node`);
  return [
    `evolve db ${verb}`,
    ...all.map(({ wall }) => ms(median(wall))),
    ms(median(over)),
    ms(median(cpu)),
    ...ratios.map(times),
  ];
});
table(['', ...SIZES.map(String), 'over node', 'of CPU', 'last to first', 'by minima', 'by CPU'], rows);
console.log(`  bare node ${ms(median(bare.wall))}, at least ${ms(least(bare.wall))}`);
console.log(
  `${verdict(failed.length === 0, `at most ${WANTED_RATIO}× and within ${WANTED_OVER_MS} ms of node`)} ${failed.join(', ')}`,
);

const open = stores.map(({ size, dir }) => ({ size, population: openPopulation(dir) }));
const WORK = { sample: (population) => population.sample(), add: (population) => population.add(program(0.4)) };
console.log(`\nIn one process, ${REPEATS} times, ${ROUNDS} rounds in turns`);
const within = [];
for (const [name, work] of Object.entries(WORK)) {
  const repeated = ({ population }) => {
    for (let turn = 0; turn < REPEATS; turn++) work(population);
  };
  const taken = await interleaved(Object.fromEntries(open.map((one) => [one.size, () => repeated(one)])), ROUNDS);
  const each = open.map(({ size }) => taken[size].wall.map((value) => value / REPEATS));
  const [first, last] = [each[0], each.at(-1)];
  within.push({
    name,
    least: least(last),
    middle: median(last),
    cells: [
      ...each.map((one) => ms(median(one))),
      ms(least(last)),
      times(median(last) / median(first)),
      times(least(last) / least(first)),
    ],
  });
}
table(
  ['', ...open.map(({ size }) => String(size)), 'least of the last', 'last to first', 'by minima'],
  within.map(({ name, cells }) => [name, ...cells]),
);
console.log(verdict(within[0].least < WANTED_SAMPLE_MS, `a sample of ${LARGEST} in under ${WANTED_SAMPLE_MS} ms`));
for (const { population } of open) population.close();
