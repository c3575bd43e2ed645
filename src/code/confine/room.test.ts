import { expect, it } from 'vitest';
import { rng } from '../../domain/rng.ts';
import { literals } from '../literals.ts';
import { cross } from '../syntax/cross.ts';
import { editable, mutate } from '../syntax/syntax.ts';
import { targetIn } from './confine.fixture.ts';

const JS =
  'const A = 1;\nexport function f(a = 2) {\n  if (a > 3) return a * 4;\n  return a - 5;\n}\nfunction g(b) {\n  return b > 6 ? b + 7 : b;\n}\n';
const PY =
  'A = 1\n\n\nclass Box:\n    def f(self, a=2):\n        if a > 3:\n            return a * 4\n        return a - 5\n\n    def g(self, b):\n        return b + 6\n';

it.each([
  ['a.js', JS, 'f'],
  ['a.py', PY, 'Box.f'],
])('%s: numbers and edits are those of the target, without its signature', async (path, text, symbol) => {
  const target = await targetIn(path, text, symbol);
  const found = await literals(path, text, target);
  expect(found.kind === 'found' && found.literals.map(({ value }) => value)).toEqual([3, 4, 5]);
  const loose = await literals(path, text, { ...target, loose: true });
  expect(loose.kind === 'found' && loose.literals.map(({ value }) => value)).toEqual([2, 3, 4, 5]);
  const [head, tail] = [
    text.slice(0, text.indexOf('if (a') === -1 ? text.indexOf('if a') : text.indexOf('if (a')),
    text.slice(text.indexOf('- 5') + 3).replace(/^;?\n\}?/, ''),
  ];
  for (let seed = 0; seed < 30; seed++) {
    const made = await mutate(path, text, rng(seed, 'room'), seed % 2 === 0 ? 'small' : 'large', target);
    if (made.kind !== 'edited') throw new Error(made.reason);
    expect(made.text.startsWith(head.trimEnd())).toBe(true);
    expect(made.text.endsWith(tail)).toBe(true);
  }
});

it('there is nothing to edit where the target is gone', async () => {
  const target = { ...(await targetIn('a.js', JS, 'f')), symbol: 'h' };
  expect(await literals('a.js', JS, target)).toEqual({ kind: 'found', literals: [] });
  expect(await editable('a.js', JS, target)).toEqual({ kind: 'found', places: 0 });
});

it('of another parent only the target is taken', async () => {
  const target = await targetIn('a.js', JS, 'f');
  const other = JS.replace('a * 4', 'a * 40')
    .replace('a - 5', 'a - 50')
    .replace('b + 7', 'b + 70')
    .replace('A = 1', 'A = 10');
  const made = new Set<string>();
  for (let seed = 0; seed < 30; seed++) {
    const result = await cross('a.js', JS, other, rng(seed), target);
    if (result.kind === 'edited') made.add(result.text);
  }
  expect(made.size).toBeGreaterThan(1);
  for (const text of made) {
    expect(text).toContain('A = 1;');
    expect(text).not.toMatch(/70/);
    expect(text).toContain('b + 7 ');
  }
});
