// What a candidate costs beyond its evaluator's own process: real runs in repositories of 100 and 5,000 files, against
// the same line started by plain spawn in the same folder, in turns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../dist/index.js';
import { evolve, least, median, ms, padding, repository, table, times, verdict } from './support.mjs';

const ROUNDS = 5;
const WANTED_MS = 5;
const LINE = 'sh bench.sh';
// 20 in the first generation and 10 in each of the others.
const RUN = ['run', LINE, '--files', 'numbers.js', '-k', '20', '-g', '5', '-s', '9', '--seed', '7', '--yes', '--json'];
const PROGRAM = {
  'numbers.js': 'module.exports = [1000, 2000, 3000];\n',
  'bench.sh': "IFS='[],' read -r _ a b c _ < numbers.js\necho $((a + b - c))\n",
};

// As the run starts it: every process of it in a namespace of its own, which the kernel ends.
const NAMESPACE = ['setpriv', '--pdeathsig', 'KILL', 'unshare', '--pid', '--fork', '--kill-child=KILL'];
const wrapped = [...NAMESPACE, '--mount', '--mount-proc', 'sh', '-c', '(exec sh -c "$1"); exit "$?"', 'sh', LINE];

async function spawned([program, ...args], cwd) {
  const from = performance.now();
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  child.stdout.resume();
  child.stderr.resume();
  const [code] = await once(child, 'close');
  return code === 0 ? performance.now() - from : Number.NaN;
}

/** One run, and what its journal says about where the time went, in milliseconds per measured candidate. */
function measured(folder, parallel) {
  rmSync(join(folder, '.evolve'), { recursive: true, force: true });
  evolve(folder, [...RUN, '--parallel', String(parallel)]);
  const store = openStore(join(folder, '.evolve'));
  const events = store.journal('r1').read(0, 100_000);
  store.close();
  const from = events.findIndex(({ event }) => event.type === 'driven');
  const until = events.findLastIndex(({ event }) => event.type === 'placed');
  const window = events.slice(from, until + 1);
  const evaluated = window.filter(({ event }) => event.type === 'evaluated' && event.sameAs === undefined);
  const per = (sum) => sum / evaluated.length;
  const stage = (name) =>
    per(evaluated.flatMap(({ event }) => event.evaluation.stages.filter((one) => one.stage === name)).reduce(addMs, 0));
  const before = (type) => window.reduce((sum, one, at) => sum + (one.event.type === type ? gap(window, at) : 0), 0);
  const wall = per(window.at(-1).at - window[0].at);
  const parts = {
    'apply and its append': per(before('applied')),
    seal: stage('seal'),
    'the command, sandboxed': stage('benchmark'),
    'ask, place': per(before('proposed') + before('memo') + before('placed') + before('asked') + before('answered')),
  };
  const known = Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { wall, candidates: evaluated.length, parts: { ...parts, 'slot, pipes, reset, evaluated': wall - known } };
}

const addMs = (sum, one) => sum + one.ms;
const gap = (window, at) => (at === 0 ? 0 : window[at].at - window[at - 1].at);

for (const files of [100, 5_000]) {
  const folder = repository({ ...PROGRAM, ...padding(files - 2) });
  const plain = [];
  const sandboxed = [];
  const runs = { 1: [], 2: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const own = [];
    const inside = [];
    for (let turn = 0; turn < 30; turn++) {
      own.push(await spawned(['sh', '-c', LINE], folder));
      inside.push(await spawned(wrapped, folder));
    }
    const now = { 1: measured(folder, 1), 2: measured(folder, 2) };
    if (round === 0) continue;
    plain.push(median(own));
    sandboxed.push(median(inside));
    for (const width of [1, 2]) runs[width].push(now[width]);
  }
  const walls = (width) => runs[width].map(({ wall }) => wall);
  const overs = (width) => walls(width).map((wall, round) => wall - plain[round]);
  const held = least(overs(1)) <= WANTED_MS;
  console.log(
    `\nOverhead per candidate, ${files} files, ${runs[1][0].candidates} candidates a run, ${ROUNDS} rounds in turns`,
  );
  table(
    ['', 'median', 'min', 'to plain'],
    [
      ['plain spawn of the line', ms(median(plain)), ms(least(plain)), times(1)],
      [
        'the line in a namespace',
        ms(median(sandboxed)),
        ms(least(sandboxed)),
        times(median(sandboxed) / median(plain)),
      ],
      ...[1, 2].map((width) => [
        `a candidate, --parallel ${width}`,
        ms(median(walls(width))),
        ms(least(walls(width))),
        times(median(walls(width)) / median(plain)),
      ]),
      ...[1, 2].map((width) => [
        `over plain spawn, --parallel ${width}`,
        ms(median(overs(width))),
        ms(least(overs(width))),
        '',
      ]),
    ],
  );
  console.log(`  ${verdict(held, `${WANTED_MS} ms over the evaluator's own process at --parallel 1`)}`);
  console.log('  where it goes, --parallel 1 (medians of the rounds):');
  const names = Object.keys(runs[1][0].parts);
  table(
    ['', 'per candidate', 'of the whole'],
    names.map((name) => {
      const part = median(runs[1].map(({ parts }) => parts[name]));
      return [name, ms(part), `${((100 * part) / median(walls(1))).toFixed(0)} %`];
    }),
  );
}
