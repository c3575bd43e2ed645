import { describe, expect, it } from 'vitest';
import { sameSignature } from '../code.ts';

describe('sameSignature', () => {
  it.each([
    ['a.js', 'function f(a, b)', 'function  f( a,b, )'],
    ['a.js', "function f(a = 'x')", 'function f(a = "x")'],
    ['a.js', 'const f = a =>', 'const f = (a) =>'],
    ['a.js', 'const f = async a =>', 'const f = async (a) =>'],
    ['a.js', 'function f(a /* first */, b)', 'function f(a, b) // no'],
    ['a.ts', 'f(a: Map<string, number>): void', 'f(a: Map<string,number,>): void;'],
    ['a.py', 'def f(a, b=1) -> int', 'def f(\n  a,\n  b = 1,  # one\n) -> int'],
    ['a.py', "def f(a='it')", 'def f(a="it")'],
    ['a.py', 'def f(a=(1, 2))', 'def f(a=(1, 2,))'],
    ['a.rs', "fn f<'a>(x: &'a str) -> Vec<Vec<u8>>", "fn f<'a>(x: &'a str,) -> Vec<Vec<u8> >"],
    ['a.go', 'func (r *T) M(a int, b ...string) (int, error)', 'func (r *T) M(a int, b ...string,) (int, error)'],
    ['a.c', 'static int *f(const char *a)', 'static int * f(const char* a)'],
    ['a.cpp', 'std::vector<std::pair<int, int>> f() const', 'std::vector<std::pair<int, int> > f() const'],
    ['A.java', 'public int m(int a) throws E, F', 'public int m( int a )  throws E,F'],
  ])('%s: %s = %s', (path, a, b) => {
    expect(sameSignature(path, a, b)).toBe(true);
    expect(sameSignature(path, b, a)).toBe(true);
  });

  it.each([
    ['a.js', 'function f(a, b)', 'function f(b, a)'],
    ['a.js', 'function f(a, b)', 'function f(a, c)'],
    ['a.js', 'function f(a)', 'async function f(a)'],
    ['a.js', 'function f(a)', 'function* f(a)'],
    ['a.js', 'm(a)', 'static m(a)'],
    ['a.js', 'function f(a, ...b)', 'function f(a, b)'],
    ['a.js', 'function f(a = 1)', 'function f(a = 2)'],
    ['a.js', 'function f({ a, b })', 'function f({ a })'],
    ['a.js', "function f(a = 'x y')", "function f(a = 'x  y')"],
    ['a.ts', 'f(a: string): void', 'f(a?: string): void'],
    ['a.ts', 'f(a: string): void', 'f(a: string): number'],
    ['a.ts', 'f<T extends A>(a: T)', 'f<T extends B>(a: T)'],
    ['a.py', 'def f(a, *, b)', 'def f(a, b, *)'],
    ['a.py', 'def f(a, *, b)', 'def f(a, b)'],
    ['a.py', 'def f(a, /, b)', 'def f(a, b)'],
    ['a.py', 'def f(*args)', 'def f(args)'],
    ['a.py', 'def f(**kw)', 'def f(*kw)'],
    ['a.py', 'def f(a=(1,))', 'def f(a=(1))'],
    ['a.py', 'def f(a) -> int', 'def f(a)'],
    ['a.py', 'def f(a)', 'async def f(a)'],
    ['a.py', 'class A(B)', 'class A(C)'],
    ['a.rs', 'fn f(a: &u8)', 'fn f(a: &mut u8)'],
    ['a.rs', 'fn f() -> (u8,)', 'fn f() -> (u8)'],
    ['a.rs', "fn f(a: &'a u8)", "fn f(a: &'b u8)"],
    ['a.rs', 'fn f<T: A>(a: T)', 'fn f<T: A + B>(a: T)'],
    ['a.rs', 'fn f<T>(a: T) where T: A', 'fn f<T>(a: T)'],
    ['a.rs', 'pub fn f()', 'fn f()'],
    ['a.rs', 'const fn f()', 'unsafe fn f()'],
    ['a.go', 'func (r *T) M()', 'func (r T) M()'],
    ['a.go', 'func F(a int) error', 'func F(a int)'],
    ['a.go', "func F(a = 'x')", 'func F(a = "x")'],
    ['a.c', 'int f(int a)', 'static int f(int a)'],
    ['a.c', 'int f(char *a)', 'int f(const char *a)'],
    ['a.c', 'int f(unsigned int a)', 'int f(unsignedint a)'],
    ['a.cpp', 'int f() const', 'int f()'],
    ['a.cpp', 'template <class T> int f(T a)', 'int f(T a)'],
    ['a.cpp', 'int f(int& a)', 'int f(int&& a)'],
    ['A.java', 'int m(int a) throws E', 'int m(int a)'],
    ['A.java', 'int m(int a)', 'int m(long a)'],
    ['A.java', 'int m(int a)', 'int m(int... a)'],
  ])('%s: %s ≠ %s', (path, a, b) => {
    expect(sameSignature(path, a, b)).toBe(false);
  });
});
