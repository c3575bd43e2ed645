import { describe, expect, it } from 'vitest';
import { covers, filesIn, scoped } from './scope.ts';
import { goal, item } from './world.fixture.ts';

const scope = { mutable: ['src/**', 'docs'], immutable: ['src/core/**', 'GOALS.md', 'check-a.sh', '.github/**'] };
const checked = [goal('a', { check: './check-a.sh' }), goal('b', { check: 'ci/check-b.sh' })];
const goals = { era: 'e', goals: checked, directives: [] };

describe('the scope of an item', () => {
  it.each([
    { name: 'names nothing', about: [], kind: 'within' },
    { name: 'names what may change', about: ['src/a.ts', 'docs/x.md'], kind: 'within' },
    { name: 'names what may not', about: ['src/core/x.ts'], kind: 'park' },
    { name: 'names what lies outside', about: ['lib/x.ts'], kind: 'defer' },
    { name: 'names both of these', about: ['lib/x.ts', 'src/core/x.ts'], kind: 'defer' },
    { name: 'names one that may and one that may not', about: ['src/a.ts', 'src/core/x.ts'], kind: 'split' },
    { name: 'names a file without its folder', about: ['parser.ts'], kind: 'within' },
    { name: 'is about the goals', about: ['GOALS.md'], kind: 'within' },
    { name: 'is about a check', about: ['check-a.sh'], kind: 'within' },
    { name: 'is about a check that lies outside', about: ['ci/check-b.sh'], kind: 'defer' },
    { name: 'is about CI, which lies outside', about: ['.github/workflows/ci.yml'], kind: 'park' },
  ])('that $name: $kind', ({ about, kind }) => {
    expect(scoped(item('x', { about }), { scope, goals }).kind).toBe(kind);
  });

  it('is the program’s own where that is told apart', () => {
    const told = { ...scope, mutable: [], fixed: ['src/core/**'] };
    expect(scoped(item('x', { about: ['.github/workflows/ci.yml'] }), { scope: told }).kind).toBe('within');
    expect(scoped(item('x', { about: ['src/core/x.ts'] }), { scope: told }).kind).toBe('park');
  });

  it('leaves what can not be done for later, once', () => {
    const found = scoped(item('x', { about: ['src/a.ts', 'src/core/x.ts'] }), { scope });
    if (found.kind !== 'split') throw new Error(found.kind);
    expect(found.work.about).toEqual(['src/a.ts']);
    expect(found.rest.description).toContain('src/core/x.ts');
    expect(scoped(item(found.rest.title, { about: ['src/a.ts', 'src/core/x.ts'] }), { scope }).kind).toBe('defer');
  });
});

it.each([
  ['src/**', 'src/a/b.ts', true],
  ['src', 'src/a/b.ts', true],
  ['src/', 'src/a.ts', true],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['**/*.test.ts', 'src/a/b.test.ts', true],
  ['**/*.test.ts', 'b.test.ts', true],
  ['a?.ts', 'ab.ts', true],
  ['a.ts', 'aXts', false],
  ['src', 'srcs/a.ts', false],
  ['**', 'anything', true],
])('%s covers %s: %s', (pattern, path, expected) => {
  expect(covers(pattern, path)).toBe(expected);
});

it.each([
  ['./scripts/check.sh --all', ['scripts/check.sh']],
  ['npm test', []],
  ['node tools/x.mjs | grep "a/b.txt"', ['tools/x.mjs', 'a/b.txt']],
  ['test -f README.md && pytest tests/unit', ['README.md', 'tests/unit']],
  ['exit 1', []],
  ['Mend src/a.ts, then README.md.', ['src/a.ts', 'README.md']],
])('%s names %j', (command, files) => {
  expect(filesIn(command)).toEqual(files);
});
