import { expect, it } from 'vitest';
import { escapeGlob, glob, isGlob, unescapeGlob } from './glob.ts';

it.each([
  ['src/*.py', 'src/a.py', true],
  ['src/*.py', 'src/b/a.py', false],
  ['src/**', 'src/b/.a', true],
  ['*', '.hidden', true],
  ['{a,b}.ts', 'b.ts', true],
  ['a b/é*', 'a b/éx', true],
  ['!a', 'b', false],
])('%s on %s is %s', (pattern, path, expected) => {
  expect(glob(pattern)(path)).toBe(expected);
});

it.each(['pages/[id]/(x)+y@1!.ts', 'a*b?c{d}|e', 'back\\slash'])('%s matches just itself when escaped', (text) => {
  expect(glob(escapeGlob(text))(text)).toBe(true);
  expect(unescapeGlob(escapeGlob(text))).toBe(text);
  expect(isGlob(escapeGlob(text))).toBe(false);
});
