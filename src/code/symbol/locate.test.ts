import { describe, expect, it } from 'vitest';
import { type Located, locate, located, type Selector } from '../code.ts';

const TEXT = `class Queue {
  push(a) { return a; }
}
class Stack {
  push(a, b) { return b; }
}
function top(x) {
  function inner() {}
  return x;
}
function over(a) {}
`;

const said = (found: Located): string => {
  switch (found.kind) {
    case 'one':
      return `${found.definition.symbol}:${found.definition.startLine} #${found.nth}`;
    case 'several':
      return `several ${found.definitions.map(({ symbol, startLine }) => `${symbol}:${startLine}`).join(' ')}`;
    case 'none':
      return `none ${found.like.map(({ symbol }) => symbol).join(' ')}`;
    default:
      return found.reason;
  }
};

describe('locate', () => {
  it.each<[Selector, string]>([
    [{ symbol: 'top' }, 'top:7 #0'],
    [{ symbol: 'Queue.push' }, 'Queue.push:2 #0'],
    [{ symbol: 'Queue::push' }, 'Queue.push:2 #0'],
    [{ symbol: 'Queue#push' }, 'Queue.push:2 #0'],
    [{ symbol: 'Queue.prototype.push' }, 'Queue.push:2 #0'],
    [{ symbol: 'push' }, 'several Queue.push:2 Stack.push:5'],
    [{ symbol: 'push', line: 5 }, 'Stack.push:5 #0'],
    [{ symbol: 'push', fragment: '(a,b)' }, 'Stack.push:5 #0'],
    [{ symbol: 'push', fragment: '( a )' }, 'Queue.push:2 #0'],
    [{ symbol: 'inner' }, 'top.inner:8 #0'],
    [{ symbol: '', line: 9 }, 'top:7 #0'],
    [{ symbol: '', line: 8 }, 'top.inner:8 #0'],
    [{ symbol: '', line: 2 }, 'Queue.push:2 #0'],
    [{ symbol: 'top', line: 2 }, 'none top'],
    [{ symbol: 'tpo' }, 'none top'],
    [{ symbol: 'puhs' }, 'none Queue.push Stack.push'],
    [{ symbol: 'zzzzzzzz' }, 'none Queue Queue.push Stack Stack.push top over'],
  ])('%j', async (selector, expected) => {
    const found = await locate('a.js', TEXT, selector);
    if (expected.startsWith('none Queue Q')) expect(found.kind === 'none' ? found.like.length : 0).toBe(6);
    else expect(said(found)).toBe(expected);
  });

  it('types alone tell overloads apart', async () => {
    const text =
      'class A {\n int f(int a) { return 1; }\n int f(int a, String b) { return 2; }\n int f(long a) { return 3; }\n}';
    expect(said(await locate('A.java', text, { symbol: 'f', fragment: '(int, String)' }))).toBe('A.f:3 #1');
    expect(said(await locate('A.java', text, { symbol: 'f', fragment: '(int)' }))).toBe('A.f:2 #0');
    const python = 'def f(a: int, b: str) -> bool: return 1\ndef f(a: int) -> bool: return 2\n';
    expect(said(await locate('a.py', python, { symbol: 'f', fragment: '(int, str) -> bool' }))).toBe('f:1 #0');
  });

  it('a definition wins over its prototype, and what has a body over what is only declared', async () => {
    expect(said(await locate('a.c', 'int f(int a);\nint f(int a) { return a; }\n', { symbol: 'f' }))).toBe('f:2 #0');
    expect(said(await locate('a.c', 'int f(int a);\n', { symbol: 'f' }))).toBe('f:1 #0');
    const rust = 'trait T { fn m(&self); }\nimpl T for S { fn m(&self) {} }\n';
    expect(said(await locate('a.rs', rust, { symbol: 'm' }))).toBe('S.m:2 #0');
    expect(said(await locate('a.rs', rust, { symbol: 'T::m' }))).toBe('T.m:1 #0');
  });

  it('overloads of TypeScript are several', async () => {
    const text = 'function f(a: string): string;\nfunction f(a: any) { return a; }';
    expect(said(await locate('a.ts', text, { symbol: 'f' }))).toBe('several f:1 f:2');
    expect(said(await locate('a.ts', text, { symbol: 'f', line: 2 }))).toBe('f:2 #1');
  });

  it('what can’t be read says why', async () => {
    expect(said(await locate('a.rb', 'def f', { symbol: 'f' }))).toMatch(/^a\.rb: not JavaScript/);
    expect(said(await locate('a.js', 'function ((((', { symbol: 'f' }))).toBe('a.js:1: not valid JavaScript');
  });
});

describe('located', () => {
  const target = { path: 'a.rs', symbol: 'S.fmt', signature: 'fn fmt(&self) -> R' };
  const impls = (a: string, b: string) => `impl D for S { ${a} {} }\nimpl E for S { ${b} {} }\n`;
  const line = async (text: string, nth?: number) =>
    (await located('a.rs', text, nth === undefined ? target : { ...target, nth }))?.startLine;

  it('is by the signature, then by which of them it is', async () => {
    const same = impls('fn fmt(&self) -> R', 'fn fmt(&self) -> R');
    expect([await line(same), await line(same, 1)]).toEqual([1, 2]);
    const other = impls('fn fmt(&self) -> Q', 'fn fmt(&self) -> R');
    expect([await line(other), await line(other, 1)]).toEqual([2, 2]);
    const none = impls('fn fmt(&self) -> Q', 'fn fmt(&self)');
    expect([await line(none), await line(none, 1)]).toEqual([1, 2]);
  });

  it('finds the only one whatever its signature, and none that is renamed or spoiled', async () => {
    expect(await line('impl S { fn fmt(self) {} }')).toBe(1);
    expect(await line('impl S { fn fmt2(&self) -> R {} }')).toBeUndefined();
    expect(await line('impl S { fn fmt(&self) -> R { let = ; } }')).toBeUndefined();
  });
});
