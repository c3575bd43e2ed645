// Circle packing (examples/circle-packing): what the built-in operators reach in so many seconds of processor time, all processes of the run
// counted, beside plain multistart in the same time. Both sums are those of the example's own benchmark, which tolerates nothing.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openStore } from '../dist/index.js';
import { EVOLVE, environment, repository, table, temporary } from './support.mjs';

const SECONDS = Number(process.argv[2] ?? 600);
const RECORD = 2.635983;
const MARKS = [2.6, 2.62, 2.63, 2.635, 2.6359];
const EXAMPLE = fileURLToPath(new URL('../examples/circle-packing', import.meta.url));
const MULTISTART = fileURLToPath(new URL('./multistart.mjs', import.meta.url));
const TICKS = 100;

/** Seconds of a process and of all its descendants that have ended; undefined once it is gone. */
function processorTime(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / TICKS;
  } catch {
    return undefined;
  }
}

/** Runs the example until its time is up; the improvements with the time at which they were there. */
async function evolved() {
  const names = readdirSync(EXAMPLE).filter((name) => name.endsWith('.js'));
  const folder = repository(Object.fromEntries(names.map((name) => [name, readFileSync(join(EXAMPLE, name), 'utf8')])));
  const args = ['run', 'node bench.js', '--files', 'packing.js', '--strategy', 'patient', '--operator', 'built-in'];
  const more = ['--budget-evals', '1000000', '--seed', '1', '--parallel', '2', '--unchecked', '--yes', '-q'];
  const child = spawn(process.execPath, [EVOLVE, ...args, ...more], { cwd: folder, env: environment(folder) });
  const ended = once(child, 'close');
  const reached = [];
  let spent = 0;
  let store;
  for (let now = 0; now !== undefined && now < SECONDS; now = processorTime(child.pid)) {
    spent = now;
    await wait(250);
    try {
      store ??= openStore(join(folder, '.evolve'));
      const best = store.journal('r1').view().improvements(1)[0];
      if (best !== undefined && best.candidate !== reached.at(-1)?.candidate) reached.push({ ...best, seconds: now });
    } catch {
      // Not opened yet.
    }
  }
  spent = processorTime(child.pid) ?? spent;
  child.kill('SIGINT');
  await ended;
  const view = store.journal('r1').view();
  const [seed, best, evaluations] = [view.entry('seed'), view.best(), view.counts().charged];
  const path = view.lineage(best.proposal.id, 1000);
  const text = execFileSync('git', ['--git-dir', '.evolve/git', 'show', `${best.candidate.commit}:packing.js`], {
    cwd: folder,
  });
  const makers = path.slice(1).map(({ proposal }) => proposal.by);
  store.close();
  writeFileSync(join(folder, 'packing.js'), text);
  const sum = Number(execFileSync(process.execPath, ['bench.js'], { cwd: folder, encoding: 'utf8' }));
  return {
    sum,
    seed: seed.evaluation.samples[0],
    work: evaluations,
    seconds: spent,
    reached,
    makers,
    text: String(text),
  };
}

async function multistart() {
  const folder = temporary();
  const child = spawn(process.execPath, [MULTISTART, String(SECONDS)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (data) => {
    text += data;
  });
  await once(child, 'close');
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [end, best] = [lines.at(-1), lines.at(-2)];
  const circles = JSON.stringify(best.circles);
  writeFileSync(join(folder, 'packing.js'), `export const pack = () => ${circles};\n`);
  copyFileSync(join(EXAMPLE, 'bench.js'), join(folder, 'bench.js'));
  const sum = Number(execFileSync(process.execPath, ['bench.js'], { cwd: folder, encoding: 'utf8' }));
  const reached = lines
    .slice(0, -1)
    .map((line) => ({ score: line.sum, evaluations: line.starts, seconds: line.seconds }));
  return { sum, work: end.starts, seconds: end.seconds, reached };
}

const [search, plain] = await Promise.all([evolved(), multistart()]);
const first = ({ reached }, mark) => reached.find(({ score }) => score >= mark);
const when = (found) => (found === undefined ? '-' : `${found.seconds.toFixed(1)} s (${found.evaluations})`);
console.log(
  `\nCircle packing, n = 26, ${SECONDS} s of processor time each; the naive program has ${search.seed}, the record is ${RECORD}`,
);
table(
  ['', 'sum of radii', 'below the record', 'evaluations or starts', 'seconds', ...MARKS.map((mark) => `${mark} after`)],
  [
    ['built-ins', search],
    ['plain multistart', plain],
  ].map(([name, one]) => [
    name,
    one.sum.toFixed(9),
    (RECORD - one.sum).toFixed(6),
    one.work,
    one.seconds.toFixed(0),
    ...MARKS.map((mark) => when(first(one, mark))),
  ]),
);
console.log(`  the way to the best, by who made each step: ${search.makers.join(', ')}`);
const [, block = search.text] = /BLOCK-START\n([\s\S]*?)\n[^\n]*BLOCK-END/.exec(search.text) ?? [];
console.log(block);
