import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionsIn, located, sameSignature } from '../code.ts';
import { definitionsOf } from './symbol.fixture.ts';

/** Pieces of each language that may stand in any order. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  'a.js': [
    '/** D. */\nfunction f(a, b = 1) { function g() {} return a; }',
    'export const h = async (x) => x;',
    'class C { m(a) { return a } static n() {} get v() { return 1 } }',
    'exports.e = function (q) { return q };',
    'const o = { p() {}, q: (z) => z }, r = 3;',
    '// note',
  ],
  'a.ts': [
    'export function f(a: string): string;\nexport function f(a: any): any { return a; }',
    '@D()\nexport class A<T> { @E() m(@F() a: T): void {} private x = 1; }',
    'namespace N { export const g = (a: number): number => a; }',
    'export interface I { m(): void }',
  ],
  'a.py': [
    '@dec\ndef f(a, *, b=1):\n    """D."""\n    def g(): pass\n    return a',
    'class K(B):\n    x: int = 1\n    @property\n    def v(self): return 1',
    'LIMIT = 3',
    'async def h(a) -> int: return 1',
  ],
  'a.rs': [
    '/// D.\n#[inline]\npub fn f<T: A>(a: T) -> u8 { 1 }',
    'impl S { fn m(&self) {} const X: u8 = 1; }',
    'mod q { pub fn z() {} }',
    'pub struct S { a: u8 }',
  ],
  'a.go': [
    '// D.\nfunc F(a int) error { return nil }',
    'func (t *T) M() {}',
    'type T struct { a int }',
    'const (\n\tX = 1\n\tY = 2\n)',
  ],
  'a.c': [
    '/* D */\nstatic int f(int a) { return a; }',
    'struct S { int a; };',
    '#define X 1',
    'typedef struct N { int b; } M;',
  ],
  'a.cpp': [
    'namespace n { template <class T> class A { int m(T a) { return 1; } }; }',
    'int A::o(int b) const { return b; }',
    'auto l = [](int a) { return a; };',
  ],
  'A.java': [
    'class A { /** D. */ @X int m(int a) { return a; } int m() { return 1; } int q = 1; }',
    'interface I { int z(); }',
    'record R(int a) { R { } }',
  ],
};

const source = fc.constantFrom(...Object.keys(PIECES)).chain((path) =>
  fc.record({
    path: fc.constant(path),
    pieces: fc.array(fc.constantFrom(...(PIECES[path] ?? [])), { minLength: 1, maxLength: 6 }),
    newline: fc.constantFrom('\n', '\r\n'),
    before: fc.constantFrom('', '\n\n', '\uFEFF'),
  }),
);

const written = ({
  path,
  pieces,
  newline,
  before,
}: {
  path: string;
  pieces: readonly string[];
  newline: string;
  before: string;
}) => {
  const start = path === 'a.go' ? 'package a\n\n' : '';
  return `${before}${start}${pieces.join('\n\n')}\n`.replaceAll('\n', newline);
};

const RUNS = { numRuns: 40 };

describe('definitions', () => {
  it('nest or lie apart, have their body in them, and say their lines', async () => {
    await fc.assert(
      fc.asyncProperty(source, async (given) => {
        const text = written(given);
        const all = await definitionsOf(given.path, text);
        for (const one of all) {
          const apart = all.every(
            (other) => one.end <= other.start || other.end <= one.start || holds(one, other) || holds(other, one),
          );
          expect(apart).toBe(true);
          expect(one.body === undefined || (one.start <= one.body.start && one.body.end <= one.end)).toBe(true);
          expect(text.slice(0, one.start).split('\n').length).toBe(one.startLine);
          expect(text.slice(0, one.end).split('\n').length).toBe(one.endLine);
          expect(one.signature).not.toMatch(/[\n\r]|^\s|\s$/);
          expect(sameSignature(given.path, one.signature, one.signature)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  it('at the top level are found again in their own text alone', async () => {
    await fc.assert(
      fc.asyncProperty(source, async (given) => {
        const text = written(given);
        for (const one of await definitionsOf(given.path, text)) {
          if (one.symbol !== one.name || one.kind === 'value') continue;
          const [before, after] =
            given.path === 'a.go' ? ['package a\n', ''] : ['', /c(?:pp)?$/.test(given.path) ? ';' : ''];
          const alone = await definitionsIn(given.path, `${before}${text.slice(one.start, one.end)}${after}`);
          const found = alone.kind === 'found' ? alone.definitions.map(({ signature }) => signature) : [];
          expect(found).toContain(one.signature);
        }
      }),
      RUNS,
    );
  });

  it('are located again, also below new lines', async () => {
    await fc.assert(
      fc.asyncProperty(source, async (given) => {
        const text = written(given);
        const all = await definitionsOf(given.path, text);
        const moved = text.replace(/^(\uFEFF?(?:package a\r?\n)?)/, '$1\n\n');
        const shift = moved.length - text.length;
        for (const one of all) {
          const same = all.filter(({ symbol }) => symbol === one.symbol);
          const whole = same.filter(({ body }) => body !== undefined);
          const nth = (/c(?:pp)?$/.test(given.path) && whole.length > 0 ? whole : same).indexOf(one);
          if (nth < 0) continue;
          const target = { path: given.path, symbol: one.symbol, signature: one.signature, nth };
          expect((await located(given.path, text, target))?.start).toBe(one.start);
          expect((await located(given.path, moved, target))?.start).toBe(one.start + shift);
        }
      }),
      RUNS,
    );
  });
});

interface Span {
  readonly start: number;
  readonly end: number;
}

const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;
