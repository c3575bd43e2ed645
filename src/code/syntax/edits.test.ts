import { expect, test } from 'vitest';
import { rng } from '../../domain/rng.ts';
import { cross } from './cross.ts';
import { mutate } from './syntax.ts';

const SEEDS = 250;

/** All that so many draws make of a text. */
async function mutantsOf(path: string, text: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let seed = 0; seed < SEEDS; seed++) {
    const made = await mutate(path, text, rng(seed, 'edits'), 'small');
    if (made.kind === 'edited') found.set(made.text, made.summary);
  }
  return found;
}

test.each([
  ['a.js', 'f(a < b)', 'f(a <= b)', 'line 1: < → <='],
  ['a.js', 'x = a - b', 'x = b - a', 'line 1: a ⇄ b'],
  ['a.js', 'x = a - b', 'x = a', 'line 1: a - b → a'],
  ['a.js', 'if (a) b()', 'if (!a) b()', 'line 1: a → !a'],
  ['a.js', 'if (a && c) b()', 'if (c) b()', 'line 1: a && c → c'],
  ['a.js', 'if (!(a > 1)) b()', 'if ((a > 1)) b()', 'line 1: !(a > 1) → (a > 1)'],
  ['a.js', 'x = true', 'x = false', 'line 1: true → false'],
  ['a.js', 'x = Math.min(a, b)', 'x = Math.max(a, b)', 'line 1: min → max'],
  ['a.js', 'x = Math.min(a, b)', 'x = b', 'line 1: Math.min(a, b) → b'],
  ['a.js', 'x = c ? a : b', 'x = b', 'line 1: c ? a : b → b'],
  ['a.js', 'x++', 'x--', 'line 1: ++ → --'],
  ['a.js', 'function f(a, b) { return a }', 'function f(a, b) { return b }', 'line 1: a → b'],
  ['a.js', 'a();\nb(); // why\nc();\n', 'a();\nc();\n', 'line 2: deleted "b();"'],
  ['a.js', 'a();\r\nb();', 'a();', 'line 2: deleted "b();"'],
  ['a.js', 'if (a > 1) {\n  b();\n}\nc();', 'if (a > 1) {\n  c();\n  b();\n}', 'line 4: moved "c();" before line 2'],
  ['a.js', '\uFEFFa();\nb();', '\uFEFFb();\na();', 'line 1 ⇄ line 2'],
  ['a.js', 'a();\nb();\n', 'b();\na();\n', 'line 1 ⇄ line 2'],
  ['a.js', 'a();\n', 'a();\na();\n', 'line 1: doubled "a();"'],
  ['a.js', 'if (a) {\n  b();\n} else {\n  c();\n}\n', 'if (a) {\n  b();\n}\n', 'line 3: deleted "else { c(); }"'],
  ['a.js', 'if (a) {\n  b();\n  c();\n}\n', 'b();\nc();\n', 'line 1: always "b(); c();"'],
  ['a.js', 'if (a > 1) {\n  b();\n}\n', 'b();\nif (a > 1) {\n}\n', 'line 2: moved "b();" before line 1'],
  [
    'a.js',
    'for (let i = 0; i < 9; i++) {\n  for (let j = 1; j < 8; j++) {\n    f(i, j);\n  }\n}\n',
    'for (let j = 1; j < 8; j++) {\n  for (let i = 0; i < 9; i++) {\n    f(i, j);\n  }\n}\n',
    'line 1 ⇄ line 2: loop headers',
  ],
  ['a.js', 'x = a > b;\nf();\n', 'x = a > b;\nif (a > b) {\n    f();\n}\n', 'line 2: only if a > b'],
  [
    'a.py',
    'for x in y:\n\tif x > 1:\n\t\tf(x)\n\tg()\n',
    'for x in y:\n\tif x > 1:\n\t\tf(x)\n\tif x > 1:\n\t\tcontinue\n\tg()\n',
    'line 4: continue if x > 1',
  ],
  ['a.py', 'if a:\n    b()\n', 'if a:\n    pass\n', 'line 2: deleted "b()"'],
  ['a.py', 'while a:\n  b()\n  c()\nd()\n', 'while a:\n  c()\nb()\nd()\n', 'line 2: moved "b()" after line 1'],
  ['a.py', 'if a:\n    b()\nelse:\n    c()\n', 'if not a:\n    b()\nelse:\n    c()\n', 'line 1: a → not a'],
  [
    'a.py',
    'for i in a:\n  for j in b:\n    c(i, j)\n',
    'for j in b:\n  for i in a:\n    c(i, j)\n',
    'line 1 ⇄ line 2: loop headers',
  ],
])('%s: %j can become %j', async (path, text, wanted, summary) => {
  const found = await mutantsOf(path, text);
  expect([...found.keys()]).toContain(wanted);
  expect(found.get(wanted)).toBe(summary);
});

