import { expect, test } from 'vitest';
import { literals } from './literals.ts';
import { writeLiterals } from './write-literals.ts';

async function valuesIn(path: string, text: string): Promise<readonly number[]> {
  const found = await literals(path, text);
  if (found.kind !== 'found') throw new Error(found.reason);
  return found.literals.map(({ value }) => value);
}

async function rewritten(path: string, text: string, values: readonly number[]): Promise<string> {
  const found = await literals(path, text);
  if (found.kind !== 'found') throw new Error(found.reason);
  return writeLiterals(text, found.literals, values);
}

const java = (body: string): string => `class A { void f() { ${body} } }`;
const go = (body: string): string => `package p\nfunc f() {\n${body}\n}\n`;
const rust = (body: string): string => `fn f() { ${body} }`;
const c = (body: string): string => `void f() { ${body} }`;

test.each<[string, string, readonly number[]]>([
  ['a.ts', 'const a: number = 0x1F + 1_000 + -2.5; let b = 10n', [31, 1000, -2.5]],
  ['a.tsx', 'const a = <T a={5}>6</T>;', [5]],
  ['a.py', 'x = 1_000 + 0xff + 0o17 + 0b11 + 1e3 + 10. + .5 + 1_0.5E-1', [1000, 255, 15, 3, 1000, 10, 0.5, 1.05]],
  ['a.py', 'x = 1j + 1.5J + 2', [2]],
  ['a.py', 'x = -2 ** -3 - -4', [2, -3, -4]],
  [
    'a.rs',
    rust('g(1_000u32, 2.5f64, 1e3, 5., 0x1f32, 0b11_u8, 1f64, -7i8, 0o17)'),
    [1000, 2.5, 1000, 5, 7986, 3, 1, -7, 15],
  ],
  ['a.rs', rust('g(0xcbf29ce484222325u64, 300u128)'), [300]],
  [
    'a.go',
    go('g(0x1p-2, 1_000, 017, 0o17, 0b11, 1e3, .5, 5., 0X_1F, -4)'),
    [0.25, 1000, 15, 15, 3, 1000, 0.5, 5, 31, -4],
  ],
  ['a.go', go('g(1i, 2.5i, 3)'), [3]],
  [
    'a.c',
    c('g(10UL, 1.5f, 0x10, 017, 0x1p3, 0x1.8p1f, .5e3L, 1.f, -4, - 5, +6, 1uLL);'),
    [10, 1.5, 16, 15, 8, 3, 500, 1, -4, -5, 6, 1],
  ],
  ['a.c', c('g(2.5f16, 3);'), [3]],
  ['a.cpp', c("g(1'000, 3_km, 4.5_m, 0xF'Fu, 0b1'1, 7uz, -8);"), [1000, 255, 3, 7, -8]],
  [
    'a.java',
    java('g(10L, 1.5f, 1.5d, 0b101, 1_000, 017, 0x1F, 1f, 0x1.8p1, -4, 1e3);'),
    [10, 1.5, 1.5, 5, 1000, 15, 31, 1, 3, -4, 1000],
  ],
  ['a.java', java('g(0xffffffff, -2147483648, 0xFFFFFFFFFFFFFFFFL, 3);'), [3]],
])('%s: reads %s', async (path, text, values) => {
  expect(await valuesIn(path, text)).toEqual(values);
});

