import { describe, expect, it } from 'vitest';
import { directionOf } from './direction.ts';
import { benchmarksIn } from './find.ts';
import type { Listing } from './listing.ts';
import { expanded } from './scripts.ts';

const listing = (files: Readonly<Record<string, string>>): Listing => ({
  paths: Object.keys(files),
  read: (path) => files[path] ?? '',
});
const commands = (files: Readonly<Record<string, string>>) =>
  benchmarksIn(listing(files)).map(({ command }) => command);

const MANIFEST = JSON.stringify({
  scripts: {
    build: 'tsc',
    'bench:fast': 'node b.js',
    bench: 'npm run -s inner',
    inner: 'node bench/run.mjs',
    test: 'vitest',
  },
});

describe('benchmarks of a folder', () => {
  it('are scripts of npm and targets of make by their names, tests last', () => {
    const files = {
      'package.json': MANIFEST,
      Makefile: 'CC := cc\nall: x\n\techo\nbench perf:\n\t@./run\ntest:\n\tgo\n',
    };
    expect(commands(files)).toEqual([
      'npm run -s bench:fast',
      'npm run -s bench',
      'make -s bench',
      'make -s perf',
      'npm test',
      'make -s test',
    ]);
  });

  it('are programs by their names, those that print a score first, and names with spaces are quoted', () => {
    const files = {
      'src/solver.py': '',
      'bench.py': 'print(time)',
      'tools/eval it.py': 'print(json.dumps({"score": s}))',
      'benchmark.test.js': '',
      'bench_sort.mjs': 'console.log(elapsedMs)',
    };
    expect(commands(files)).toEqual(["python3 'tools/eval it.py'", 'python3 bench.py', 'node bench_sort.mjs']);
    expect(benchmarksIn(listing(files)).map(({ prints, direction }) => [prints, direction])).toEqual([
      ['score', 'max'],
      ['unknown', 'min'],
      ['unknown', 'min'],
    ]);
  });

  it('are those of Cargo, Go and pytest, which print tables', () => {
    const files = {
      'Cargo.toml': '',
      'benches/a.rs': '',
      'go.mod': '',
      'a_test.go': 'func BenchmarkA(b *testing.B) {}',
      'requirements.txt': 'pytest-benchmark==4',
    };
    const found = benchmarksIn(listing(files));
    expect(found.map(({ command }) => command.split(' ')[0])).toEqual(['cargo', 'go', 'python3']);
    expect(found.every(({ prints }) => prints === 'table')).toBe(true);
  });

  it.each([
    ['nothing', {}],
    ['a manifest that is broken', { 'package.json': '{' }],
    ['a manifest without scripts', { 'package.json': '[]' }],
    ['npm’s own script', { 'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}' }],
    ['a variable of make', { Makefile: 'bench := 1\n' }],
  ])('are none in %s', (_what, files) => {
    expect(commands(files)).toEqual([]);
  });

  it('are followed through the scripts that they call', () => {
    const files = listing({ 'package.json': MANIFEST, Makefile: 'bench:\n\t@npm run bench\n' });
    expect(expanded(files, 'make bench')).toBe('node bench/run.mjs');
    expect(expanded(files, 'node x.js')).toBe('node x.js');
    expect(expanded(listing({ 'package.json': '{"scripts":{"bench":"npm run bench"}}' }), 'npm run bench')).toBe(
      'npm run bench',
    );
  });
});

describe('which way is better', () => {
  it.each([
    ['console.log(elapsedMs)', 'min'],
    ['print(f"METRIC latency={x}")', 'min'],
    ['print(total_loss)', 'min'],
    ['console.log(score)', 'max'],
    ['print(json.dumps({"score": s, "time": t}))', 'max'],
    ['time = 3\nconsole.log(fits)', 'max'],
    ['', 'max'],
  ])('%s: %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
  });
});
