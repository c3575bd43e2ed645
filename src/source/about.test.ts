import { expect, it } from 'vitest';
import { pathsIn, slugOf, titleKey } from './about.ts';

it('finds paths and globs in a text, and no addresses, numbers or abbreviations', () => {
  const text =
    'In `src/a.ts`, ./docs/x.md (and GOALS.md), .github/workflows/*.yml and lib/; see https://example.org/a/b.html, i.e. v1.2 or a@b.org. Up: ../x.ts';
  expect(pathsIn(text)).toEqual(['src/a.ts', 'docs/x.md', 'GOALS.md', '.github/workflows/*.yml', 'lib/**']);
});

it('gives a title a short name, and the same title the same key', () => {
  expect(slugOf('  Añadir “tests” — now!  ')).toBe('an-adir-tests-now');
  expect(slugOf('!!!')).toBe('work');
  expect(slugOf('x'.repeat(100))).toHaveLength(60);
  expect(titleKey('Fix: the  BUG.')).toBe(titleKey('fix the bug'));
});
