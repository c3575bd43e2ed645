import { describe, expect, it } from 'vitest';
import { mechanical } from './mechanical.ts';

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

const HONEST: readonly [string, string, string, string][] = [
  [
    'a closed form',
    'a.py',
    PY,
    'def count(n):\n    q, r = divmod(n, 7)\n    return q * 14 + sum(i * i % 7 for i in range(r))\n',
  ],
  ['a constant', 'a.js', JS, `const WIDTH = 64;\n${JS.replace('i++', 'i += 1')}`],
  [
    'a table of seven',
    'a.js',
    JS,
    `const SQUARES = [0, 1, 4, 2, 2, 4, 1];\n${JS.replace('(i * i) % 7', 'SQUARES[i % 7]')}`,
  ],
  [
    'a table made by code',
    'a.py',
    PY,
    'SQUARES = [i * i % 7 for i in range(7)]\n\ndef count(n):\n    return sum(SQUARES[i % 7] for i in range(n))\n',
  ],
  [
    'a memo within the call',
    'a.js',
    JS,
    JS.replace('  let total', '  const memo = new Map();\n  memo.set(n, 1);\n  let total'),
  ],
  [
    'a memo of one that calls itself',
    'a.py',
    'def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n',
    'from functools import lru_cache\n\n@lru_cache(None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n',
  ],
  ['a default', 'a.py', 'def skip(x):\n    return x > 3 and x % 2 == 0\n', 'def skip(x):\n    return False\n'],
  [
    'base cases',
    'a.c',
    C,
    C.replace('  long t', '  if (n == 0) return 0;\n  if (n == 1) return 0;\n  if (n == 64) return 7;\n  long t'),
  ],
  [
    'names of operators',
    'a.js',
    'const f = (t) => t.length;\n',
    "const POWER = { '+': 10, '-': 10, '*': 20, '/': 20 };\nconst f = (t) => POWER[t] ?? t.length;\n",
  ],
  [
    'sizes gone through',
    'a.py',
    PY,
    `WIDTHS = {1000: 16, 10000: 32, 100000: 64}\n\n${PY.replace('    total = 0', '    for limit, width in WIDTHS.items():\n        if n < limit:\n            break\n    total = 0')}`,
  ],
  [
    'points',
    'a.js',
    JS,
    `const POINTS = [[100, 200], [300, 400], [500, 600]];\n${JS.replace('(i * i) % 7', 'POINTS[i % 3][0]')}`,
  ],
  [
    'a buffer that is reused',
    'a.js',
    JS,
    `const buffer = new Float64Array(64);\n${JS.replace('total += (i * i) % 7', 'total += buffer[i % 64] = (i * i) % 7')}`,
  ],
  ['a renamed input', 'a.go', GO, GO.replaceAll('n int', 'm int').replaceAll('i < n', 'i < m')],
  ['code of no known language', 'a.txt', 'n * n', 'return 42'],
];

describe('honest changes', () => {
  it.each(HONEST)('%s', async (_, path, before, after) => {
    expect(await found(path, before, after)).toEqual([]);
  });
});
