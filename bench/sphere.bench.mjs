// Two programs of constants, sphere-10 and rastrigin-6, on the whole engine: loop, strategies, journal; author and evaluator are in this
// process. Every change is the scripted mutator's, whatever the operation, and there is no control arm, so that only the choice of the
// parent differs. Then once with real processes: evolve with an agent and a benchmark.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { built } from './built.mjs';
import { evolve, median, repository, table, temporary, verdict } from './support.mjs';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const BUDGETS = [200, 500, 1000];
/** What was measured of a peer with the same mutator; its start and shift are not known, so only the size tells. */
const PEER = {
  'sphere-10': { OpenEvolve: [127.7, 95.8, 76.1], 'OpenEvolve, tuned by hand': [67.7, 9.5, 0.22] },
  'rastrigin-6': { OpenEvolve: [85.1, 67.9, 53.2], 'OpenEvolve, tuned by hand': [55.1, 28.1, 15.1] },
};

const { TASKS, WAYS, memoryJournal, openStore, placesOf, run } = await import(
  await built('engine', 'bench/simulation/engine.ts')
);

const shown = (value) => (value >= 0.1 ? value.toFixed(2) : value.toPrecision(2));
for (const [name, task] of Object.entries(TASKS)) {
  const rows = [];
  const medians = {};
  for (const [way, how] of Object.entries(WAYS)) {
    const found = [];
    for (const seed of SEEDS)
      found.push(
        await run(
          memoryJournal('r1', () => 0),
          task,
          how,
          seed,
          BUDGETS,
        ),
      );
    medians[way] = BUDGETS.map((_, at) => median(found.map((one) => one[at])));
    rows.push([way, ...medians[way].map(shown)]);
  }
  const store = openStore(join(temporary(), '.evolve'), () => 0);
  const kept = await run(store.journal('r1'), task, WAYS.patient, 1, BUDGETS);
  const same = await run(
    memoryJournal('r1', () => 0),
    task,
    WAYS.patient,
    1,
    BUDGETS,
  );
  store.close();
  console.log(`\n${name}: the best after so many evaluations, medians of ${SEEDS.length} seeds, lower is better`);
  const peers = Object.entries(PEER[name]);
  table(['', ...BUDGETS], [...rows, ...peers.map(([peer, values]) => [`${peer} (elsewhere)`, ...values])]);
  const below = BUDGETS.every((_, at) => peers.every(([, values]) => medians.patient[at] < values[at]));
  console.log(verdict(below, 'patient is below both figures of the peer'));
  for (const other of ['greedy', 'top-5']) {
    const ahead = BUDGETS.filter((_, at) => medians.patient[at] <= medians[other][at]);
    console.log(`patient is no worse than ${other} at ${ahead.join(', ') || 'none of them'}`);
  }
  console.log(verdict(kept.join() === same.join(), 'the same in a store on disk as in memory'));
}

const MUTATOR = `import { readFileSync, writeFileSync } from 'node:fs';
const numbers = JSON.parse(readFileSync('numbers.json', 'utf8'));
const normal = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
const size = 0.01 * 200 ** Math.random();
const u = Math.random();
const any = () => Math.floor(Math.random() * numbers.length);
const chosen = u < 0.25 ? numbers.map((_, index) => index) : [any(), ...(u < 0.5 ? [any()] : [])];
for (const index of new Set(chosen)) numbers[index] = Math.max(-10, Math.min(10, numbers[index] + size * normal()));
writeFileSync('numbers.json', JSON.stringify(numbers) + '\\n');
console.log('A step of ' + size);
`;
const BENCH = `import { readFileSync } from 'node:fs';
const shift = ${JSON.stringify(placesOf(TASKS['sphere-10'], 1).shift)};
console.log(JSON.parse(readFileSync('numbers.json', 'utf8')).reduce((sum, x, at) => sum + (x - shift[at]) ** 2, 0));
`;
const EVALUATIONS = 200;
const { start } = placesOf(TASKS['sphere-10'], 1);
const folder = repository({ 'numbers.json': `${JSON.stringify(start)}\n`, 'bench.mjs': BENCH });
const mutator = join(temporary(), 'mutator.mjs');
writeFileSync(mutator, MUTATOR);
const from = performance.now();
const agent = `command:${process.execPath} ${mutator}`;
const told = ['--direction', 'min', '--strategy', 'patient', '--control', '0', '--budget-evals', String(EVALUATIONS)];
evolve(folder, [
  'run',
  'node bench.mjs',
  '--files',
  'numbers.json',
  '--agent',
  agent,
  ...told,
  '--parallel',
  '2',
  '--yes',
]);
const { best, baseline } = JSON.parse(evolve(folder, ['status', '--json']));
const seconds = ((performance.now() - from) / 1000).toFixed(0);
console.log(
  `\nsphere-10 with real processes, ${EVALUATIONS} evaluations, one run of patient from the start of seed 1 above: ${JSON.stringify({ baseline, best })}, ${seconds} s`,
);
