// How often a candidate becomes best on this machine, by the product's own rule and real processes in turns: one that is
// the same as the best, and one with 5 % less to do. Beside it what one run each would have said of the same candidates.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsdown';
import { mean, ms, table, verdict } from './support.mjs';

const TRIALS = 60;
/** Long enough to be measured, short enough for thousands of runs. */
const RUN_MS = 30;
const LEARNED = 6;
const RULE = { alpha: 0.05, margin: 0.01, limit: 40 };

// The product's own code, which the package does not give out.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const outDir = join(root, 'dist/bench');
await build({
  config: false,
  entry: { compare: join(root, 'src/domain/compare.ts'), rng: join(root, 'src/domain/rng.ts') },
  outDir,
  clean: false,
  format: 'esm',
  dts: false,
  logLevel: 'error',
  platform: 'node',
  outExtensions: () => ({ js: '.js' }),
});
const built = (name) => import(pathToFileURL(join(outDir, `${name}.js`)).href);
const { challenges, sequential, spreadOf } = await built('compare');
const { rng } = await built('rng');

const PIN = pinned();
const SPIN = `const from = process.cpuUsage(); let x = 1;
for (let i = +process.argv[1]; i > 0; i--) x = (Math.imul(x, 1664525) + 1013904223) ^ (x >>> 7);
const { user, system } = process.cpuUsage(from); console.log((user + system) / 1000, x);`;

/** A benchmark that is timed from outside, and one that says what it took of the processor, which others disturb less. */
const SCORES = {
  'by the clock': {
    argv: [...PIN, 'sh', '-c', 'i=$0; while [ $i -gt 0 ]; do i=$((i - 1)); done'],
    guess: 10_000,
    of: (_, took) => took,
  },
  'by processor time': { argv: [...PIN, process.execPath, '-e', SPIN], guess: 10_000_000, of: parseFloat },
};

/** As the product does it: the last core, where there are two. */
function pinned() {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const last = list.split(/[-,]/).at(-1);
  return list !== last && spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', last] : [];
}

function runner({ argv: [command, ...args], of }) {
  return (work) => {
    const from = performance.now();
    const { status, stdout } = spawnSync(command, [...args, String(Math.round(work))], { encoding: 'utf8' });
    if (status !== 0) throw new Error('the workload failed');
    return of(stdout, performance.now() - from);
  };
}

const several = (count, run, work) => Array.from({ length: count }, () => run(work));

/** One candidate against the best, as a run does it: a first run, the screen, blocks in turns. */
function trial(run, work, best, random) {
  const known = several(LEARNED, run, best);
  const spread = spreadOf(known);
  const first = run(work);
  const single = first < known.at(-1);
  if (!challenges([first], known, 'min', spread)) return { better: false, single, spread, runs: 1 };
  const pairs = [];
  for (;;) {
    const heads = random.int(2) === 0;
    const [near, far] = heads ? [work, best] : [best, work];
    const [a, b, c, d] = [run(near), run(far), run(far), run(near)];
    pairs.push(
      ...(heads
        ? [
            [a, b],
            [d, c],
          ]
        : [
            [b, a],
            [c, d],
          ]),
    );
    const said = sequential(pairs, 'min', { ...RULE, spread });
    if (said !== 'open') return { better: said === 'better', single, spread, runs: 1 + 2 * pairs.length };
  }
}

/** The limits, at 95 %, of a rate of which so many of all were seen (Wilson, 1927). */
function limits(seen, all) {
  const z = 1.96;
  const middle = (seen + (z * z) / 2) / (all + z * z);
  const far = (z / (all + z * z)) * Math.sqrt((seen * (all - seen)) / all + (z * z) / 4);
  return [Math.max(0, middle - far), Math.min(1, middle + far)];
}

const percent = (share) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`;
function shown(seen) {
  const [low, high] = limits(seen, TRIALS);
  return `${seen} of ${TRIALS}: ${percent(seen / TRIALS)} (${percent(low)} to ${percent(high)})`;
}

for (const [name, score] of Object.entries(SCORES)) {
  const run = runner(score);
  const least = (work) => Math.min(...several(10, run, work));
  const full = (score.guess * RUN_MS) / (least(score.guess) - least(0));
  const work = { 'the same': full, '5 % less to do': 0.95 * full };
  const load = [loadavg()[0]];
  const random = rng(1, 'bench', name);
  const found = Object.fromEntries(Object.keys(work).map((one) => [one, []]));
  for (let nth = 0; nth < TRIALS; nth++)
    for (const [one, amount] of Object.entries(work)) found[one].push(trial(run, amount, full, random));
  load.push(loadavg()[0]);

  const scatter = mean(Object.values(found).flatMap((trials) => trials.map(({ spread }) => spread)));
  const wrong = found['the same'].filter(({ better }) => better).length;
  console.log(`\nBecomes best, ${name}: runs of ${ms(RUN_MS)}${PIN.length === 0 ? '' : ' on one core'}`);
  console.log(`  runs scatter by ${percent(scatter)}; load ${load.map((one) => one.toFixed(1)).join(' to ')}`);
  table(
    ['', 'in turns', 'one run each', 'runs in turns'],
    Object.entries(found).map(([one, trials]) => [
      one,
      shown(trials.filter(({ better }) => better).length),
      shown(trials.filter(({ single }) => single).length),
      mean(trials.map(({ runs }) => runs)).toFixed(1),
    ]),
  );
  const wanted = `the same becomes best in ${percent(RULE.alpha)} or less, as far as ${TRIALS} can tell`;
  console.log(`  ${verdict(limits(wrong, TRIALS)[0] <= RULE.alpha, wanted)}`);
}
