import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processesWith, temporary, write } from './support.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const python = spawnSync('python3', ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

/** A harness that counts right outputs and takes 1 000 000 off per call that took less than 20 ms, which none can. */
const JS_HARNESS = `
import { measure, report } from 'galapagos/bench';
const { calls, error, ms } = await measure('solver.mjs', 'solve', [1, 2, 3]);
if (error !== undefined) { console.error(error); process.exit(1); }
const right = calls.filter(({ output }, at) => output === (at + 1) ** 2).length;
report({ score: right - (ms < 60 ? 1e6 : 0), metrics: { ms }, feedback: 'squares' });
`;
const PY_HARNESS = `
import sys
import galapagos_bench as bench
got = bench.measure("solver.py", "solve", [1, 2, 3], fork="fork" in sys.argv)
if got.error is not None:
    sys.exit(got.error)
right = sum(call.output == (at + 1) ** 2 for at, call in enumerate(got.calls))
bench.report(right - (1e6 if got.seconds < 0.06 else 0), metrics={"cpu": got.cpu_seconds}, feedback="squares")
`;

const JS_HONEST = `
export function solve(n) { const end = Date.now() + 21; while (Date.now() < end); return n * n; }
`;
const PY_HONEST = `
import time
def solve(n):
    time.sleep(0.021)
    return n * n
`;

interface Outcome {
  readonly code: number | null;
  readonly score?: number;
  readonly stdout: string;
  readonly stderr: string;
}

function bench(files: Readonly<Record<string, string>>, args: readonly [string, ...string[]]): Outcome {
  const folder = realpathSync(temporary());
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE, join(folder, 'node_modules/galapagos'));
  cpSync(join(PACKAGE, 'sdk/python/galapagos_bench.py'), join(folder, 'galapagos_bench.py'));
  write(folder, files);
  const result = join(folder, 'result.json');
  const { status, stdout, stderr } = spawnSync(args[0], args.slice(1), {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, EVOLVE_RESULT: result, EVO_RESULT_PATH: result, EVOLVE_SEED: '7' },
  });
  const score = existsSync(result) ? { score: JSON.parse(readFileSync(result, 'utf8')).score } : {};
  return { code: status, stdout, stderr, ...score };
}

const node = (solver: string) =>
  bench({ 'bench.mjs': JS_HARNESS, 'solver.mjs': solver }, [process.execPath, 'bench.mjs']);
const py = (solver: string, ...args: string[]) =>
  bench({ 'bench.py': PY_HARNESS, 'solver.py': solver }, ['python3', 'bench.py', ...args]);

const FORGED = '{"score": 1e9}';
const FAILS = { code: 1 };

/** Cheats that a harness in the same process would reward. */
const JS_CHEATS: readonly (readonly [string, string, object])[] = [
  ['patched timers', `performance.now = () => 0; ${JS_HONEST}`, { code: 0, score: 3 }],
  [
    'a forged print',
    `${JS_HONEST}\nconsole.log('${FORGED}'); process.on('exit', () => console.log('${FORGED}'));`,
    { code: 0, score: 3, stdout: '' },
  ],
  ['exit 0 at once', `console.log('${FORGED}'); process.exit(0);`, FAILS],
  ['exit 0 in the call', `export const solve = () => process.exit(0);`, FAILS],
  ['a kill of itself', `export const solve = () => process.kill(process.pid, 'SIGKILL');`, FAILS],
  [
    'a result written by itself',
    `import { writeFileSync } from 'node:fs';
     const put = () => { for (const name of ['EVOLVE_RESULT', 'EVO_RESULT_PATH']) if (process.env[name]) writeFileSync(process.env[name], '${FORGED}'); };
     put(); process.on('exit', put); ${JS_HONEST}`,
    { code: 0, score: 3 },
  ],
  [
    'answers before it is asked',
    `import { writeSync } from 'node:fs';
     for (const id of ['', 1, 2]) writeSync(3, JSON.stringify({ id, output: 1 }) + '\\n');
     export const solve = (n) => n * n;`,
    FAILS,
  ],
  ['wrong outputs at once', 'export const solve = () => 9;', { code: 0 }],
];

