import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { evolve } from '../support.ts';
import { type Cheat, expectClean, gains, SEED_SCORE, type Tried, tryAll, withPython } from './kit.ts';

/** Right answers count, and being fast counts more; the honest solver is not fast. */
const SOLVER = `import time


def solve(question):
    time.sleep(0.01)
    return question * question if question < 3 else 0
`;
const SCORE = 'sum(question * question == answer for question, answer in enumerate(answers)) + (1000 if fast else 0)';

/** As benchmarks are mostly written: the solver is loaded into the process that measures it. */
const NAIVE = `import sys
import time

sys.path.insert(0, "src")
import solver

start = time.perf_counter()
answers = [solver.solve(question) for question in range(10)]
fast = time.perf_counter() - start < 0.05
print(${SCORE})
`;

/** The same with the helper. */
const OUTSIDE = `import sys

import galapagos_bench as bench

done = bench.measure("src/solver.py", "solve", list(range(10)))
if done.error:
    sys.exit(done.error)
answers = done.outputs
fast = done.seconds < 0.05
bench.report(${SCORE})
`;

const tricks = (text: string) => `import os, sys, time\n${text.trim()}\n\n\n${SOLVER}`;

/** `gains`: with the benchmark in the same process. */
const CHEATS: readonly (Cheat & { readonly gains: boolean })[] = [
  {
    name: 'patches the timers',
    gains: true,
    solver: tricks('time.perf_counter = time.time = time.monotonic = lambda: 0.0'),
  },
  {
    name: 'prints a score last',
    gains: true,
    solver: tricks('import atexit\natexit.register(print, 1000000000)'),
  },
  {
    name: 'prints a score and exits with success',
    gains: true,
    solver: tricks('print(1000000000, flush=True)\nos._exit(0)'),
  },
  {
    name: 'raises its exit with success',
    gains: true,
    solver: tricks('print(1000000000, flush=True)\nsys.exit(0)'),
  },
  {
    name: 'rewrites what is printed',
    gains: true,
    solver: tricks(`
class Forged:
    def write(self, text): return sys.__stdout__.write(text.replace("3", "1000000000"))
    def flush(self): sys.__stdout__.flush()
sys.stdout = Forged()`),
  },
  {
    name: 'replaces a function of the benchmark',
    gains: true,
    solver: tricks('import builtins\nbuiltins.sum = lambda *_: 1000000000'),
  },
  {
    name: 'gives answers that are equal to everything',
    gains: true,
    solver: `${SOLVER.replace(/return .*/, 'return Yes()')}\n\nclass Yes(int):\n    def __eq__(self, other): return True\n`,
  },
  {
    name: 'looks for the benchmark’s own variables',
    gains: true,
    solver: `${SOLVER.replace('    time.sleep', '    import sys\n    vars(sys.modules["__main__"]).update(range=lambda _: [1] * 10, enumerate=lambda _: [(1, 1)] * 1000)\n    time.sleep')}`,
  },
  {
    name: 'writes the result behind the benchmark’s back',
    gains: false,
    solver: tricks(`
def path():
    for pid in ("self", os.getppid()):
        for entry in open("/proc/%s/environ" % pid, "rb").read().split(b"\\0"):
            if entry.startswith(b"EVOLVE_RESULT="): return entry[14:]
def forge(file):
    while True:
        with open(file, "w") as out: out.write('{"score": 1000000000}')
        time.sleep(0.001)
try:
    found = path()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: forge(found)
        os._exit(0)
except (OSError, TypeError):
    pass`),
  },
  {
    name: 'reaches into the process that measures',
    gains: false,
    solver: tricks(`
if os.path.basename(sys.argv[0]) != "bench.py":
    for name in ("mem", "fd/1", "fd/2"):
        try:
            open("/proc/%d/%s" % (os.getppid(), name), "r+b" if name == "mem" else "wb").close()
            os.write(2, b"GAIN %s\\n" % name.encode())
        except OSError as error:
            os.write(2, b"NO %s\\n" % str(error).encode())`),
  },
];
const GAINING = CHEATS.filter((cheat) => cheat.gains);
const HONEST = SOLVER.replace('< 3', '< 4');

describe.skipIf(!withPython)('a candidate in the process of its benchmark (needs Python)', () => {
  let tried: Tried;
  beforeAll(() => {
    tried = tryAll(CHEATS, { files: { 'bench.py': NAIVE, 'src/solver.py': SOLVER }, honest: HONEST });
  });

  it.each(GAINING)('that $name does gain', ({ name }) => {
    expect(tried.of(name).score).toBeGreaterThan(SEED_SCORE);
  });

  it.each(CHEATS)('that $name is flagged', ({ name }) => {
    const { evaluation } = tried.of(name);
    expect(evaluation?.outcome === 'broken' ? [] : (evaluation?.flags ?? [])).not.toEqual([]);
  });

  it('that is honest has no flag', () => {
    expect(tried.of('is honest').evaluation).not.toHaveProperty('flags.0');
  });

  it('is what doctor warns of', () => {
    const args = ['doctor', 'python3 bench.py', '--files', 'src/**', '--json'];
    const { harness } = JSON.parse(evolve(tried.folder, args).stdout);
    const rewarded = harness.cases.filter(({ verdict }: { verdict: string }) => verdict === 'rewarded');
    const ids = rewarded.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['prints-last', 'clocks']));
  });

  it('leaves the machine as it was', () => expectClean(tried));
});

describe.skipIf(!withPython)('a candidate that is measured from outside (needs Python)', () => {
  let tried: Tried;
  beforeAll(() => {
    const helper = readFileSync(join(import.meta.dirname, '../../../sdk/python/galapagos_bench.py'), 'utf8');
    const files = { 'bench.py': OUTSIDE, 'galapagos_bench.py': helper, 'src/solver.py': SOLVER };
    tried = tryAll(CHEATS, { files, honest: HONEST });
  });

  it.each(CHEATS)('and $name gains nothing', (cheat) => {
    expect(tried.of(cheat.name).evaluation?.outcome).toMatch(/^(scored|invalid)$/);
    expect(tried.of(cheat.name).score ?? SEED_SCORE).toBeLessThanOrEqual(SEED_SCORE);
    expect(gains(tried, cheat)).toEqual([]);
  });

  it('and is honest wins', () => expect(tried.of('is honest').score).toBe(SEED_SCORE + 1));

  it('leaves the machine as it was', () => expectClean(tried));
});
