import { describe, expect, it } from 'vitest';
import { outline } from './symbol.fixture.ts';

describe('definitions of compiled languages', () => {
  it('Rust', async () => {
    const text = `
#[inline]
pub const unsafe fn f<T: A>(a: u8, b: &'a str) -> u8 where T: B { fn inner() {} 1 }
pub struct S<T>(u8);
impl<T> fmt::Display for a::S<T> { fn fmt(&self, f: &mut Formatter<'_>) -> Result { Ok(()) } const X: u8 = 1; }
impl S { pub fn new() -> Self { S(1) } }
pub trait Tr: A { fn q(&self); fn d(&self) -> u8 { 1 } }
mod m { #[test] fn z() {} }
static A: u8 = 1;
enum E { A }
macro_rules! mm { () => {} }
`;
    expect(await outline('a.rs', text)).toEqual([
      "f function: pub const unsafe fn f<T: A>(a: u8, b: &'a str) -> u8 where T: B",
      '~f.inner function: fn inner()',
      'S type: pub struct S<T>',
      "S.fmt method: fn fmt(&self, f: &mut Formatter<'_>) -> Result",
      'S.X value: const X: u8',
      'S.new method: pub fn new() -> Self',
      'Tr type: pub trait Tr: A',
      'Tr.q method: fn q(&self)',
      'Tr.d method: fn d(&self) -> u8',
      'm.z function: fn z()',
      'A value: static A: u8',
      'E type: enum E',
    ]);
  });

  it('Go', async () => {
    const text = `package a
func F(a, b int) (int, error) { type q int; return 1, nil }
func (r *T[K]) M() {}
func (T) N(x string) {}
type T struct { a int }
type (
	A int
	B = C
)
const (
	X = 1
	Y, Z = 2, 3
)
var g = func(a int) int { return a }
type I interface { M(a int) string }
func Map[K comparable, V any](m map[K]V) []K { return nil }
`;
    expect(await outline('a.go', text)).toEqual([
      'F function: func F(a, b int) (int, error)',
      '~F.q type: type q int',
      'T.M method: func (r *T[K]) M()',
      'T.N method: func (T) N(x string)',
      'T type: type T struct',
      'A type: A int',
      'B type: B = C',
      'X value: X',
      'Y value: Y, Z',
      'Z value: Y, Z',
      'g function: var g = func(a int) int',
      'I type: type I interface',
      'I.M method: M(a int) string',
      'Map function: func Map[K comparable, V any](m map[K]V) []K',
    ]);
  });

  it('C', async () => {
    const text = `
#define X 1
#define SQUARE(a) ((a) * (a))
int f(int a, char **b);
static inline int *f(int a, char **b) { int k = 1; return 0; }
struct S { int a; };
typedef struct { int b; } T;
typedef struct node { int b; } Node;
typedef int (*cb)(int);
int g = 1, *h;
int (*fp)(int) = 0;
void (*sig(int x))(int) { return 0; }
`;
    expect(await outline('a.c', text)).toEqual([
      'X value: #define X',
      'SQUARE value: #define SQUARE(a)',
      'f function: int f(int a, char **b)',
      'f function: static inline int *f(int a, char **b)',
      'S type: struct S',
      'T type: typedef struct',
      'Node type: typedef struct node',
      'node type: struct node',
      'cb type: typedef int (*cb)(int)',
      'g value: g',
      'h value: *h',
      'fp value: int (*fp)(int)',
      'sig function: void (*sig(int x))(int)',
    ]);
  });

  it('C++', async () => {
    const text = `
namespace a::b {
template <class T> class Foo : public X {
 public:
  Foo(int a) : x(a) {}
  ~Foo();
  int m() const override { return 1; }
  static int s;
  operator bool() const { return 1; }
  template <typename U> void tm(U u) { }
  Foo(const Foo&) = delete;
};
}
template <class T> int Foo<T>::bar(int x) const noexcept { return 1; }
Foo::Foo() : z(1) {}
bool operator==(const A& a, const B& b) { return 1; }
int& ref(int a) { return a; }
Foo::operator int() const { return 1; }
auto tr() -> int { return 1; }
namespace { int an() { return 1; } }
[[nodiscard]] int nd(int a) { return a; }
`;
    expect(await outline('a.cpp', text)).toEqual([
      'a.b.Foo class: template <class T> class Foo : public X',
      'a.b.Foo.Foo method: Foo(int a)',
      'a.b.Foo.~Foo method: ~Foo()',
      'a.b.Foo.m method: int m() const override',
      'a.b.Foo.s value: static int s',
      'a.b.Foo.operator bool method: operator bool() const',
      'a.b.Foo.tm method: template <typename U> void tm(U u)',
      'a.b.Foo.Foo method: Foo(const Foo&) = delete',
      'Foo.bar method: template <class T> int Foo<T>::bar(int x) const noexcept',
      'Foo.Foo method: Foo::Foo()',
      'operator== function: bool operator==(const A& a, const B& b)',
      'ref function: int& ref(int a)',
      'Foo.operator int method: Foo::operator int() const',
      'tr function: auto tr() -> int',
      'an function: int an()',
      'nd function: int nd(int a)',
    ]);
  });

  it('Java', async () => {
    const text = `
@X(1) public class A<T> extends B {
  @Override public int m(final int a) throws E, F { return 1; }
  int m(@Nullable String a) { class L { void z() {} } return 1; }
  A() {}
  private static final int Q = 1;
  class In { void deep() {} }
  interface I { int z(int a); default void y() {} }
  enum E { P; void n() {} }
  record R(int a) { R { } }
  abstract <T extends X> T ab(List<T> a);
}
`;
    expect(await outline('A.java', text)).toEqual([
      'A class: public class A<T> extends B',
      'A.m method: public int m(final int a) throws E, F',
      'A.m method: int m(@Nullable String a)',
      '~A.m.L class: class L',
      '~A.m.L.z method: void z()',
      'A.A method: A()',
      'A.Q value: private static final int Q',
      'A.In class: class In',
      'A.In.deep method: void deep()',
      'A.I type: interface I',
      'A.I.z method: int z(int a)',
      'A.I.y method: default void y()',
      'A.E type: enum E',
      'A.E.n method: void n()',
      'A.R class: record R(int a)',
      'A.R.R method: R',
      'A.ab method: abstract <T extends X> T ab(List<T> a)',
    ]);
  });
});
