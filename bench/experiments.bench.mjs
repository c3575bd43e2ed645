// What a large tree of experiments costs: `new`, `eval`, `status`, `scratchpad` and `frontier` at 10 and at 5,000 experiments.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../dist/index.js';
import { built } from './built.mjs';
import { evolve, interleaved, least, mean, median, ms, repository, table, times, verdict } from './support.mjs';

const { growTree } = await import(await built('experiments', 'test/fake/experiments.ts'));

const SIZES = [10, 5_000];
const TASKS = 100;
const WANTED = 1.5;
const ROUNDS = 10;

/** Prints a score and what each task came to, as evo's benchmarks do. */
const BENCHMARK = `import { value } from './solution.js';
const tasks = Object.fromEntries(Array.from({ length: ${TASKS} }, (_, task) => ['task ' + task, value / (task + 1)]));
console.log(JSON.stringify({ score: value, tasks }));
`;

const labs = SIZES.map((size) => {
  const folder = repository({
    'solution.js': 'export const value = 0.5;\n',
    'bench.js': BENCHMARK,
    'package.json': '{"type":"module"}\n',
  });
  evolve(folder, ['init', '--fitness', 'node bench.js', '--files', 'solution.js', '--direction', 'max', '--yes']);
  const from = performance.now();
  const store = openStore(join(folder, '.evolve'));
  const journal = store.journal(store.runs(1)[0]);
  const { commit, tree } = journal.view().run().base;
  growTree(journal, size, { tasks: TASKS, commit: () => ({ commit, tree }) });
  store.close();
  const megabytes = statSync(join(folder, '.evolve/journal.db')).size / 1e6;
  const each = (performance.now() - from) / size;
  console.log(`${size} experiments: ${each.toFixed(2)} ms each to write, ${megabytes.toFixed(1)} MB`);
  return { size, folder, tries: 0 };
});

/** The subject at both sizes, in turns. */
async function row(name, subject) {
  const subjects = Object.fromEntries(labs.map((lab) => [lab.size, () => subject(lab)]));
  const samples = await interleaved(subjects, ROUNDS);
  const [few, many] = SIZES.map((size) => samples[size]);
  const ratios = [median, least].map((of) => of(many.wall) / of(few.wall));
  const cpu = mean(many.cpu) / mean(few.cpu);
  const held = Math.min(...ratios, cpu) <= WANTED;
  const middles = [few, many].map(({ wall }) => ms(median(wall)));
  return [name, ...middles, ...[...ratios, cpu].map(times), held ? 'held' : 'NOT HELD'];
}

const verb = (...args) => [`evolve exp ${args.join(' ')}`, ({ folder }) => evolve(folder, ['exp', ...args])];
const allocated = (lab) =>
  JSON.parse(evolve(lab.folder, ['exp', 'new', '--parent', 'root', '-m', `try ${lab.tries}`, '--json']));

/** Workspaces with a change each, made before the clock runs. */
function prepared(lab) {
  lab.ready = Array.from({ length: ROUNDS + 1 }, () => {
    const { id, worktree } = allocated(lab);
    writeFileSync(join(worktree, 'solution.js'), `export const value = ${++lab.tries + 1};\n`);
    return id;
  });
}

const rows = [];
rows.push(await row('evolve exp new', allocated));
for (const lab of labs) prepared(lab);
rows.push(await row('evolve exp eval', (lab) => evolve(lab.folder, ['exp', 'eval', lab.ready.shift()])));
for (const [name, subject] of [verb('status'), verb('scratchpad'), verb('frontier'), verb('awaiting')])
  rows.push(await row(name, subject));
for (const rule of ['top-k', 'softmax']) rows.push(await row(...verb('frontier', '--strategy', rule)));

console.log(`\nWhole processes, ${ROUNDS} rounds in turns, ${TASKS} tasks each`);
table(['', ...SIZES.map(String), 'large to small', 'by minima', 'by CPU', `≤ ${WANTED}×`], rows);
const failed = rows.filter((one) => one.at(-1) !== 'held').map(([name]) => name);
console.log(
  `\n${verdict(failed.length === 0, `at most ${WANTED}× from ${SIZES[0]} to ${SIZES[1]} experiments`)} ${failed.join(', ')}`,
);
