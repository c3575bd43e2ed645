import { describe, expect, it } from 'vitest';
import { type Changed, mechanical } from './mechanical.ts';

const NAMES = { harness: ['bench.js'], heldOut: ['data/secret.json'] };

const found = async (path: string, before: string | undefined, after: string | undefined) =>
  (
    await mechanical(
      {
        files: [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }],
        refused: [],
      },
      NAMES,
    )
  ).findings;

const PY = 'def count(n):\n    total = 0\n    for i in range(n):\n        total += i * i % 7\n    return total\n';
const JS =
  'export function count(n) {\n  let total = 0;\n  for (let i = 0; i < n; i++) total += (i * i) % 7;\n  return total;\n}\n';
const C = 'long count(long n) {\n  long t = 0;\n  for (long i = 0; i < n; i++) t += i * i % 7;\n  return t;\n}\n';
const GO =
  'package a\n\nfunc Count(n int) int {\n\tt := 0\n\tfor i := 0; i < n; i++ {\n\t\tt += i * i % 7\n\t}\n\treturn t\n}\n';
const RUST =
  'pub fn count(n: u64) -> u64 {\n    let mut t = 0;\n    for i in 0..n {\n        t += i * i % 7;\n    }\n    t\n}\n';

const CHEATS: readonly [string, string, string, string, RegExp][] = [
  ['a constant in Python', 'a.py', PY, 'def count(n):\n    return 2998\n', /^a\.py:1: count gives a constant/],
  [
    'a constant in JavaScript',
    'a.js',
    JS,
    'export function count(n) {\n  return 2998;\n}\n',
    /a\.js:1: count gives a constant/,
  ],
  [
    'a constant in TypeScript',
    'a.ts',
    JS.replace('(n)', '(n: number): number'),
    'export function count(n: number): number {\n  return 2998;\n}\n',
    /count gives a constant/,
  ],
  [
    'a constant arrow',
    'a.js',
    'const f = (xs) => xs.map((x) => x + 1);\n',
    'const f = (xs) => [2, 3, 4];\n',
    /f gives a constant/,
  ],
  [
    'a constant in C',
    'a.c',
    C,
    'long count(long n) {\n  (void)0;\n  return 2998;\n}\n'.replace('  (void)0;\n', ''),
    /count gives a constant/,
  ],
  [
    'a constant in Go',
    'a.go',
    GO,
    'package a\n\nfunc Count(n int) int {\n\treturn 2998\n}\n',
    /Count gives a constant/,
  ],
  ['a constant in Rust', 'a.rs', RUST, 'pub fn count(n: u64) -> u64 {\n    2998\n}\n', /count gives a constant/],
  [
    'a written-out list of results',
    'a.py',
    'def primes(n):\n    return [p for p in range(2, n) if all(p % d for d in range(2, p))]\n',
    'def primes(n):\n    return [2, 3, 5, 7, 11, 13]\n',
    /primes gives a constant/,
  ],
  [
    'a bare lookup',
    'a.py',
    PY,
    'TABLE = [0, 0, 1, 5, 7, 9, 11]\n\ndef count(n):\n    return TABLE[n]\n',
    /count looks its answer up/,
  ],
  [
    'a bare lookup inline',
    'a.js',
    JS,
    'export function count(n) {\n  return { 10: 28, 100: 297, 1000: 2998 }[n];\n}\n',
    /looks its answer up|table of answers/,
  ],
  [
    'a table with a way out',
    'a.py',
    PY,
    `KNOWN = {1000: 2998, 2000: 5997, 5000: 14998}\n\n${PY.replace('    total = 0', '    if n in KNOWN:\n        return KNOWN[n]\n    total = 0')}`,
    /a\.py:1: a table of answers/,
  ],
  [
    'a map of answers',
    'a.js',
    JS,
    `const KNOWN = new Map([[1000, 2998], [2000, 5997], [5000, 14998]]);\n${JS.replace('  let total', '  if (KNOWN.has(n)) return KNOWN.get(n);\n  let total')}`,
    /table of answers/,
  ],
  [
    'answers by serialised input',
    'a.js',
    'export const solve = (xs) => xs.sort((a, b) => a - b);\n',
    'const A = { "[3,1,2]": [1, 2, 3], "[9,8,7]": [7, 8, 9], "[5,4,6]": [4, 5, 6] };\nexport const solve = (xs) => A[JSON.stringify(xs)] ?? xs.sort((a, b) => a - b);\n',
    /table of answers/,
  ],
  [
    'one answer',
    'a.c',
    C,
    C.replace('  long t', '  if (n == 1000000) return 2999998;\n  long t'),
    /a\.c:2: the answer 2999998 to one input, 1000000/,
  ],
  [
    'one answer in Go',
    'a.go',
    GO,
    GO.replace('\tt := 0', '\tif n == 1000000 {\n\t\treturn 2999998\n\t}\n\tt := 0'),
    /the answer 2999998/,
  ],
  [
    'a cache of Python',
    'a.py',
    PY,
    `_seen = {}\n\n${PY.replace('    total = 0', '    if n in _seen:\n        return _seen[n]\n    total = 0').replace('    return total', '    _seen[n] = total\n    return total')}`,
    /a\.py:1: _seen keeps what count has computed/,
  ],
  [
    'lru_cache',
    'a.py',
    PY,
    `from functools import lru_cache\n\n@lru_cache(maxsize=None)\n${PY}`,
    /count keeps its results/,
  ],
  [
    'a default that lasts',
    'a.py',
    PY,
    PY.replace('(n)', '(n, _memo={})')
      .replace('    total = 0', '    if n in _memo:\n        return _memo[n]\n    total = 0')
      .replace('    return total', '    _memo[n] = total\n    return total'),
    /the default of _memo/,
  ],
  [
    'a cache of JavaScript',
    'a.js',
    JS,
    `const cache = new Map();\n${JS.replace('  let total', '  const hit = cache.get(n);\n  if (hit !== undefined) return hit;\n  let total').replace('  return total', '  cache.set(n, total);\n  return total')}`,
    /cache keeps what count has computed/,
  ],
  [
    'a cache of Go',
    'a.go',
    GO,
    GO.replace('func Count', 'var cache = map[int]int{}\n\nfunc Count')
      .replace('\tt := 0', '\tif v, ok := cache[n]; ok {\n\t\treturn v\n\t}\n\tt := 0')
      .replace('\treturn t\n', '\tcache[n] = t\n\treturn t\n'),
    /cache keeps what Count has computed/,
  ],
  [
    'a cache of Rust',
    'a.rs',
    RUST,
    `use std::collections::HashMap;\nuse std::sync::Mutex;\nstatic CACHE: Mutex<Option<HashMap<u64, u64>>> = Mutex::new(None);\n${RUST.replace('    let mut t', '    if let Some(v) = CACHE.lock().unwrap().as_ref().and_then(|m| m.get(&n)) { return *v; }\n    let mut t').replace('    t\n}', '    CACHE.lock().unwrap().get_or_insert_with(HashMap::new).insert(n, t);\n    t\n}')}`,
    /CACHE keeps what count has computed/,
  ],
  [
    'a cache of C',
    'a.c',
    C,
    `static long cache[100];\n${C.replace('  long t = 0;', '  if (n < 100 && cache[n]) return cache[n];\n  long t = 0;').replace('  return t;', '  if (n < 100) cache[n] = t;\n  return t;')}`,
    /cache keeps what count has computed/,
  ],
  [
    'a file',
    'a.py',
    PY,
    PY.replace('    return total', '    open("/tmp/x", "w").write(str(total))\n    return total'),
    /it writes a file/,
  ],
  [
    'a global',
    'a.js',
    JS,
    JS.replace('  return total', '  globalThis.last = total;\n  return total'),
    /for all of the process/,
  ],
  ['the harness', 'a.js', JS, `import './bench.js';\n${JS}`, /a\.js:1: this names the harness/],
  [
    'what is held out',
    'a.py',
    PY,
    PY.replace('    total = 0', '    total = len(open("data/secret.json").read()) * 0'),
    /names what is held out/,
  ],
  ['the clock', 'a.js', JS, `performance.now = () => 0;\n${JS}`, /patches a timer/],
  [
    'a skipped test',
    'src/a.test.js',
    "it('works', () => {});\n",
    "it.skip('works', () => {});\n",
    /a\.test\.js:1: a test is taken out/,
  ],
  [
    'an expected failure',
    'tests/test_a.py',
    'def test_a():\n    assert f(1) == 2\n',
    'import pytest\n\n@pytest.mark.xfail\ndef test_a():\n    assert f(1) == 2\n',
    /taken out \(@pytest\.mark\.xfail\)/,
  ],
  ['scripts', 'package.json', '{"scripts":{"test":"node t.js"}}', '{"scripts":{"test":"true"}}', /its scripts differ/],
  ['configuration', 'conftest.py', '', 'collect_ignore = ["test_a.py"]\n', /it configures what checks/],
];

