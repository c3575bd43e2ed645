/** Programs of a language to write numbers into: each ① is a bare whole number, each ② a bare fraction, each ③ any. */
export interface Sample {
  readonly path: string;
  readonly statements: readonly string[];
  readonly program: (statements: readonly string[]) => string;
  readonly whole: readonly string[];
  readonly fraction: readonly string[];
  readonly typed: readonly string[];
}

const whole = ['1', '0', '-5', '- 7', '1000', '0x1F', '123456'];
const fraction = ['0.5', '-2.5', '1.0', '1e-7', '3.25e4', '- 0.75'];

export const samples: readonly Sample[] = [
  {
    path: 'a.ts',
    statements: [
      'const a1: number = ①;',
      'let b1 = ② - ① as number;',
      'f<4>(①, ②, ...[③]);',
      'class A1 { private x: number = ③; static y = ①; constructor(readonly z = ②) {} }',
      'type T1 = 1 | [2]; enum E1 { A = 1 } const c1 = ① satisfies number;',
      'for (let i: number = 0; i < ①; i += 1) v *= ②;',
      'const g1 = <T,>(p: number = ①): number => { return- ① };',
      'v = w<① && (①) ** 2 > ①;',
      'v = w<①*v ? w < (7) : w < 0.5 ** 2;',
    ],
    program: (statements) =>
      statements.map((statement, i) => statement.replace(/\b([A-Za-z])1\b/g, `$1${i}x`)).join('\n'),
    whole: [...whole, '1_000', '0b11', '0o17', '1e3'],
    fraction: [...fraction, '.5', '5.'],
    typed: ['7', '0.25', '1e300'],
  },
  {
    path: 'a.py',
    statements: [
      'a = ① - ②',
      'b = [①, -②, (①), *[③]]',
      'c = ① ** ① - ②**①',
      'd = -① if x<① else ①',
      'e = y if ② else- ①',
      'def f(x: int = ①, *, y=②): return-①',
      'g = lambda q=①: ① + q',
      'for i in range(①): x *= ②',
      'h = {"k": ①, 2: ②, **z}[3]',
      'k = f(①, n=②)[i + 1:2]',
      'while x.y != 3 and x >= ①: x -= ①;y = ②',
      'm = not x < ① <= ② or (yield_ := ①)',
      'n = "5😀" * ①\t- ① \\\n  + ②',
      'p = x@① // ②',
      'async def q():\n\tawait f(①)\n\treturn ① # 5',
    ],
    program: (statements) => `# coding: utf-8\n${statements.join('\n')}\n`,
    whole: [...whole, '1_000', '0o17', '0b11'],
    fraction: [...fraction, '.5', '5.', '1e3'],
    typed: ['7', '0.25', '1e300'],
  },
  {
    path: 'a.rs',
    statements: [
      'let _a = ① - x;',
      'let _b: f64 = ② * -y + ②;',
      'id(③); id((①, ②)); id([③]);',
      'id(-id(②) - -id(②));',
      'if x<① && y > ② { id(①); } else if y<② { id(②); }',
      'for _i in 0..① { id(①); }',
      'let _c = match x { 1 | -2 => ①, 3..=4 => (①), n if n > ① => ①, _ => { if x < 0 { id(1); } ① } };',
      'let _d = |q: f64| ② + q;',
      'let _e = [②, ②, y]; let _f = [②; 3];',
      'let _g = loop { break ① };',
      'let _h = id::<f64>(②) as i64; let _k = (①) as f64;',
      'let _m = P { a: ①, b: ② }; let _n = { id(1); ② };',
      'let _o = &[0i32, 1][0..1]; let _p = id(x)..x + ①;',
      'let _q = || -> i32 { return- ① };',
    ],
    program: (statements) =>
      `fn id<T>(x: T) -> T { x }\npub struct P { pub a: i32, pub b: f64 }\npub fn sample(x: i32, y: f64) {\n${statements.join('\n')}\n}\n`,
    whole: [...whole, '1_000', '0o17', '0b11'],
    fraction: [...fraction, '5.0', '1e3', '1_0.5'],
    typed: [
      '7u8',
      '0xFFu32',
      '1_000usize',
      '-5i8',
      '5i64',
      '2.5f64',
      '1f32',
      '-0.5_f32',
      '3_000_000_000i64',
      '9',
      '0.5',
    ],
  },
  {
    path: 'a.go',
    statements: [
      'a1 := ① - x; _ = a1',
      'id(②*-y + ②, ①, ③)',
      'if x<① && y > ② { id(①) }',
      'for i := 0; i < ①; i++ { id(②) }',
      'b1, c1 := ①, ②; id(b1, c1)',
      'id([]float64{②, 2: ①}, map[int]float64{1: ②})',
      'switch x {\ncase 1, -2:\nid(①)\ndefault:\nid(func() int { return- ① }())\n}',
      'var d1 float64 = ①; id(d1, (①), x*①)',
      'for x<① {\nx += ①\n}',
    ],
    program: (statements) =>
      `package p\n\nfunc id(x ...any) {}\n\nfunc sample(x int, y float64) {\n${statements
        .map((statement, i) => statement.replace(/\b([a-d])1\b/g, `$1${i}x`))
        .join('\n')}\n}\n`,
    whole: [...whole, '1_000', '017', '0o17', '0b11', '1e3'],
    fraction: [...fraction, '.5', '5.', '0x1p-2'],
    typed: ['7', '0.25', '5_000_000_000', '2e6', '1e300'],
  },
  {
    path: 'a.c',
    statements: [
      '{ int a = ① - x, *p; double b[] = {②, -y, [3] = ③}; (void)sizeof a; }',
      'id(①, (double)①, x ? ① : ②, ③);',
      'if (x<① && y > ②) id(①); else y = y*② + ①;',
      'for (int i = 0; i < ①; i++) y *= ②;',
      'x = y-① + -①;',
      'y = (①)-(②)/①;',
      'switch (x) { case 1: id(①); break; case -2: default: id(②); }',
      'while (x != 3 && y<②) { y = y+①; }',
      'id(y - - ①), id(- ②), id(x>①);',
    ],
    program: (statements) =>
      `#define id(...) (void)(0, __VA_ARGS__)\n#if 5 > 3\ndouble sample(int x, double y) {\n${statements.join('\n')}\nreturn 2.5;\n}\n#endif\n#undef id\n`,
    whole: [...whole, '017', '+5'],
    fraction: [...fraction, '.5', '5.', '0x1p-2', '1e3'],
    typed: ['7u', '10UL', '1.5f', '2.5L', '017', '5000000000', '-5LL', '1.f', '0x1p3f', '0xFFFFFFFFU'],
  },
  {
    path: 'a.cpp',
    statements: [
      '{ int a = ① - x; double b{②}; constexpr int c[3] = {①, 2, 3}; (void)a, (void)b, (void)c; }',
      'id(①, static_cast<double>(①), x ? ① : ②, ③);',
      'if (x<① && y > ②) id(①); else y = y*② + ①;',
      'for (int i = 0; i < ①; ++i) y *= ②;',
      'auto f = [=](double z = ②) { return z * -① + x; }; id(f());',
      'std::array<int, 3> v{1, ①, x}; id(v[1]);',
      'struct S { double w = ②; int n{①}; S() : w(②), m{①} {} int m; }; id(sizeof(S) - 1, 2_km);',
      'switch (x) { case 1: id(①); break; default: id(y-①); }',
      'while (y<②) { y = y - -①; }',
    ],
    program: (statements) =>
      `#include <array>\ntemplate <typename... T> void id(T...) {}\nint operator""_km(unsigned long long x) { return x; }\ndouble sample(int x, double y) {\n${statements
        .map((statement) => `{ ${statement} }`)
        .join('\n')}\nreturn 2.5;\n}\n`,
    whole: [...whole, '017', "1'000", '0b11'],
    fraction: [...fraction, '.5', '5.', '0x1p-2', '1e3'],
    typed: ['7u', '10UL', '1.5f', '2.5L', "1'000'000ull", '-5LL', '0xFFFFFFFFU'],
  },
  {
    path: 'a.java',
    statements: [
      'int a1 = ① - x; double b1 = ②;',
      'id(①, (double) ①, x > 0 ? ① : ②, ③);',
      'if (x<① && y > ②) id(①); else y = y*② + ①;',
      'for (int i = 0; i < ①; i++) y *= ②;',
      'double[] c1 = {②, -y, ①}; id(c1[0], new int[3]);',
      'switch (x) { case 1: id(①); break; default: id(y-①); }',
      'int d1 = switch (x) { case 1 -> ①; case -2 -> (①); default -> { yield ①; } };',
      'while (y<②) { y = y - -①; }',
      'java.util.function.DoubleUnaryOperator e1 = q -> ② + q; id((double)-y*①);',
      'class F1 { static final double R = ②; int f() { return- ①; } }',
    ],
    program: (statements) =>
      `class Sample {\nstatic void id(Object... x) {}\nstatic double sample(int x, double y) {\n${statements
        .map((statement, i) => statement.replace(/\b([A-Fa-f])1\b/g, `$1${i}x`))
        .join('\n')}\nreturn 2.5;\n}\n}\n`,
    whole: [...whole, '017', '1_000', '0b11', '-2147483647'],
    fraction: [...fraction, '.5', '5.', '0x1p-2', '1e3', '1d'],
    typed: ['10L', '1.5f', '2.5d', '5000000000L', '-0.5F', '1f', '0x1.8p1f'],
  },
];
