// What a candidate costs beyond its evaluator's own process: real runs in repositories of 100 and 5,000 files, against
// the same line started by plain spawn in the same folder, in turns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../dist/index.js';
import {
  evolve,
  interleaved,
  least,
  mean,
  median,
  ms,
  padding,
  repository,
  spent,
  table,
  times,
  verdict,
} from './support.mjs';

const ROUNDS = 5;
const SPAWNS = 30;
const WANTED_MS = 5;
const LINE = 'sh bench.sh';
const RUN = [
  'run',
  LINE,
  '--files',
  'numbers.js',
  '-k',
  '20',
  '-s',
  '9',
  '--seed',
  '7',
  '--yes',
  '--json',
  '--unchecked',
];
// 20 candidates in the first generation and 10 in each of the others; against one, so that start and end cancel out.
const LONG = ['-g', '5'];
const SHORT = ['-g', '1', '--budget-evals', '1'];
const PROGRAM = {
  'numbers.js': 'module.exports = [1000, 2000, 3000];\n',
  'bench.sh': "IFS='[],' read -r _ a b c _ < numbers.js\necho $((a + b - c))\n",
};

// As a run starts it: every process of it in a namespace of its own, which the kernel ends.
const NAMESPACE = ['setpriv', '--pdeathsig', 'KILL', 'unshare', '--pid', '--fork', '--kill-child=KILL'];
const PLAIN = ['sh', '-c', LINE];
const WRAPPED = [...NAMESPACE, '--mount', '--mount-proc', 'sh', '-c', '(exec sh -c "$1"); exit "$?"', 'sh', LINE];

async function spawned([program, ...args], cwd) {
  for (let turn = 0; turn < SPAWNS; turn++) {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    child.stdout.resume();
    child.stderr.resume();
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
  }
}

/** Runs afresh and gives the events of the journal. */
function run(folder, args, parallel) {
  rmSync(join(folder, '.evolve'), { recursive: true, force: true });
  evolve(folder, [...RUN, ...args, '--parallel', String(parallel)]);
  const store = openStore(join(folder, '.evolve'));
  const events = store.journal('r1').read(0, 100_000);
  store.close();
  return events;
}

const isMeasured = ({ event }) => event.type === 'evaluated' && event.sameAs === undefined;

/** Where the time of one more candidate goes: each lane makes its checkout before its first, so those are left out. */
function parts(events, lanes) {
  const driven = events.findIndex(({ event }) => event.type === 'driven');
  const firsts = events.flatMap((one, at) => (at > driven && isMeasured(one) ? [at] : []));
  const from = firsts[lanes - 1];
  const until = events.findLastIndex(({ event }) => event.type === 'placed');
  const window = events.slice(from + 1, until + 1);
  const measured = window.filter(isMeasured);
  const per = (values) => values.reduce((sum, value) => sum + value, 0) / measured.length;
  const stages = measured.flatMap(({ event }) => event.evaluation.stages);
  const stage = (name) => per(stages.filter((one) => one.stage === name).map((one) => one.ms));
  const before = (...types) =>
    per(window.map((one, at) => (types.includes(one.event.type) ? one.at - events[from + at].at : 0)));
  const whole = per([events[until].at - events[from].at]);
  const known = {
    'apply and its append': before('applied'),
    seal: stage('seal'),
    'the command in its namespace': stage('benchmark'),
    'ask, place and their appends': before('proposed', 'memo', 'placed', 'asked', 'answered'),
  };
  const rest = whole - Object.values(known).reduce((sum, value) => sum + value, 0);
  return { whole, ...known, 'locks, folders, pipes, reset, append': rest };
}

for (const files of [100, 5_000]) {
  const folder = repository({ ...PROGRAM, ...padding(files - 2) });
  const single = [];
  const double = [];
  const cpu = [];
  let count = 0;
  const samples = await interleaved(
    {
      plain: () => spawned(PLAIN, folder),
      namespace: () => spawned(WRAPPED, folder),
      async run() {
        const short = await spent(() => run(folder, SHORT, 1));
        const long = await spent(() => run(folder, LONG, 1));
        const [one, many] = [short, long].map(({ result }) => result.filter(isMeasured).length);
        count = many - one;
        cpu.push((long.cpu - short.cpu) / count);
        single.push(parts(long.result, 1));
        double.push(parts(run(folder, LONG, 2), 2));
      },
    },
    ROUNDS,
  );
  const each = ({ wall }) => wall.map((value) => value / SPAWNS);
  const plain = each(samples.plain);
  const plainCpu = mean(samples.plain.cpu) / SPAWNS;
  const [one, two] = [single, double].map((runs) => runs.slice(1).map(({ whole }) => whole));
  const row = (name, wall, processor) => [
    name,
    ms(median(wall)),
    ms(least(wall)),
    times(median(wall) / median(plain)),
    processor === undefined ? '' : ms(processor),
    processor === undefined ? '' : times(processor / plainCpu),
  ];
  console.log(`\nPer candidate, ${files} files, ${count} candidates a run, ${ROUNDS} rounds in turns`);
  table(
    ['', 'median', 'min', 'to plain', 'CPU', 'to plain'],
    [
      row('plain spawn of the line', plain, plainCpu),
      row('the line in a namespace', each(samples.namespace), mean(samples.namespace.cpu) / SPAWNS),
      row('a candidate, --parallel 1', one, mean(cpu.slice(1))),
      row('a candidate, --parallel 2', two),
    ],
  );
  const over = least(one) - least(plain);
  console.log(`  over plain spawn, by minima: ${ms(over)}; ${verdict(over <= WANTED_MS, `${WANTED_MS} ms`)}`);
  console.log('  where it goes at --parallel 1, means over the candidates of a run:');
  table(
    ['', 'median', 'min', 'of the whole'],
    Object.keys(single[0]).map((name) => {
      const part = single.slice(1).map((all) => all[name]);
      return [name, ms(median(part)), ms(least(part)), `${((100 * median(part)) / median(one)).toFixed(0)} %`];
    }),
  );
}
