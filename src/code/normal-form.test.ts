import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rng } from '../domain/rng.ts';
import { languageOf } from './languages.ts';
import { normalForm } from './normal-form.ts';
import { localsOf } from './syntax/locals.ts';
import { LOCALS } from './syntax/locals-table.ts';
import { open } from './syntax/program.ts';
import { mutate } from './syntax/syntax.ts';

const FOLDER = join(import.meta.dirname, '../../test/sample/syntax');
/** Of each sample; more of them in the time that it takes. */
const MUTANTS = 15;
const samples = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);

describe.each(samples)('%s', (path, text) => {
  const leader = path.endsWith('.py') ? '#' : '//';

  it('has the same form with other comments and white space', async () => {
    const form = await normalForm(path, text);
    expect(form).toBeDefined();
    const lines = text.trimEnd().split('\n');
    expect(
      await normalForm(path, lines.map((line) => `${line}${line.startsWith('#') ? '' : '   '}\n\n`).join('')),
    ).toBe(form);
    expect(await normalForm(path, lines.map((line) => `${leader} a word\n${line}\n`).join(''))).toBe(form);
    expect(await normalForm(path, lines.join('\r\n'))).toBe(form);
  });

  it('has the same form when a local is renamed, each of them', async () => {
    const form = await normalForm(path, text);
    const opened = await open(path, text);
    const table = LOCALS[languageOf(path)?.name ?? ''];
    if (opened.kind !== 'open' || table === undefined) throw new Error('not read');
    const groups = new Map<string, (readonly [number, number])[]>();
    for (const [{ start, end }] of localsOf(opened.program, table)) {
      const name = text.slice(start, end);
      groups.set(name, [...(groups.get(name) ?? []), [start, end]]);
    }
    expect(groups.size).toBeGreaterThan(2);
    for (const [name, places] of groups) {
      let renamed = text;
      for (const [start, end] of places.toReversed())
        renamed = `${renamed.slice(0, start)}fresh_one${renamed.slice(end)}`;
      expect(await normalForm(path, renamed), name).toBe(form);
    }
  });

  it('has another form after an edit', async () => {
    const form = await normalForm(path, text);
    for (let nth = 0; nth < MUTANTS; nth++) {
      const edited = await mutate(path, text, rng(nth, path), nth % 3 === 0 ? 'large' : 'small');
      if (edited.kind !== 'edited') throw new Error(edited.reason);
      expect(await normalForm(path, edited.text), edited.summary).not.toBe(form);
    }
  }, 60_000);
});

type Pair = readonly [path: string, one: string, other: string];

const SAME: readonly Pair[] = [
  [
    'a.js',
    'function f(a) { let x = a; return x + 1 }',
    'function f(a) {\n  // comment\n  let total = a; return total + 1 }',
  ],
  [
    'a.js',
    'function f(o) { for (const i of o) { g(i) } for (const i of o) h(i) }',
    'function f(o) { for (const i of o) { g(i) } for (const j of o) h(j) }',
  ],
  [
    'a.js',
    'const f = (a) => { const [x, { k: y }] = a; return x.y + y }',
    'const f = (a) => { const [p, { k: q }] = a; return p.y + q }',
  ],
  [
    'a.py',
    'def f(a):\n    x = a\n    for i in x:\n        x += i\n    return x',
    'def f(a):\n    y = a # that\n\n    for k in y:\n        y += k\n    return y',
  ],
  ['a.py', 'def f(a):\n  return [i * 2 for i in a]', 'def f(a):\n    return [j * 2 for j in a]'],
  ['a.py', 'def f(a):\n  with a as b: return b.x(c=b)', 'def f(a):\n  with a as d: return d.x(c=d)'],
  [
    'a.ts',
    'function f(a: number): number { const x: number = a; return x }',
    'function f(a: number): number { const y: number = a; return y }',
  ],
  [
    'a.rs',
    'fn f(a: i32) -> i32 { let mut x = a; for i in 0..3 { x += i; } x }',
    'fn f(a: i32) -> i32 { let mut y = a; for k in 0..3 { y += k; } y }',
  ],
  [
    'a.go',
    'package a\nfunc f(a int) int { x := a; for i := 0; i < 3; i++ { x += i }; return x }',
    'package a\nfunc f(a int) int { y := a; for k := 0; k < 3; k++ { y += k }; return y }',
  ],
  ['a.c', 'int f(int a) { int x = a, *p = &x; return *p; }', 'int f(int a) { int y = a, *q = &y; return *q; }'],
  [
    'a.cpp',
    'int f(int a) { auto x = a; for (auto i : v) x += i; return x; }',
    'int f(int a) { auto y = a; for (auto k : v) y += k; return y; }',
  ],
  [
    'A.java',
    'class A { int f(int a) { int x = a; for (int i : b) x += i; return x; } }',
    'class A { int f(int a) { int y = a; for (int k : b) y += k; return y; } }',
  ],
];