test.each<[string, string]>([
  ['a.ts', 'type A = 1 | 2 | [3, -4]; enum E { A = 1, B = 2 + 3 } interface I { a: 6; 7: string }'],
  [
    'a.ts',
    'let x: 5 = f<4>(y as 5); let z: -1 = a![1]; @dec(5) class R<T = 8> { n = 0; 3 = a; f(x?: 3) { this.n++ } }',
  ],
  ['a.ts', 'x satisfies 5; type M = A[0]; for (let i: number = 0; i < n; i += 2) {}; function g(x): x is 4 {}'],
  ['a.py', 'a[1]; a[i + 1]; a[-1]; a[1:2]; a[::3]; a[4, 5:6]; a[(i * 7) % n]; a[8 if x else 9]'],
  [
    'a.py',
    'd = {1: a, 2: b}; {3: c for c in d}\nmatch x:\n  case 1 | -2: pass\n  case [3, *_]: pass\n  case {4: y}: pass',
  ],
  ['a.py', 'x == 1; 2 != x; x is 3; x is not -4; x == 5 == y; n % k == (6)'],
  ['a.py', 'x | 1; x << 2; ~3; not 4; - -5; x &= 6; x >>= 7'],
  [
    'a.py',
    'i = 0\ni += 1 * n\ns = 0.0\ns += x\na, b = 0, 1\na -= y\nb += y\nclass A:\n  c = 0\n  def f(self):\n    self.c += n'.replace(
      '1 * n',
      'n',
    ),
  ],
  ['a.py', 'for i in range(0, n, 1): pass\nfor i in range(2, n): pass\nlen(x) - 1; x.size + 1; 1 + len(y)'],
  [
    'a.py',
    'round(x, 2); int(s, 16); exit(1); sys.exit(2); a.sum(axis=0); x.reshape(-1, 3); (5).real if y else 5 .real'.replace(
      '(5).real if y else ',
      '',
    ),
  ],
  ['a.py', '@dec(5)\ndef f(x: Literal[3]) -> Tuple[4]: pass\ny: Literal[5] = z\nw = f"{x:.{3}f} {6 * x}" "7"'],
  ['a.py', 'while 1: pass\nif 0: pass\nassert 1'],
  [
    'a.rs',
    '#[repr(align(16))] struct A; enum E { A = 1 } const X: [f64; 3] = g::<5>(); fn h<const N: usize>(x: [u8; 4]) {}',
  ],
  ['a.rs', rust('a[0]; a[i + 1]; a[1..3]; a[..=4]; x.0; x.0.1; t.5 = y; a[6 as usize]')],
  [
    'a.rs',
    rust(
      'match x { 1 | -2 => a, 3..=4 => b, Some(5) => c, (6, [7, ..]) => d, _ => e } if let Some(8) = x {} if let 9 = y {}',
    ),
  ],
  ['a.rs', rust('x == 1; 2 != x; while x == -3 {} x & 4; 1 << n; !5; x |= 6; &7; [a; 8]')],
  [
    'a.rs',
    rust('for i in 0..n {} for i in (0..n).step_by(2) {} let mut i = 0; i += n; let mut s = 0.0; s += x; x.len() - 1'),
  ],
  [
    'a.rs',
    rust('2.0_f64.sqrt(); 5.max(x); v.nth(0); vec![1; 2]; println!("{}", 3); std::process::exit(1); S { 0: a }'),
  ],
  [
    'a.go',
    go(
      '_ = a[0]; _ = a[i+1]; _ = a[1:2]; _ = a[1:2:3]; x = make([]int, 4); var b [5]int; _ = [6]int{}; _ = map[int]T{7: t}',
    ),
  ],
  ['a.go', go('switch x { case 1, -2: y() }\nif x == 3 || 4 != y { }\nx = 1 << 2 | 3; x &^= 4; x = -(5)')],
  [
    'a.go',
    go('for i := 0; i < n; i += 2 { }\ni, j := 0, 1; i++; j -= n\nvar s = 0.0; s += x\nx = len(a) - 1\nos.Exit(1)'),
  ],
  ['a.go', 'package p\ntype A [3]int\nconst (\n X = iota + 1\n Y = 1 << iota\n)\n'],
  ['a.c', '#define N 5\n#if N > 3\nint a[10];\n#endif\n#include "x5.h"\nenum E { A = 1 };\nstruct S { int x : 3; };\n'],
  [
    'a.c',
    '__attribute__((aligned(16))) int z; int a[2] = { [1] = b, }; _Static_assert(sizeof(int) == 4, "x"); int main(void) { return 0; }',
  ],
  [
    'a.c',
    c(
      'a[0] = b[i + 1]; switch (x) { case 1: case -2: break; } while (1) {} do {} while (0); if (x == 3) {} x & 4; 1 << n; !5; ~6; - -7;',
    ),
  ],
  [
    'a.c',
    c(
      'for (int i = 0, j = 1; i < n; i += 2, j = j + 3) {} int i = 0; i++; double s = 0.0; s += x; int *p = 4; --p; strlen(s) - 1; exit(1);',
    ),
  ],
  [
    'a.cpp',
    'template <int N = 5> struct A { int a[3]; int n = 0; void f() { n++; } }; std::array<int, 3> x = f<4>(y); static_assert(1 < 2);',
  ],
  [
    'a.cpp',
    c(
      'a[1] = std::get<0>(t); int* p = new int[5]; for (int i = 0; i < n; ++i) {} while (1) {} v.at(0); v.size() - 1; alignas(16) int q;',
    ),
  ],
  ['a.java', '@A(5) class T { @B(x = 6) int[] a = new int[3][n + 4]; int c = 0; void f() { this.c--; } }'],
  [
    'a.java',
    java(
      'a[0] = b[i + 1]; switch (x) { case 1: case -2: break; } if (x == 3) {} y = x & 4; y = 1 << n; y = ~5; y = -(6); x >>>= 7;',
    ),
  ],
  [
    'a.java',
    java(
      'for (int i = 0, j = 1; i < n; i += 2) {} int k = 0; k++; double s = 0.0; s += x; y = a.length - 1; y = s.length() + 2; l.get(0); System.exit(1);',
    ),
  ],
])('%s: leaves out %s', async (path, text) => {
  expect(await valuesIn(path, text)).toEqual([]);
});

