// Candidates per second with a warm server against the same benchmark started anew for each, on an evaluator of 1 ms:
// sealed (a process per candidate) and trusted, in node and in python, in turns.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '../dist/index.js';
import { evolve, interleaved, least, median, ms, repository, table, times } from './support.mjs';

const ROUNDS = 3;
const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

const KITS = {
  node: {
    line: 'node bench.mjs {target}',
    target: 'solver.mjs',
    files: {
      'solver.mjs': 'export const numbers = [1000, 2000, 3000];\n',
      'bench.mjs': `
import { load, serve } from 'galapagos/bench';
await serve(async (request) => {
  const { numbers: [a, b, c] } = await load(request.target);
  const until = performance.now() + 1;
  while (performance.now() < until);
  return a + b - c;
});
`,
    },
  },
  python: {
    line: 'python3 bench.py {target}',
    target: 'solver.py',
    files: {
      'solver.py': 'numbers = [1000, 2000, 3000]\n',
      'galapagos_bench.py': readFileSync(join(PACKAGE, 'sdk/python/galapagos_bench.py'), 'utf8'),
      'bench.py': `
import time
import galapagos_bench as bench
def measure(request):
    a, b, c = bench.load(request["target"]).numbers
    until = time.perf_counter() + 0.001
    while time.perf_counter() < until:
        pass
    return a + b - c
bench.serve(measure)
`,
    },
  },
};

const MODES = { cold: [], 'warm, sealed': ['--warm'], 'warm, trusted': ['--warm', '--trust'] };

function project({ files }) {
  const folder = repository({ '.gitignore': 'node_modules\n', ...files });
  const own = join(folder, 'node_modules/galapagos');
  mkdirSync(join(own, 'dist'), { recursive: true });
  writeFileSync(join(own, 'package.json'), readFileSync(join(PACKAGE, 'package.json')));
  for (const name of readdirSync(join(PACKAGE, 'dist')))
    if (name.endsWith('.js')) cpSync(join(PACKAGE, 'dist', name), join(own, 'dist', name));
  return folder;
}

const isMeasured = ({ event }) => event.type === 'evaluated' && event.sameAs === undefined;

/** A run of some fifty candidates: what one takes from end to end, and its benchmark alone, its server's start left out. */
function run(folder, { line, target }, mode) {
  rmSync(join(folder, '.evolve'), { recursive: true, force: true });
  const size = ['-k', '20', '-g', '4', '-s', '9', '--seed', '7', '--parallel', '1'];
  evolve(folder, ['run', line, '--files', target, ...size, '--yes', '--json', ...MODES[mode]]);
  const store = openStore(join(folder, '.evolve'));
  const events = store.journal('r1').read(0, 100_000);
  store.close();
  const driven = events.findIndex(({ event }) => event.type === 'driven');
  const [first, ...rest] = events.slice(driven).filter(isMeasured);
  const stages = rest.map(({ event }) => event.evaluation.stages.find(({ stage }) => stage === 'benchmark')?.ms);
  return { whole: (rest.at(-1).at - first.at) / rest.length, benchmark: median(stages.filter(Number.isFinite)) };
}

for (const [language, kit] of Object.entries(KITS)) {
  if (spawnSync(kit.line.split(' ')[0], ['--version']).status !== 0) {
    console.log(`\n${language}: not on this machine`);
    continue;
  }
  const folder = project(kit);
  const found = Object.fromEntries(Object.keys(MODES).map((mode) => [mode, []]));
  const subjects = Object.keys(MODES).map((mode) => [mode, async () => found[mode].push(run(folder, kit, mode))]);
  await interleaved(Object.fromEntries(subjects), ROUNDS);
  const of = (mode, what) => least(found[mode].slice(1).map((one) => one[what]));
  console.log(`\nA 1 ms evaluator in ${language}, minima of ${ROUNDS} rounds in turns`);
  table(
    ['', 'a candidate', 'per second', 'to cold', 'benchmark alone', 'to cold'],
    Object.keys(MODES).map((mode) => [
      mode,
      ms(of(mode, 'whole')),
      (1000 / of(mode, 'whole')).toFixed(0),
      times(of('cold', 'whole') / of(mode, 'whole')),
      ms(of(mode, 'benchmark')),
      times(of('cold', 'benchmark') / of(mode, 'benchmark')),
    ]),
  );
}
