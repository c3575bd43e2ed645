import { describe, expect, it } from 'vitest';
import { traitsOf } from './traits.ts';

describe('traits', () => {
  it('don’t count white space, and comments only in the size', async () => {
    const bare = await traitsOf('a.js', 'const f = (a) => (a > 1 ? a * 2 : g(a));\n');
    const spread = await traitsOf('a.js', 'const f = (a) =>\n  (a > 1 ? a * 2 : g(a));  // b + c\n');
    expect(bare).toEqual({ size: 27, complexity: 6 });
    expect(spread).toEqual({ size: 27 + 5, complexity: 6 });
  });

  it('count branches in every language', async () => {
    const of = async (path: string, text: string) => (await traitsOf(path, text)).complexity;
    expect(await of('a.py', 'def f(a):\n  if a:\n    return -a\n  elif g(a):\n    pass\n  return a[0] + 1\n')).toBe(8);
    expect(await of('a.rs', 'fn f(a: i32) -> i32 { match a { 0 => 1, _ => a * 2 } }')).toBe(5);
    expect(await of('a.js', 'switch (a) { case 1: b++; break; default: while (c) d(); }')).toBe(5);
  });

  it('count lines where the language is not known or the text does not parse', async () => {
    expect(await traitsOf('a.txt', 'one\n\n  two\n')).toEqual({ size: 6, complexity: 2 });
    expect(await traitsOf('a.js', 'if (\n{{\n')).toMatchObject({ complexity: 2 });
  });
});