const OTHER: readonly Pair[] = [
  // Parameters, exports, globals, functions.
  ['a.js', 'function f(a) { return a }', 'function f(b) { return b }'],
  ['a.js', 'export const a = 1;', 'export const b = 1;'],
  ['a.js', 'let a = 1; function f() { return a }', 'let b = 1; function f() { return b }'],
  ['a.js', 'function f() { const g = () => 1; return g }', 'function f() { const h = () => 1; return h }'],
  ['a.py', 'def f(a=1): return a', 'def f(b=1): return b'],
  ['a.py', 'def f():\n  def g(): return 1\n  return g', 'def f():\n  def h(): return 1\n  return h'],
  ['a.c', 'int f(int a) { return a; }', 'int f(int b) { return b; }'],
  // Numbers, texts, operators, structure.
  ['a.py', 'def f(a):\n  if a:\n    g()\n  h()', 'def f(a):\n  if a:\n    g()\n    h()'],
  ['a.js', 'f("a b")', 'f("a  b")'],
  ['a.js', `f(\`a \${b} c\`)`, `f(\`a  \${b} c\`)`],
  ['a.py', 'x = 1', 'x = 1.0'],
  ['a.js', 'function f(a) { return\na }', 'function f(a) { return a }'],
  // Which of two locals.
  ['a.js', 'function f(a) { let x = a, y = 2; return x }', 'function f(a) { let x = a, y = 2; return y }'],
  // Not a local, although it looks like one.
  ['a.js', 'function f(a) { { let x = 1; g(x) } return x }', 'function f(a) { { let y = 1; g(y) } return y }'],
  ['a.js', 'function f(a) { for (x of a) g(x) }', 'function f(a) { for (y of a) g(y) }'],
  ['a.js', 'function f(a = x) { var x = 1; return a }', 'function f(a = y) { var y = 1; return a }'],
  ['a.js', 'function f(a) { const { x } = a; return x }', 'function f(a) { const { y } = a; return y }'],
  ['a.js', 'function f(a) { const x = a; return { x } }', 'function f(a) { const y = a; return { y } }'],
  [
    'a.js',
    'function f(a) { const { [k]: x = k } = a; return k }',
    'function f(a) { const { [l]: x = l } = a; return l }',
  ],
  ['a.js', 'function f(a) { let x = a; return eval("x") }', 'function f(a) { let y = a; return eval("x") }'],
  ['a.py', 'def f(a):\n  x = a\n  return locals()', 'def f(a):\n  y = a\n  return locals()'],
  ['a.py', 'def f(a):\n  global x\n  x = a', 'def f(a):\n  global y\n  y = a'],
  ['a.py', 'def f(a):\n  import x\n  x = x.y', 'def f(a):\n  import z\n  z = z.y'],
  ['a.py', 'def f(a):\n  x = a\n  return f"{x=}"', 'def f(a):\n  y = a\n  return f"{y=}"'],
  ['a.py', 'def f():\n  return [x for x in x]', 'def f():\n  return [y for y in y]'],
  ['a.py', 'def f():\n  [x for x in a]\n  return x', 'def f():\n  [y for y in a]\n  return y'],
  [
    'a.py',
    'def f():\n  class A:\n    x = 1\n  x = 2\n  return A',
    'def f():\n  class A:\n    y = 1\n  y = 2\n  return A',
  ],
  ['a.rs', 'fn f() -> i32 { let x = x + 1; x }', 'fn f() -> i32 { let y = y + 1; y }'],
  ['a.rs', 'fn f() { let x = 1; println!("{x}"); }', 'fn f() { let y = 1; println!("{y}"); }'],
  ['a.rs', 'fn f() -> P { let x = 1; P { x } }', 'fn f() -> P { let y = 1; P { y } }'],
  ['a.rs', 'fn f(a: O) { match a { x => g(x) }; let x = 1; }', 'fn f(a: O) { match a { y => g(y) }; let y = 1; }'],
  ['a.rs', 'fn f() { let x = 1; fn g() -> i32 { x } }', 'fn f() { let y = 1; fn g() -> i32 { y } }'],
  ['a.go', 'package a\nfunc f() int { g(x); x := 1; return x }', 'package a\nfunc f() int { g(y); y := 1; return y }'],
  ['a.go', 'package a\nfunc f() P { x := 1; return P{x: x} }', 'package a\nfunc f() P { y := 1; return P{y: y} }'],
  ['a.go', '//go:noinline\npackage a', 'package a'],
  [
    'a.c',
    '#define STEP x += 1\nint f(void) { int x = 1; STEP; return x; }',
    '#define STEP x += 1\nint f(void) { int y = 1; STEP; return y; }',
  ],
  ['a.c', 'int f(void) { int x = 1; GROW(2); return x; }', 'int f(void) { int y = 1; GROW(2); return y; }'],
  ['a.c', 'int f(void) { extern int x; return x; }', 'int f(void) { extern int y; return y; }'],
  ['a.c', 'int f(void) { int x[x]; return 0; }', 'int f(void) { int y[y]; return 0; }'],
  ['A.java', 'class A { void f() { x = 1; int x = 2; } }', 'class A { void f() { y = 1; int y = 2; } }'],
  [
    'A.java',
    'class A { Object f() { int x = 1; return new B() { int x = 2; }; } }',
    'class A { Object f() { int y = 1; return new B() { int y = 2; }; } }',
  ],
];

it.each(SAME)('%s: %s = %s', async (path, one, other) => {
  const form = await normalForm(path, one);
  expect(form).toBeDefined();
  expect(await normalForm(path, other)).toBe(form);
});

it.each(OTHER)('%s: %s ≠ %s', async (path, one, other) => {
  const form = await normalForm(path, one);
  expect(form).toBeDefined();
  expect(await normalForm(path, other)).not.toBe(form);
});

it('leaves alone what it can not read, and what reads itself', async () => {
  expect(await normalForm('a.txt', 'x')).toBeUndefined();
  expect(await normalForm('a.js', 'let (')).toBeUndefined();
  expect(await normalForm('a.c', 'int f(void) { return __LINE__; }')).toBeUndefined();
});
