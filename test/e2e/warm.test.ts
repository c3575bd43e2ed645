import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { essence, evolve, git, json, processesWith, repository, temporary, write } from './support.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const python = spawnSync('python3', ['--version']).status === 0 || process.env.GALAPAGOS_REQUIRE === 'all';

/** The score is a number in the target; a target can do more. `kept` is what candidates would share in one process. */
const JS = {
  line: `'${process.execPath}' bench.mjs`,
  target: 'solver.mjs',
  files: {
    'bench.mjs': `
import { load, serve, trace } from 'galapagos/bench';
console.log('preparing');
globalThis.kept = 0;
await serve(async (request, prepared) => {
  const { value } = await load(request.target);
  trace('one', { candidate: request.candidate });
  return { score: value + prepared + globalThis.kept, feedback: request.candidate };
}, { prepare: () => 100 });
`,
  },
  value: (score: number) => `export const value = ${score};\n`,
  // Written to every descriptor there is.
  forge: `import { writeSync } from 'node:fs';
console.log('{"score": 1e9}');
for (let fd = 1; fd < 30; fd++) try { writeSync(fd, '\\n{"id": "1", "score": 1e9}\\n'); } catch {}
export const value = 1;
`,
  leave: 'globalThis.kept = 1000;\nexport const value = 1;\n',
  exit: 'console.log(\'{"score": 1e9}\');\nprocess.exit(0);\n',
  raise: "throw new Error('no');\n",
};
const PY: typeof JS = {
  line: 'python3 bench.py',
  target: 'solver.py',
  files: {
    'bench.mjs': '',
    ...{
      'bench.py': `
import builtins
import galapagos_bench as bench
print("preparing")
builtins.kept = 0
def measure(request, prepared):
    value = bench.load(request["target"]).value
    bench.trace("one", {"candidate": request["candidate"]})
    return {"score": value + prepared + builtins.kept, "feedback": request["candidate"]}
bench.serve(measure, prepare=lambda: 100)
`,
    },
  },
  value: (score) => `value = ${score}\n`,
  forge:
    'import os\nprint(\'{"score": 1e9}\')\nfor fd in range(1, 30):\n    try:\n        os.write(fd, b\'\\n{"id": "1", "score": 1e9}\\n\')\n    except OSError:\n        pass\nvalue = 1\n',
  leave: 'import builtins\nbuiltins.kept = 1000\nvalue = 1\n',
  exit: 'print(\'{"score": 1e9}\')\nraise SystemExit(0)\n',
  raise: 'raise ValueError("no")\n',
};

function folderFor(kit: typeof JS): string {
  const folder = temporary();
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(PACKAGE, join(folder, 'node_modules/galapagos'));
  cpSync(join(PACKAGE, 'sdk/python/galapagos_bench.py'), join(folder, 'galapagos_bench.py'));
  write(folder, { ...kit.files, [kit.target]: kit.value(0) });
  mkdirSync(join(folder, 'traces'));
  return folder;
}

