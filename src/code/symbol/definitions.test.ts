import { describe, expect, it } from 'vitest';
import { definitionsIn } from '../code.ts';
import { definitionsOf, outline } from './symbol.fixture.ts';

const docOf = async (path: string, text: string, name: string): Promise<string | undefined> =>
  (await definitionsOf(path, text)).find((one) => one.symbol === name)?.doc;

describe('a doc', () => {
  it.each<[string, string, string | undefined]>([
    ['a.js', '/**\n * Adds.\n *\n *   more\n */\nfunction f() {}', 'Adds.\n\n  more'],
    ['a.js', '// one\n// two\nconst f = () => 1;', 'one\ntwo'],
    ['a.js', '// apart\n\nfunction f() {}', undefined],
    ['a.js', 'let a = 1; // of a\nfunction f() {}', undefined],
    ['a.js', '// eslint-disable-next-line\nexport function f() {}', undefined],
    ['a.py', 'def f():\n    """Does.\n\n        deep\n    back\n    """\n', 'Does.\n\n    deep\nback'],
    ['a.py', "def f(): 'short'\n", 'short'],
    ['a.py', '# about\n# it\n@dec\ndef f(): pass\n', 'about\nit'],
    ['a.rs', '/// Doc.\n///\n/// More.\n#[inline]\nfn f() {}', 'Doc.\n\nMore.'],
    ['a.rs', '#[inline]\n/// Inside.\nfn f() {}', 'Inside.'],
    ['a.go', 'package a\n\n// f does.\n//\n//go:noinline\nfunc f() {}', 'f does.'],
    ['a.c', '/* Doc */\nint f(void) { return 1; }', 'Doc'],
    ['a.cpp', '//! Doc\ntemplate <class T> int f(T a) { return 1; }', 'Doc'],
    ['a.js', '/** Doc. */\r\nfunction f() {\r\n}\r\n', 'Doc.'],
  ])('%s: %j', async (path, text, expected) => {
    expect(await docOf(path, text, 'f')).toBe(expected);
  });

  it('of a member', async () => {
    const text = 'class A {\n  /**\n   * M.\n   * @param a x\n   */\n  @Override int m(int a) { return 1; }\n}';
    expect(await docOf('A.java', text, 'A.m')).toBe('M.\n@param a x');
  });
});

describe('a span', () => {
  const pieces = async (path: string, text: string, symbol: string) => {
    const one = (await definitionsOf(path, text)).find((definition) => definition.symbol === symbol);
    if (one === undefined) throw new Error(`no ${symbol}`);
    const body = one.body === undefined ? undefined : text.slice(one.body.start, one.body.end);
    return { text: text.slice(one.start, one.end), body, lines: [one.startLine, one.endLine] };
  };

  it.each<[string, string, string, string, string | undefined, readonly number[]]>([
    ['a.ts', '\n@D()\nexport class A {\n}\n', 'A', '@D()\nexport class A {\n}', '\n', [2, 4]],
    ['a.js', '// c\nexport const f = (a) => { a; };\n', 'f', 'export const f = (a) => { a; };', ' a; ', [2, 2]],
    ['a.js', 'const f = a => a + 1, g = 2;', 'f', 'f = a => a + 1', 'a + 1', [1, 1]],
    ['a.py', '@a\n@b\ndef f():\n\treturn 1\n\nx = 1\n', 'f', '@a\n@b\ndef f():\n\treturn 1', 'return 1', [1, 4]],
    ['a.rs', '/// d\n#[a]\n// c\n#[b]\nfn f() { 1 }\n', 'f', '#[a]\n// c\n#[b]\nfn f() { 1 }', ' 1 ', [2, 5]],
    ['a.c', '#define X 1\n\nint a;\n', 'X', '#define X 1', '1', [1, 1]],
    ['a.go', 'package a\nconst (\n\tX = 1\n)\n', 'X', 'X = 1', '1', [3, 3]],
    ['a.go', 'package a\nconst X = 1\n', 'X', 'const X = 1', '1', [2, 2]],
    ['a.py', '\uFEFFdef é(a):\r\n\treturn 1\r\n\r\nx = 1\r\n', 'é', 'def é(a):\r\n\treturn 1', 'return 1', [1, 2]],
    ['a.js', 'const s = "😀"; function f() { return s }', 'f', 'function f() { return s }', ' return s ', [1, 1]],
  ])('%s: %j', async (path, text, symbol, whole, body, lines) => {
    expect(await pieces(path, text, symbol)).toEqual({ text: whole, body, lines });
  });
});

describe('errors in a text', () => {
  it('take out what they touch, and nothing else', async () => {
    const python = 'def ok(a): return a\n\ndef bad(:\n    x\n\nclass C:\n    def fine(self): return 1\n';
    expect(await outline('a.py', python)).toEqual([
      'ok function: def ok(a)',
      'C class: class C',
      'C.fine method: def fine(self)',
    ]);
    const script = 'class A { ok() {} bad() { let = ; } }\nfunction g() {}';
    expect(await outline('a.js', script)).toEqual(['A.ok method: ok()', 'g function: function g()']);
  });

  it('macros in a body of C are none', async () => {
    const text = 'int f(int a) { FOREACH(a) { a++; } MACRO(x) y; return a; }\nint g(int a) { return a\n';
    expect(await outline('a.c', text)).toEqual(['f function: int f(int a)']);
  });

  it('without anything else they are all there is to say', async () => {
    expect(await definitionsIn('a.js', 'x = (;')).toEqual({
      kind: 'unparsable',
      reason: 'a.js:1: not valid JavaScript',
    });
    expect(await definitionsIn('a.js', '')).toEqual({ kind: 'found', definitions: [] });
    expect((await definitionsIn('a.txt', 'x')).kind).toBe('unsupported');
  });
});
