import { expect, it } from 'vitest';
import { changed } from './writing.ts';

it.each([
  ['Read it.\nA set in place of the list\n', 'A set in place of the list'],
  ['CHANGES: a set in place of the list', 'a set in place of the list'],
  ['**Changes:** a **set** in place of the list', 'a **set** in place of the list'],
  ['**Summary**: a set', 'a set'],
  ['**A set in place of the list**', 'A set in place of the list'],
  ['A set; changes: none', 'A set; changes: none'],
  ['*p = 3 in place of *q', '*p = 3 in place of *q'],
  ['a set\nCHANGES:', 'a set'],
])('of %j the summary is %j', (words, summary) => {
  expect(changed(words)).toEqual({ kind: 'changed', summary });
});

it('has no summary where nothing or too much was said', () => {
  expect(changed('')).toEqual({ kind: 'changed' });
  expect(changed('x'.repeat(100))).toEqual({ kind: 'changed' });
});