/** A benchmark as the engine starts it, asked by hand. */
function serverOf(kit: typeof JS, mode: 'sealed' | 'trusted', files?: Readonly<Record<string, string>>) {
  const folder = folderFor(kit);
  if (files !== undefined) write(folder, files);
  const env = { PATH: process.env.PATH, EVOLVE_WARM: mode, EVOLVE_SEED: '7' };
  const child = spawn('sh', ['-c', `exec ${kit.line}`], { cwd: folder, env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let asked = 0;
  const stray: string[] = [];
  return {
    stray,
    async ask(target: string) {
      write(folder, { [kit.target]: target });
      asked += 1;
      const id = `question-${asked}`;
      const path = join(folder, kit.target);
      const facts = { candidate: `c${asked}`, attempt: 1, seed: 7, worktree: folder, target: path, files: [path] };
      child.stdin.write(`${JSON.stringify({ id, ...facts, traces: join(folder, 'traces'), checkpoints: folder })}\n`);
      for (;;) {
        const { value, done } = await printed.next();
        if (done) return 'ended';
        if (!value.includes(id)) {
          if (value !== '') stray.push(value);
          continue;
        }
        const answer = JSON.parse(value);
        return answer.error ?? answer.score;
      }
    },
    async end() {
      child.stdin.end();
      const [code] = await once(child, 'exit');
      expect(processesWith(folder)).toEqual([]);
      return code;
    },
  };
}

describe.each([
  ['node', JS],
  ['python (needs python3)', PY],
] as const)('serving with %s', (name, kit) => {
  const skip = name !== 'node' && !python;

  it.skipIf(skip)('measures each candidate as it is, in a process that no other has been in', async () => {
    const server = serverOf(kit, 'sealed');
    expect(await server.ask(kit.value(1))).toBe(101);
    expect(await server.ask(kit.value(2))).toBe(102);
    expect(await server.ask(kit.leave)).toBe(1101);
    expect(await server.ask(kit.value(3))).toBe(103);
    expect(await server.end()).toBe(0);
  });

  it.skipIf(skip)('a candidate that exits, raises or forges answers has no more than its score', async () => {
    const server = serverOf(kit, 'sealed');
    expect(await server.ask(kit.exit)).toMatch(/code 0 before it had a score/);
    expect(await server.ask(kit.raise)).toMatch(/Error: no$/);
    expect(await server.ask(kit.value(4))).toBe(104);
    // What the candidate prints reaches the log alone: the server's stdout is out of its reach.
    expect(server.stray.filter((line) => line.includes('1e9'))).toEqual([]);
    expect(await server.end()).toBe(0);
  });

  it.skipIf(skip)('a line forged on every descriptor is not an answer to a question', async () => {
    const server = serverOf(kit, 'sealed');
    // The one channel that a candidate shares with its own harness: whatever else is in it than a result fails it.
    expect(await server.ask(kit.forge)).toBe('it answered what is no result');
    expect(server.stray.filter((line) => line.includes('1e9'))).toEqual([]);
    expect(await server.ask(kit.value(5))).toBe(105);
  });

  it.skipIf(skip)('trusted, candidates share the process, each with its own code', async () => {
    const server = serverOf(kit, 'trusted');
    expect(await server.ask(kit.value(1))).toBe(101);
    expect(await server.ask(kit.value(2))).toBe(102);
    expect(await server.ask(kit.raise)).toMatch(/Error: no$/);
    expect(await server.ask(kit.leave)).toBe(1101);
    expect(await server.ask(kit.value(3))).toBe(1103);
    expect(await server.end()).toBe(0);
  });

  it.skipIf(skip)('without --warm it measures once', () => {
    const folder = folderFor(kit);
    write(folder, { [kit.target]: kit.value(6) });
    const { stdout } = spawnSync('sh', ['-c', `${kit.line} ${kit.target}`], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({ score: 106, feedback: '' });
  });
});

describe('what would be measured instead of the candidate', () => {
  it('node: a target that the benchmark itself imports is refused', async () => {
    const early = JS.files['bench.mjs'].replace('\n', "\nimport './solver.mjs';\n");
    const server = serverOf(JS, 'sealed', { 'bench.mjs': early });
    expect(await server.ask(JS.value(1))).toMatch(/solver\.mjs was loaded before its turn/);
  });

  it('node: so is one that stays in the cache of a trusted server', async () => {
    const cached = JS.files['bench.mjs'].replace('await load(request.target)', "await import('./solver.mjs')");
    const server = serverOf(JS, 'trusted', { 'bench.mjs': cached });
    expect(await server.ask(JS.value(1))).toBe(101);
    expect(await server.ask(JS.value(2))).toMatch(/solver\.mjs stays as it was first loaded/);
  });

  it.skipIf(!python)('python: a target that the benchmark itself imports is refused (needs python3)', async () => {
    const server = serverOf(PY, 'sealed', { 'bench.py': `import solver\n${Object.values(PY.files).join('')}` });
    expect(await server.ask(PY.value(1))).toMatch(/has loaded solver itself/);
  });
});

/** A repository whose node_modules, which git does not hold, has the package. */
function project(target = 'export const value = [1.0, 20, 0.5];\n'): string {
  const folder = repository({
    '.gitignore': 'node_modules\n',
    'solver.mjs': target,
    'bench.mjs': `
import { load, serve } from 'galapagos/bench';
if (process.env.EVOLVE_WARM === 'sealed') console.log('server starts');
await serve(async (request) => {
  const { value: [a, b, c] } = await load(request.target);
  return -((a - 3) ** 2 + ((b - 30) / 10) ** 2 + (10 * (c - 0.3)) ** 2);
});
`,
  });
  const own = join(folder, 'node_modules/galapagos');
  mkdirSync(join(own, 'dist'), { recursive: true });
  cpSync(join(PACKAGE, 'package.json'), join(own, 'package.json'));
  for (const name of readdirSync(join(PACKAGE, 'dist')))
    if (name.endsWith('.js')) cpSync(join(PACKAGE, 'dist', name), join(own, 'dist', name));
  return folder;
}

const RUN = [
  'run',
  'node bench.mjs {target}',
  '--files',
  'solver.mjs',
  '-k',
  '4',
  '-g',
  '2',
  '--seed',
  '3',
  '--parallel',
  '1',
  '--yes',
];

describe('evolve run --warm', () => {
  it('gives the scores of the same run cold, and confirms the winner cold', () => {
    const folder = project();
    const cold = evolve(folder, RUN);
    expect(cold.code, cold.stderr).toBe(0);
    const once = essence(folder);
    const { run, improvement } = json(evolve(folder, [...RUN, '--warm', '--json']));
    expect([run, improvement.confirmed]).toEqual(['r2', true]);
    const { evaluations, commits } = essence(folder, run);
    expect(evaluations).toEqual(once.evaluations);
    expect(commits).toEqual(once.commits);
    const candidates = join(folder, '.evolve', run, 'candidates');
    const starts = (path: string) =>
      readFileSync(join(candidates, path, 'benchmark.log'), 'utf8').includes('server starts');
    const bred = readdirSync(candidates).filter((name) => name !== 'gen0-seed');
    // A confirmation in between has a server of its own, so the next candidate starts the warm one anew.
    const confirmed = bred.filter((name) => existsSync(join(candidates, name, 'side-by-side')));
    expect(confirmed.length).toBeGreaterThan(0);
    expect(bred.filter(starts).length).toBeLessThanOrEqual(1 + confirmed.length);
    expect(bred.filter(starts).length).toBeLessThan(bred.length);
    expect(starts('gen0-seed/side-by-side')).toBe(true);
    expect(confirmed.every((name) => starts(join(name, 'side-by-side')))).toBe(true);
    expect(processesWith(folder)).toEqual([]);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  it('a fitness command that is no server is the user’s mistake', () => {
    const folder = repository({ 'numbers.js': 'module.exports = [1, 2, 3];\n', 'bench.sh': 'echo 42\n' });
    const { code, stderr } = evolve(folder, ['run', 'sh bench.sh', '--files', 'numbers.js', '--warm', '--yes']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/benchmark exited with code 0 before it answered/);
    expect(stderr).toMatch(/With --warm the fitness command is a server .*docs\/benchmarks\.md/);
    expect(existsSync(join(folder, '.evolve/r1'))).toBe(false);
  });
});
