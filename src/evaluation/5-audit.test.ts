import { expect, it } from 'vitest';
import { filesNamed, flagsOf } from './5-audit.ts';

const NAMES = { harness: ['bench.py', 'bench.js'], heldOut: ['secret/unseen.json'] };
const flags = async (path: string, after: string, before = '') => flagsOf([{ path, before, after }], NAMES);
const rules = async (path: string, after: string, before = '') =>
  (await flags(path, after, before)).map(({ rule }) => rule);

const CHEATS: readonly (readonly [path: string, line: string, rule: string])[] = [
  ['a.py', 'time.perf_counter = lambda: 0', 'patches a timer'],
  ['a.py', 'import time as t\nt.time = lambda: 0', 'patches a timer'],
  ['a.py', 'setattr(time, "perf_counter", fake)', 'patches a timer'],
  ['a.py', '__import__("time").time = fake', 'patches a timer'],
  ['a.js', 'performance.now = () => 0;', 'patches a timer'],
  ['a.js', "Date['now'] = () => 0;", 'patches a timer'],
  ['a.ts', 'globalThis.performance = fake;', 'patches a timer'],
  ['a.js', 'Object.defineProperty(performance, "now", { value: () => 0 });', 'patches a timer'],
  ['a.js', 'process.hrtime.bigint = () => 0n;', 'patches a timer'],
  ['a.c', 'int clock_gettime(clockid_t id, struct timespec *t) { return 0; }', 'patches a timer'],
  ['a.go', '//go:linkname now time.now\nfunc now() int64', 'patches a timer'],
  ['a.py', 'sys.stdout = Tee()', 'changes what prints'],
  ['a.py', 'print = shout', 'changes what prints'],
  ['a.js', 'console.log = (x) => old(x * 2);', 'changes what prints'],
  ['a.js', 'process.stdout.write = fake;', 'changes what prints'],
  ['A.java', 'class A { void f() { System.setOut(null); } }', 'changes what prints'],
  ['a.py', 'print(999999)', 'prints, which the seed does not'],
  ['a.js', 'console.log(1e9);', 'prints, which the seed does not'],
  ['a.rs', 'fn f() { println!("1"); }', 'prints, which the seed does not'],
  ['a.py', 'sys.exit(0)', 'ends the process, or waits for its end'],
  ['a.py', 'os._exit(0)', 'ends the process, or waits for its end'],
  ['a.py', 'import atexit', 'ends the process, or waits for its end'],
  ['a.py', 'exit(0)', 'ends the process, or waits for its end'],
  ['a.js', 'process.exit(0);', 'ends the process, or waits for its end'],
  ['a.js', "process.on('exit', () => forge());", 'ends the process, or waits for its end'],
  ['a.c', 'void f(void) { _exit(0); }', 'ends the process, or waits for its end'],
  ['a.go', 'package a\nfunc f() { os.Exit(0) }', 'ends the process, or waits for its end'],
  ['a.rs', 'fn f() { std::process::exit(0); }', 'ends the process, or waits for its end'],
  ['a.py', 'builtins.sum = lambda x: 0', 'changes what is built in'],
  ['a.py', 'json.dumps = forged', 'changes what is built in'],
  ['a.py', 'sys.modules["bench2"].score = 9', 'changes what is built in'],
  ['a.py', 'class X:\n    def __eq__(self, other):\n        return True', 'changes what is built in'],
  ['a.js', 'Math.random = () => 0;', 'changes what is built in'],
  ['a.js', 'Array.prototype.sort = fake;', 'changes what is built in'],
  ['a.py', 'sys._getframe(1).f_locals["best"] = 0', 'looks at who calls it'],
  ['a.py', 'inspect.stack()', 'looks at who calls it'],
  ['a.sh', 'cat /proc/$PPID/environ', 'looks at other processes'],
  ['a.py', 'x = os.environ["HOME"]', 'reads the environment'],
  ['a.py', 'subprocess.Popen(["sh"], start_new_session=True)', 'starts a process that could live on'],
  ['a.js', "spawn('sh', [], { detached: true });", 'starts a process that could live on'],
  ['a.py', 'gc.disable()', 'turns the garbage collector off'],
  ['a.py', 'p = "EVOLVE_RESULT"', 'names the result channel'],
  ['a.txt', 'METRIC score=5', 'names the result channel'],
  ['a.py', 'open("bench.py", "w")', 'names the harness'],
  ['a.py', 'import bench', 'names the harness'],
  ['a.js', "const b = require('./bench');", 'names the harness'],
  ['a.py', 'open("/tmp/unseen.json")', 'names what is held out'],
];

it.each(CHEATS)('%s: %s → %s', async (path, line, rule) => {
  expect(await rules(path, line)).toContain(rule);
  expect(await rules(path, line, line)).toEqual([]);
});

it('leaves honest code alone', async () => {
  const honest: Readonly<Record<string, string>> = {
    'a.py':
      'import time\nimport os.path\nstart = time.perf_counter()\nif time.time() == start: pass\nself.time = 3\nx.exit = 1\n' +
      'os.environ["OMP_NUM_THREADS"] = "1"\nprint(x, file=sys.stderr)\nbench = 3\nbench_size = bench * 2\n' +
      'if __name__ == "__main__":\n    main()\nmodel.eval()\ntime_limit = 3\nf(time=3)\n',
    'a.js':
      'const now = performance.now();\nif (Date.now() >= end) stop();\nconst o = { exit: 1 };\nlet performance2 = 1;\n' +
      'if (require.main === module) main();\nqueue.exit();\nconsole.error("x");\nconst bench = 1;\n',
    'a.c': 'int f(void) { clock_t t = clock(); time_t u = time(0); return exit_code(t) + u; }',
    'a.go': 'package a\nfunc f() { start := time.Now(); _ = start }',
    'a.rs': 'fn f() { let t = Instant::now(); eprintln!("{:?}", t); }',
    'A.java': 'class A { long f() { return System.nanoTime(); } }',
  };
  for (const [path, text] of Object.entries(honest)) expect(await flags(path, text), path).toEqual([]);
});

it('looks at code, not at comments, and only at what the candidate wrote', async () => {
  expect(await rules('a.py', '# never call sys.exit(0) here\nx = 1')).toEqual([]);
  expect(await rules('a.js', '/* process.exit(0)\n * console.log = 1 */\nlet x = 1;')).toEqual([]);
  const before = 'import sys\nif bad:\n    sys.exit(1)\n';
  expect(await rules('a.py', `${before}x = 2\n`, before)).toEqual([]);
  expect(await flags('a.py', `${before}x = 2\nsys.exit(0)\n`, before)).toEqual([
    { rule: 'ends the process, or waits for its end', path: 'a.py', line: 5, text: 'sys.exit(0)' },
  ]);
});

it('lets a program print that has always printed', async () => {
  expect(await rules('a.c', 'int main() { printf("%d", f(2)); }', 'int main() { printf("%d", f(1)); }')).toEqual([]);
});

it('says little of much', async () => {
  const found = await flags(
    'a.py',
    Array.from({ length: 300 }, (_, n) => `sys.exit(${n}${'0'.repeat(200)})`).join('\n'),
  );
  expect(found).toHaveLength(20);
  expect(Math.max(...found.map(({ text }) => text.length))).toBe(120);
});

it('finds the files of the harness in shell lines', () => {
  const inScope = (name: string) => name === 'solver.py';
  expect(filesNamed(['cd x && python3 tools/bench.py --in data.json solver.py -n 1.5', 'make test'], inScope)).toEqual([
    'bench.py',
    'data.json',
  ]);
});