test.each<[string, string, readonly number[]]>([
  [
    'a.ts',
    'const RATE: number = 0.5; class A { private x = 1; constructor(readonly y: number = -2) {} } f<T>(3 as number)',
    [0.5, 1, -2, 3],
  ],
  [
    'a.py',
    'RATE = 0.5\ndef f(x=1, y: int = -2): return 3 if x > 4 else [5, 6]\nf(7, z=8)',
    [0.5, 1, -2, 3, 4, 5, 6, 7, 8],
  ],
  [
    'a.py',
    'for i in range(10): x *= 0.5\nd = {"a": 1, 2: 3}\nt = 9.5\nt -= y\ng(lambda: 4)\nx = a if b < 5 == c else d',
    [10, 0.5, 1, 3, 9.5, 4],
  ],
  [
    'a.rs',
    'const R: f64 = 0.5; fn f() -> f64 { if x > 1.5 { return -2.5; } let a = [0.5, 3.5]; g(4, |x| 5 * x); S { a: 6 }; match y { _ => 7, }; 8.5 }',
    [0.5, 1.5, -2.5, 0.5, 3.5, 4, 5, 6, 7, 8.5],
  ],
  ['a.rs', rust('match x { Some(n) if n > 3 => 4, _ => 5 } for i in 0..10 { x *= 0.5 }'), [3, 4, 5, 10, 0.5]],
  [
    'a.go',
    'package p\nconst R = 0.5\nvar a, b = 1, -2\nfunc f() float64 {\n for i := 0; i < 10; i++ { x *= 0.9 }\n return g(3, T{A: 4}) * 5\n}\n',
    [0.5, 1, -2, 10, 0.9, 3, 4, 5],
  ],
  [
    'a.c',
    'static const double R = 0.5;\ndouble a[] = {1.5, -2};\ndouble f(int x) { for (int i = 0; i < 10; i++) if (x > 3) x *= 0.9f; return x ? 4 : (double)5; }',
    [0.5, 1.5, -2, 10, 3, 0.9, 4, 5],
  ],
  [
    'a.cpp',
    'constexpr double R{0.5}; auto f = [](double x = 2.5) { return x * -5; }; struct A { double w = 1.5; A() : w(3), v{4} {} }; std::vector<double> v(10, 0.25);',
    [0.5, 2.5, -5, 1.5, 3, 4, 10, 0.25],
  ],
  [
    'a.java',
    'class A { static final double R = 0.5; int[] a = {1, -2}; double f(int x) { for (int i = 0; i < 10; i++) x *= 3; return switch (x) { case 1 -> 4; default -> (int) 5; }; } enum E { P(6.5) } }',
    [0.5, 1, -2, 10, 3, 4, 5, 6.5],
  ],
])('%s: finds the parameters of %s', async (path, text, values) => {
  expect(await valuesIn(path, text)).toEqual(values);
});