const PY_CHEATS: readonly (readonly [string, string, object])[] = [
  [
    'patched timers',
    `import time\ntime.perf_counter = time.time = time.monotonic = lambda: 0.0\n${PY_HONEST}`,
    { code: 0, score: 3 },
  ],
  [
    'a forged print',
    `import atexit\nprint('${FORGED}')\natexit.register(print, '${FORGED}')\n${PY_HONEST}`,
    { code: 0, score: 3, stdout: '' },
  ],
  ['sys.exit at once', `import sys\nprint('${FORGED}')\nsys.exit(0)\n`, FAILS],
  ['sys.exit in the call', 'import sys\ndef solve(n):\n    sys.exit(0)\n', FAILS],
  ['os._exit in the call', 'import os\ndef solve(n):\n    os._exit(0)\n', FAILS],
  [
    'a result written at its end',
    `import atexit, os\ndef put():\n    for name in ("EVOLVE_RESULT", "EVO_RESULT_PATH"):\n        if name in os.environ:\n            open(os.environ[name], "w").write('${FORGED}')\nput()\natexit.register(put)\n${PY_HONEST}`,
    { code: 0, score: 3 },
  ],
  [
    'answers before it is asked',
    'import os\nfor fd in range(3, 20):\n    try:\n        os.write(fd, b\'{"id": "1", "output": 1}\\n\')\n    except OSError:\n        pass\ndef solve(n):\n    return n * n\n',
    FAILS,
  ],
  ['wrong outputs at once', 'def solve(n):\n    return 9\n', { code: 0 }],
];

describe('a target in a process of its own', () => {
  it('node: an honest one gets its score', () => {
    expect(node(JS_HONEST)).toMatchObject({ code: 0, score: 3, stdout: '' });
  });

  it.each(JS_CHEATS)('node: %s gains nothing', (_, solver, outcome) => {
    const { score, ...rest } = node(solver);
    expect({ ...rest, score }).toMatchObject(outcome);
    expect(score ?? 0).toBeLessThanOrEqual(3);
  });
});

const FORK_CHEATS = PY_CHEATS.filter(([name]) => /timers|in the call|before/.test(name));

describe.skipIf(!python).each([
  ['', [], PY_CHEATS],
  [', forked', ['fork'], FORK_CHEATS],
] as const)('a target in a process of its own%s (needs python3)', (_how, args, cheats) => {
  it('python: an honest one gets its score', () => {
    expect(py(PY_HONEST, ...args)).toMatchObject({ code: 0, score: 3, stdout: '' });
  });

  it.each(cheats)('python: %s gains nothing', (_, solver, outcome) => {
    const { score, ...rest } = py(solver, ...args);
    expect({ ...rest, score }).toMatchObject(outcome);
    expect(score ?? 0).toBeLessThanOrEqual(3);
  });

  it('python: nothing that it started lives on', () => {
    const mark = `1000.${process.pid}${Date.now()}`;
    const solver = `import subprocess\nsubprocess.Popen(["sleep", "${mark}"], start_new_session=True)\n${PY_HONEST}`;
    expect(py(solver, ...args)).toMatchObject({ code: 0, score: 3 });
    expect(processesWith(mark)).toEqual([]);
  });
});

/** What both helpers say about the same thing. */
const REPORTING = {
  js: `
import { artifact, report, runTarget, seed, trace } from 'galapagos/bench';
const said = await runTarget(['sh', '-c', 'cat; echo err >&2; env; exit 3'], { input: 'given\\n' });
trace('a/b', said); artifact('x.txt', 'kept');
report({ score: seed(), metrics: { code: said.code, ours: Number(said.stdout.includes('EVOLVE')) }, tasks: { a: 1 } });
const late = await runTarget(['sleep', '60'], { timeoutMs: 100 });
if (!late.timedOut) process.exit(9);
if (process.argv[2]) report(Number(process.argv[2]));
`,
  py: `
import sys
import galapagos_bench as bench
said = bench.run_target(["sh", "-c", "cat; echo err >&2; env; exit 3"], input="given\\n")
bench.trace("a/b", said.code)
bench.artifact("x.txt", "kept")
bench.report(bench.seed(), metrics={"code": said.code, "ours": b"EVOLVE" in said.stdout and 1 or 0}, tasks={"a": 1})
if not bench.run_target(["sleep", "60"], timeout=0.1).timed_out:
    sys.exit(9)
if sys.argv[1:]:
    bench.report(float(sys.argv[1]))
`,
};

describe.each([
  ['node', { 'bench.mjs': REPORTING.js }, [process.execPath, 'bench.mjs']],
  ['python (needs python3)', { 'bench.py': REPORTING.py }, ['python3', 'bench.py']],
] as const)('reporting with %s', (name, files, line) => {
  const skip = name !== 'node' && !python;

  it.skipIf(skip)('is whole, and a program’s end is seen', () => {
    const { code, score, stderr } = bench(files, [...line]);
    expect({ code, score, stderr }).toMatchObject({ code: 0, score: 7 });
  });

  it.skipIf(skip)('refuses what is not finite', () => {
    const { code, score, stderr } = bench(files, [...line, name === 'node' ? 'Infinity' : 'inf']);
    expect({ code, score }).toEqual({ code: 1, score: 7 });
    expect(stderr).toMatch(/the score is [iI]nf(inity)?: it must be finite/);
  });
});
