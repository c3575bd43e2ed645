import { expect, it } from 'vitest';
import type { Target } from '../../domain/target.ts';
import { targetIn } from './confine.fixture.ts';
import { confine } from './confine.ts';

async function helped(path: string, symbol: string, seed: string, made: string, more: Partial<Target> = {}) {
  const target = await targetIn(path, seed, symbol, { helpers: true, ...more });
  const found = await confine(target, seed, made);
  if (found.kind === 'kept') expect(await confine(target, seed, found.text)).toEqual({ ...found, left: [] });
  return found;
}

it.each([
  [
    'a group of Go, and methods that only an interface asks for',
    'a.go',
    'package p\n\nfunc F(x int) int {\n\treturn x\n}\n',
    'package p\n\nconst (\n\tone = 1\n\ttwo = 2\n)\n\ntype pile []int\n\nfunc (p pile) Len() int { return len(p) }\n\nfunc F(x int) int {\n\treturn push(pile{two}, x)\n}\n',
  ],
  [
    'an impl of Rust',
    'a.rs',
    'fn F(x: u32) -> u32 {\n    x\n}\n',
    'struct Heap(u32);\n\nimpl Heap {\n    fn new() -> Heap { Heap(1) }\n}\n\nimpl Drop for Heap {\n    fn drop(&mut self) {}\n}\n\nfn F(x: u32) -> u32 {\n    Heap::new().0 + x\n}\n',
  ],
  [
    'two variables of C',
    'a.c',
    'int F(int x) { return x; }\n',
    'static int p = 1, q = 2;\n\nint F(int x) { return x + q; }\n',
  ],
  [
    'two variables of JavaScript',
    'a.js',
    'function F(x) { return x; }\n',
    'const p = 1, q = 2;\n\nfunction F(x) { return x + q; }\n',
  ],
  [
    'a class with its methods',
    'a.ts',
    'function F(x: number) { return x; }\n',
    'class Heap { push(x: number) { return x; } }\n\nfunction F(x: number) { return new Heap().push(x); }\n',
  ],
])('%s is taken whole', async (_, path, seed, made) => {
  expect(await helped(path, 'F', seed, made)).toEqual({ kind: 'kept', text: made, left: [] });
});

it('a statement is not taken that holds some of the seed’s', async () => {
  const seed = 'package p\n\nvar (\n\ta = 1\n\tb = 2\n)\n\nfunc F() int { return a + b }\n';
  const made = seed.replace('b = 2', 'b = 2\n\tc = 3').replace('a + b', 'a + c');
  expect(await helped('a.go', 'F', seed, made)).toEqual({
    kind: 'kept',
    text: seed.replace('a + b', 'a + c'),
    left: ['a new value c (F does not use it from there)'],
  });
});

it.each([
  ['a.py', 'def other(x):\n    return 1\n\ndef f(x):\n    return other(x)\n', 'def other(x, y=0):\n    return 2\n\n'],
  [
    'a.js',
    'function other(x) { return 1 }\nfunction f(x) { return other(x) }\n',
    'function other(x, y) { return 2 }\n',
  ],
])('a helper does not take the place of another function of %s', async (path, seed, more) => {
  const made = seed.replace(/(?:def|function) f/, `${more}$&`);
  expect(await helped(path, 'f', seed, made)).toEqual({
    kind: 'kept',
    text: seed,
    left: ['another definition of other'],
  });
});

it('operators of C++ are looked for by their name', async () => {
  const seed = 'struct V {\n  int a;\n  V& operator++() { a++; return *this; }\n};\n';
  const made = seed.replace('operator++', 'operator--').replace('int a;', 'int a');
  expect(await helped('a.cpp', 'V.operator++', seed, made)).toMatchObject({ kind: 'lost' });
});