test.each<[string, string, readonly number[], string]>([
  ['a.ts', 'let x: number = a - 5 as number', [-3], 'let x: number = a - (-3) as number'],
  ['a.ts', 'f(a < 5 * b, a < (6), a < 7)', [-1, -2, -3], 'f(a < 0 * b, a < (0), a < -3)'],
  ['a.cpp', c('g(a < 5 && b > 6, b > 7);'), [-1, -2, -3], c('g(a < -1 && b > 0, b > 0);')],
  ['a.py', 'x = y if.5else-3', [0.25, 4], 'x = y if 0.25 else 4'],
  ['a.py', 'x = 2 ** 3 - 1e3', [-4, -5, 1500], 'x = (-4) ** (-5) - 1500.0'],
  ['a.py', 'x = a if 1else 2', [7, -8], 'x = a if 7 else (-8)'],
  [
    'a.rs',
    rust('g(1_000u32, 2.5f64, 1f32, 7i8, 1e3, a<5)'),
    [-5, 3, 1e99, 300, -7, -9],
    rust('g(0u32, 3.0f64, 3.4028234663852886e+38f32, 127i8, -7.0, a< -9)'),
  ],
  [
    'a.rs',
    rust('g(5, 3_000_000_000, 255u8, 7usize)'),
    [1e10, 4e9, 256, -1],
    rust('g(2147483647, 4000000000, 255u8, 0usize)'),
  ],
  ['a.go', go('g(0x1p-2, 017, 1e3, -1e3, a<5)'), [2, 9, 1234.4, 7.4, -6], go('g(2.0, 9, 1234e0, 7e0, a< -6)')],
  [
    'a.c',
    c('g(10UL, 1.5f, 017, a-5, 7u, (int)8);'),
    [-3, 2, 8, -5, 5e9, -9],
    c('g(0UL, 2.0f, 8, a-(-5), 4294967295u, (int)(-9));'),
  ],
  ['a.c', c('g(-4, - 5, a - -6, +7);'), [4, 5, 6, -7], c('g(4, 5, a - 6, -7);')],
  ['a.cpp', c("g(1'000, 0xFFu);"), [2000, -1], c('g(2000, 0u);')],
  [
    'a.java',
    java('g(10L, 1.5f, 1d, 5, (double) 6, 2.5f);'),
    [3e9, 1e-46, 2, 3e9, -7, -1e39],
    java('g(3000000000L, 0.0f, 2.0d, 2147483647, (double) (-7), -3.4028234663852886e+38f);'),
  ],
])('%s: %s with %j', async (path, text, values, expected) => {
  expect(await rewritten(path, text, values)).toBe(expected);
});

test('a type that has limits says so', async () => {
  const found = await literals('a.rs', rust('g(5u8, 5, 5f64)'));
  if (found.kind !== 'found') throw new Error(found.reason);
  expect(found.literals.map(({ least, most }) => [least, most])).toEqual([
    [0, 255],
    [1 - 2 ** 31, 2 ** 31 - 1],
    [undefined, undefined],
  ]);
});

test.each([
  ['a.py', 'x = 1\ny = = 2\n', 'a.py:2: not valid Python'],
  ['a.rs', 'fn f() {\n let = ;\n}', 'a.rs:2: not valid Rust'],
  ['a.java', 'class A {\n int x = ;\n}', 'a.java:2: not valid Java'],
])('%s: %j is not valid', async (path, text, reason) => {
  expect(await literals(path, text)).toEqual({ kind: 'unparsable', reason });
});

test.each([
  [
    'a.py',
    '\uFEFFé = "日本😀"\r\n# EVOLVE-BLOCK-START\r\n\r\nb = [-7.5, # 😀 8\r\n\t1_0]\r\n# EVOLVE-BLOCK-END\r\nc = 9\r\n',
  ],
  [
    'a.rs',
    '\uFEFFconst A: &str = "日本😀";\r\n// EVOLVE-BLOCK-START\r\n\r\nconst B: f64 = -7.5; // 😀 8\r\n\tconst C: i32 = 1_0;\r\n// EVOLVE-BLOCK-END\r\nconst D: i32 = 9;\r\n',
  ],
  [
    'a.java',
    '\uFEFFclass A { String é = "日本😀";\r\n// EVOLVE-BLOCK-START\r\n\r\ndouble b = -7.5; // 😀 8\r\n\tint c = 1_0;\r\n// EVOLVE-BLOCK-END\r\nint d = 9; }\r\n',
  ],
])('%s: offsets, lines and markers hold with any text around', async (path, text) => {
  const found = await literals(path, text);
  if (found.kind !== 'found') throw new Error(found.reason);
  expect(found.literals.map(({ start, end, line }) => [text.slice(start, end), line])).toEqual([
    ['-7.5', 4],
    ['1_0', 5],
  ]);
});
