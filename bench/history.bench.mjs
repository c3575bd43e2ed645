// What a long history costs: `status`, the view's questions and one more candidate at 100, 10,000 and 100,000 candidates.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { breed, longRun } from './long-run.mjs';
import { evolve, interleaved, least, mean, median, ms, table, temporary, times, verdict } from './support.mjs';

const SIZES = [100, 10_000, 100_000];
const WANTED = 1.5;
const ROUNDS = 15;
const REPEATS = 200;
const GENERATIONS = 20;

const runs = SIZES.map((size) => {
  const folder = temporary();
  const from = performance.now();
  const { store, journal } = longRun(folder, size);
  const megabytes = statSync(join(folder, '.evolve/journal.db')).size / 1e6;
  console.log(
    `${size} candidates: ${((performance.now() - from) / size).toFixed(2)} ms each to write, ${megabytes.toFixed(1)} MB`,
  );
  return { size, folder, store, journal };
});

/** The subject at every size, in turns; a row with the medians and how the largest compares with the smallest. */
async function row(name, subject, rounds, per = 1) {
  const samples = await interleaved(Object.fromEntries(runs.map((run) => [run.size, () => subject(run)])), rounds);
  const taken = SIZES.map((size) => samples[size].wall.map((value) => value / per));
  const ratio = (of) => of(taken.at(-1)) / of(taken[0]);
  const cpu = mean(samples[SIZES.at(-1)].cpu) / mean(samples[SIZES[0]].cpu);
  const held = Math.min(ratio(median), ratio(least), cpu) <= WANTED;
  return [
    name,
    ...taken.map((one) => ms(median(one))),
    times(ratio(median)),
    times(ratio(least)),
    times(cpu),
    held ? 'held' : 'NOT HELD',
  ];
}

const HEADER = ['', ...SIZES.map(String), 'last to first', 'by minima', 'by CPU', `≤ ${WANTED}×`];

const repeated = (ask) => (run) => {
  for (let turn = 0; turn < REPEATS; turn++) ask(run.journal.view(), run);
};
const newest = (run) => Math.floor(run.size / 4);
const QUESTIONS = {
  'run, counts': (view) => [view.run(), view.counts()],
  best: (view) => view.best(),
  'entry in the middle': (view, run) => view.entry(`gen${newest(run) >> 1}-2`),
  'top 2, worst, homeSize': (view) => [
    view.top('population', 2),
    view.worst('population'),
    view.homeSize('population'),
  ],
  'entries of the newest': (view, run) => view.entries(newest(run)),
  'unplaced, unfinished': (view) => [view.unplaced(), view.unfinished(4)],
  'ranking, first 10': (view) => view.ranking(10),
  'history, last 10': (view) => view.history(10),
  sameTree: (view) => view.sameTree('0'.repeat(40)),
  'lineage, last 10': (view, run) => view.lineage(`gen${newest(run)}-4`, 10),
  'all that status asks': (view) => [view.run(), view.counts(), view.entries(0), view.best(), view.checkpoint()],
  'answer, memo': (view) => [view.answer('gen3'), view.memo('tune')],
};

console.log(`\nThe view's questions, each ${REPEATS} times, ${ROUNDS} rounds in turns, milliseconds a question`);
const questions = [];
for (const [name, ask] of Object.entries(QUESTIONS)) questions.push(await row(name, repeated(ask), ROUNDS, REPEATS));
table(HEADER, questions);

console.log(
  '\nThe curve that status shows: at most the last 1,000 generations, so it grows up to there and no further',
);
table(HEADER, [
  await row(
    'history, last 1,000',
    repeated((view) => view.history(1000)),
    5,
    REPEATS,
  ),
]);

console.log(`\nWhole processes, ${ROUNDS} rounds in turns`);
const processes = [];
for (const args of [['status'], ['status', '--json'], ['leaderboard', '-n', '10'], ['log', '-n', '10']]) {
  processes.push(await row(`evolve ${args.join(' ')}`, ({ folder }) => evolve(folder, args), ROUNDS));
}
table(HEADER, processes);

console.log(
  '\nOne more candidate: ask, appends (proposed and memo, applied, evaluated, placed); lanes that do nothing',
);
const more = [
  await row(
    'a candidate',
    async ({ journal }) => {
      const made = await breed(journal, GENERATIONS);
      if (made !== 2 * GENERATIONS) throw new Error(`${made} candidates were made`);
    },
    ROUNDS,
    2 * GENERATIONS,
  ),
];
table(HEADER, more);
const failed = [...questions, ...processes, ...more].filter((one) => one.at(-1) !== 'held').map(([name]) => name);
console.log(
  `\n${verdict(failed.length === 0, `at most ${WANTED}× from ${SIZES[0]} to ${SIZES.at(-1)} candidates`)} ${failed.join(', ')}`,
);
for (const { store } of runs) store.close();