test.each([
  ['a declaration that is used', 'a.js', 'const a = f();\ng(a);\n', /^g\(a\)/],
  ['a use before its declaration', 'a.js', 'const a = f();\ng(a);\n', /g\(a\);\n[\s\S]*const a/],
  ['a second declaration', 'a.js', 'const a = f();\n', /const[\s\S]*const/],
  ['the last return', 'a.go', 'package p\nfunc f(a int) int {\n\tg()\n\treturn a\n}\n', /g\(\)\n\}/],
  ['a first assignment', 'a.py', 'def f():\n    a = g()\n    return a\n', /f\(\):\n {4}return/],
  [
    'a header that needs the loop around it',
    'a.js',
    'for (const a of b) {\n  for (const c of a) f(c);\n}\n',
    /^for \(const c/,
  ],
  [
    'an import, a text, a type',
    'a.ts',
    'import a from "5";\nexport const b: 5 | true = f("1", 7);\n',
    /^(?!import a from "5";\nexport const b: 5 \| true = f\("1", )/,
  ],
  ['a decorator', 'a.py', '@a(1 < 2)\ndef f(b):\n    return b + 1\n', /^(?!@a\(1 < 2\)\ndef f\(b\):)/],
  [
    'a variable that nobody reads',
    'a.go',
    'package p\nfunc f() int {\n\ta := 1\n\tb := a + 2\n\treturn b + 1\n}\n',
    /return 1|b := 2/,
  ],
  ['a description', 'a.py', 'def f(b):\n    """Five."""\n    g(b)\n', /^(?!def f\(b\):\n {4}"""Five.""")/],
  ['the end of the step of a loop', 'a.js', 'for (let i = 0; i < n; i++) f(i);\n', /i--/],
])('not offered: %s', async (_, path, text, wrong) => {
  for (const mutant of (await mutantsOf(path, text)).keys()) expect(mutant).not.toMatch(wrong);
});

const PRICE = 'export function price(a) {\n  return a * 2;\n}\nexport function rank(a) {\n  return a - 1;\n}\n';

test('functions of the same name come first, and not all of them', async () => {
  const other = PRICE.replace('* 2', '* 3').replace('- 1', '+ 1');
  const results = new Set<string>();
  for (let seed = 0; seed < 20; seed++) {
    const made = await cross('a.js', PRICE, other, rng(seed));
    results.add(made.kind === 'edited' ? `${made.summary}: ${made.text}` : made.reason);
  }
  expect([...results].sort()).toEqual([
    `took price() from the other parent: ${PRICE.replace('* 2', '* 3')}`,
    `took rank() from the other parent: ${PRICE.replace('- 1', '+ 1')}`,
  ]);
});

test('parts at the same place are exchanged, with the line ends of this parent', async () => {
  const mine = 'def f(a):\r\n    b = a + 1\r\n    c = b * 2\r\n    return c\r\n';
  const other = 'def f(a):\n    b = a + 5\n    c = b * 2\n    if c > 3:\n        c = 3\n    return c - 7\n';
  const results = new Set<string>();
  for (let seed = 0; seed < 40; seed++) {
    const made = await cross('a.py', mine, other, rng(seed));
    if (made.kind === 'edited') results.add(made.text);
  }
  for (const result of results) expect(result.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(results.size).toBeGreaterThan(1);
  expect(results).not.toContain(other);
});

test('a single difference is the other parent itself', async () => {
  const made = await cross('a.js', 'f(a + 1);\n', 'f(a + 2);\n', rng(1));
  expect(made).toMatchObject({ kind: 'edited', text: 'f(a + 2);\n' });
});

test('what would bring a name that is unknown here stays away', async () => {
  const mine = 'function f(a) {\n  g(a);\n  return a;\n}\n';
  const other = 'function f(a) {\n  const b = a;\n  g(b);\n  h(b);\n  return a;\n}\n';
  for (let seed = 0; seed < 20; seed++) {
    const made = await cross('a.js', mine, other, rng(seed));
    if (made.kind === 'edited' && /\bb\b/.test(made.text)) expect(made.text).toContain('const b');
  }
});
