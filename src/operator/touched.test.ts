import { describe, expect, it } from 'vitest';
import { touchedBy } from './touched.ts';

type Files = Readonly<Record<string, string | null>>;

const touched = (before: Files, after: Files) =>
  touchedBy(
    new Map(Object.entries(after).map(([path, text]) => [path, text === null ? null : Buffer.from(text)])),
    async (path) => {
      const text = before[path];
      return typeof text === 'string' ? Buffer.from(text) : undefined;
    },
  );

const CLASS = 'class A {\n  one() { return 1; }\n  two() { return 2; }\n}\nfunction f() { return 1; }\n';

describe('what a change touches', () => {
  it('are the definitions that differ, and not what they stand in', async () => {
    expect(await touched({ 'a.js': CLASS }, { 'a.js': CLASS.replace('return 2', 'return 3') })).toEqual(['a.js#A.two']);
    expect(
      await touched({ 'a.js': CLASS }, { 'a.js': `${CLASS}const g = () => 1;\n`.replace('class A', 'class B') }),
    ).toEqual(['A', 'A.one', 'A.two', 'B', 'B.one', 'B.two', 'g'].map((name) => `a.js#${name}`));
  });

  it('is a file where nothing that is defined differs, or nothing can be told', async () => {
    expect(await touched({ 'a.js': CLASS }, { 'a.js': `${CLASS}f();\n` })).toEqual(['a.js']);
    expect(await touched({ 'b.txt': 'a' }, { 'b.txt': 'b' })).toEqual(['b.txt']);
    expect(await touched({ 'a.py': 'def f(): pass\n' }, { 'a.py': null })).toEqual(['a.py#f']);
  });

  it('is told by name, bounded', async () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`f${n}.txt`, 'x']));
    expect(await touched({}, many)).toHaveLength(50);
  });
});