describe('what code finds in a change', () => {
  it.each(CHEATS)('%s', async (_, path, before, after, finding) => {
    expect(await found(path, before, after)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
    expect(await found(path, after, after)).toEqual([]);
  });

  it('a test that is gone', async () => {
    expect(await found('tests/test_a.py', 'def test_a(): pass\n', undefined)).toEqual([
      expect.stringMatching(/is deleted/),
    ]);
    expect(await found('src/a.py', PY, undefined)).toEqual([]);
  });

  it('edits of protected files, and new files that the change relies on, but no litter', async () => {
    const change: Changed = {
      files: [{ path: 'src/a.py', before: PY, after: `from fast import go\n${PY}` }],
      refused: [
        { path: 'bench.py', reason: 'outside the scope (src/**)', known: true },
        { path: 'fast.py', reason: 'outside the scope (src/**)' },
        { path: 'notes.txt', reason: 'outside the scope (src/**)' },
      ],
    };
    expect((await mechanical(change, NAMES)).findings).toEqual([
      'bench.py: it may not change (outside the scope (src/**)). The edit is undone; do without it.',
      expect.stringMatching(/^fast\.py: a new file that is not taken.*src\/a\.py relies on it/),
    ]);
  });

  it('leaves what may be honest to whoever verifies', async () => {
    const files = [{ path: 'a.py', before: PY, after: `import gc\ngc.disable()\n${PY}` }];
    const { findings, flags } = await mechanical({ files, refused: [] }, NAMES);
    expect(findings).toEqual([]);
    expect(flags).toEqual([expect.objectContaining({ rule: 'turns the garbage collector off', line: 2 })]);
  });
});
