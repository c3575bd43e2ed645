import { describe, expect, it } from 'vitest';
import { outline } from './symbol.fixture.ts';

describe('definitions of JavaScript', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'functions',
      'function add(a, b = { x: 1 }, ...rest) { function inner() {} }\nasync function* gen() {}',
      [
        'add function: function add(a, b = { x: 1 }, ...rest)',
        '~add.inner function: function inner()',
        'gen function: async function* gen()',
      ],
    ],
    [
      'variables',
      'export const mul = async (a, b) => a * b;\nvar p = 1, q = function named(x) { return x };\nlet n = x => x;',
      [
        'mul function: export const mul = async (a, b) =>',
        'p value: p',
        'q function: q = function named(x)',
        'n function: let n = x =>',
      ],
    ],
    [
      'exports of CommonJS',
      'exports.f = function (a) {};\nmodule.exports.g = (b) => b;\nexports.N = 3;\nexports.h = h;\nmodule.exports = { i() {}, j: function (x) {}, k: x => x, add };',
      [
        'f function: exports.f = function (a)',
        'g function: module.exports.g = (b) =>',
        'N value: exports.N',
        'i method: i()',
        'j method: j: function (x)',
        'k method: k: x =>',
      ],
    ],
    [
      'a module that is a function',
      'module.exports = function (a) { return a };',
      ['default function: module.exports = function (a)'],
    ],
    [
      'a module that is a named function',
      'module.exports = function f(a) {};',
      ['f function: module.exports = function f(a)'],
    ],
    [
      'several names at once',
      'exports.A = exports.B = void 0;\nexports.f = exports.g = function (a) { function h() {} };',
      [
        'f function: exports.f = exports.g = function (a)',
        'g function: exports.f = exports.g = function (a)',
        '~g.h function: function h()',
      ],
    ],
    [
      'prototypes',
      'function Foo() { this.go = function (s) {} }\nFoo.prototype.bar = function (q) {};\nFoo.make = () => {};\nFoo.prototype = { baz() {} };',
      [
        'Foo function: function Foo()',
        '~Foo.go function: this.go = function (s)',
        'Foo.bar method: Foo.prototype.bar = function (q)',
        'Foo.make method: Foo.make = () =>',
        'Foo.baz method: baz()',
      ],
    ],
    [
      'classes',
      "class A extends B { static async m(a) {} get v() {} set v(x) {} #p() {} f = (a) => a; *g() {} [Symbol.iterator]() {} 'q'() {} static z = 3; }",
      [
        'A class: class A extends B',
        'A.m method: static async m(a)',
        'A.v method: get v()',
        'A.v method: set v(x)',
        'A.#p method: #p()',
        'A.f method: f = (a) =>',
        'A.g method: *g()',
        'A.[Symbol.iterator] method: [Symbol.iterator]()',
        "A.q method: 'q'()",
        'A.z value: static z',
      ],
    ],
    [
      'objects',
      'const api = { run(a) {}, deep: { er() {} }, n: 1 };',
      ['api value: const api', 'api.run method: run(a)', 'api.deep.er method: er()'],
    ],
    ['default exports', 'export default function (a) {}', ['default function: export default function (a)']],
    ['a default arrow', 'export default (a) => a;', ['default function: export default (a) =>']],
    [
      'functions in a wrapper that is called at once',
      '(function () { function f(a) {} var v = 1; })();',
      ['f function: function f(a)'],
    ],
    ['imports are none', "const fs = require('fs');\nimport x from 'y';", []],
    ['non-ASCII names', 'const größe = (ä) => ä;', ['größe function: const größe = (ä) =>']],
    ['decorators', '@dec class A { @x() m() {} }', ['A class: class A', 'A.m method: m()']],
  ])('%s', async (_name, text, expected) => {
    expect(await outline('a.js', text)).toEqual(expected);
  });
});

describe('definitions of TypeScript', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'overloads',
      'export function f(a: string): string;\nexport function f(a: any): any { return a; }',
      ['f function: export function f(a: string): string', 'f function: export function f(a: any): any'],
    ],
    [
      'members, with decorators of parameters and without their own',
      '@C({ a: 1 })\nexport class A<T extends B> implements D {\n  @I() name: string = "x";\n  @D() async m(@J() a: number /* n */, b?: string): Promise<void> {}\n  private h = (e: Event): void => {};\n}',
      [
        'A class: export class A<T extends B> implements D',
        'A.name value: name: string',
        'A.m method: async m(@J() a: number, b?: string): Promise<void>',
        'A.h method: private h = (e: Event): void =>',
      ],
    ],
    [
      'types',
      'export interface I { m(a: number): void }\ntype A<T> = { a: T };\nexport enum E { A }\nexport abstract class Q { abstract m(): void }',
      [
        'I type: export interface I',
        'I.m method: m(a: number): void',
        'A type: type A<T>',
        'E type: export enum E',
        'Q class: export abstract class Q',
        'Q.m method: abstract m(): void',
      ],
    ],
    [
      'namespaces and what is declared',
      'namespace N.M { export function g(): void {} }\ndeclare function h(a: number): void;',
      ['N.M.g function: export function g(): void', 'h function: declare function h(a: number): void'],
    ],
    [
      'generic arrows and types of functions',
      'export const id = <T,>(x: T): T => x;\nconst t: (a: number) => void = (a) => {};',
      ['id function: export const id = <T,>(x: T): T =>', 't function: const t: (a: number) => void = (a) =>'],
    ],
  ])('%s', async (_name, text, expected) => {
    expect(await outline('a.ts', text)).toEqual(expected);
  });

  it('JSX', async () => {
    const text = 'export function App({ a }: Props) { return <div>{a}</div>; }';
    expect(await outline('a.tsx', text)).toEqual(['App function: export function App({ a }: Props)']);
  });
});

describe('definitions of Python', () => {
  it('functions, classes and values, with the signature on one line', async () => {
    const text = `
LIMIT = 3
count: int = 0
a, b = 1, 2
if LIMIT:
    def f(a, /, *args, b: int = 1, **kw) -> int:
        def inner(): pass
        x = 1
@decorator
@other(1)
class K(Base, metaclass=M):
    field: int = 3
    @property
    def v(self): return 1
    @v.setter
    def v(self, x): self._v = x
    async def go(
        self,
        a,  # first
        b=("x  y", 'y')
    ) -> List[
        int
    ]:
        pass
    class Inner:
        def m(self): ...
sq = lambda x: x * x
`;
    expect(await outline('a.py', text)).toEqual([
      'LIMIT value: LIMIT',
      'count value: count: int',
      'f function: def f(a, /, *args, b: int = 1, **kw) -> int',
      '~f.inner function: def inner()',
      'K class: class K(Base, metaclass=M)',
      'K.field value: field: int',
      'K.v method: def v(self)',
      'K.v method: def v(self, x)',
      `K.go method: async def go(self, a, b=("x  y", 'y')) -> List[int]`,
      'K.Inner class: class Inner',
      'K.Inner.m method: def m(self)',
      'sq function: sq = lambda x',
    ]);
  });
});
