import { describe, expect, it } from 'vitest';
import { goalsIn } from './goals.ts';
import { readGoalsMarkdown } from './markdown.ts';

/** As the public tool's own file is made: attributes after the body, numbers with gaps, remarks between directives. */
const PUBLIC = `# Goals

**Widgets are the product**: small, *tested*, boring.

> See [docs](docs/widgets.md).

## The Destination

Not a section that means anything here.

## North Stars

<!-- claim:W-1 -->
- **Every widget is checked.** Nothing is trusted before.
- A new user has one in under 5 minutes,
  on a plain laptop.

## Anti Stars

* Promises without a check

## Directives

### 1. Cover the corners

Corners are where widgets break.

**Progress:** two of five.

**Directive ID:** d-cover-the-corners
**Steer:** increase (corners with a test)
**Scenarios:** s-2026-05-24-001

### 3. Keep it small

#### Why

Big widgets jam.

**Steer:** hold

> Experimental: 4.

### 4. Look elsewhere

**steer:** sideways

## Gates

| ID | Check | Weight | Description |
|----|-------|--------|-------------|
| build | \`cd cli && make build\` | 8 | It builds |
| no-todo | \`! grep -rn "TODO\\|FIXME" src \\| grep -v vendor\` | 3 | No left-overs |
| smoke | bash tests/smoke.sh | | |
| | \`true\` | 5 | nobody's |
| heavy | \`go test ./...\` | 11 | Tests |

### After the table

| late | \`false\` | 5 | not a gate |
`;

const read = (text: string) => readGoalsMarkdown(text, 'GOALS.md');

describe('GOALS.md', () => {
  const { goals, problems } = read(PUBLIC);

  it('has mission and stars', () => {
    expect(problems).toEqual([]);
    expect(goals).toMatchObject({
      version: 4,
      mission: '**Widgets are the product**: small, *tested*, boring.',
      northStars: [
        '**Every widget is checked.** Nothing is trusted before.',
        'A new user has one in under 5 minutes, on a plain laptop.',
      ],
      antiStars: ['Promises without a check'],
    });
  });

  it('has directives by number, with their own id and a steer', () => {
    expect(goals.directives.map(({ number, title, id, steer }) => ({ number, title, id, steer }))).toEqual([
      { number: 1, title: 'Cover the corners', id: 'd-cover-the-corners', steer: 'increase' },
      { number: 3, title: 'Keep it small', id: 'directive-3', steer: 'hold' },
      { number: 4, title: 'Look elsewhere', id: 'directive-4', steer: undefined },
    ]);
    expect(goals.directives[0]?.body).toBe('Corners are where widgets break.\n\n**Progress:** two of five.');
    expect(goals.directives[1]?.body).toBe('#### Why\n\nBig widgets jam.\n\n\n> Experimental: 4.');
    expect(goals.directives[0]?.hash).toMatch(/^[0-9a-f]{12}$/);
  });

  it('has gates: strokes unescaped, back-ticks off, weights and descriptions made up, up to the next heading', () => {
    expect(goals.goals).toEqual([
      { id: 'build', check: 'cd cli && make build', weight: 8, description: 'It builds', type: 'health' },
      {
        id: 'no-todo',
        check: '! grep -rn "TODO|FIXME" src | grep -v vendor',
        weight: 3,
        description: 'No left-overs',
        type: 'health',
      },
      { id: 'smoke', check: 'bash tests/smoke.sh', weight: 5, description: 'smoke', type: 'health' },
      { id: 'heavy', check: 'go test ./...', weight: 5, description: 'Tests', type: 'health' },
    ]);
  });

  it('says what is odd, with the line', () => {
    expect(goals.warnings).toEqual([
      'GOALS.md:46: Directives: the steer of 4 is none of increase, decrease, hold, explore and is left out.',
      'GOALS.md:55: Gates: a row without an id is left out.',
      'GOALS.md:56: Gates: the weight of heavy is "11", not 1 to 10: it counts as 5.',
    ]);
  });

  it('reads the same with Windows line breaks, but for the era', () => {
    const { era, ...same } = read(PUBLIC.replaceAll('\n', '\r\n')).goals;
    expect({ ...same, era: goals.era }).toEqual(goals);
    expect(era).not.toBe(goals.era);
  });

  it('takes columns in any order, headings in any case, and columns of our own', () => {
    const text =
      '# G\nM\n\n## GATES\n| weight | ID | type | check | metric | threshold | tags |\n| -: | :- | - | - | - | - | - |\n| 2 | `cover` | Meta | `a \\| b` | coverage | 80.5 | x, y |\n';
    expect(read(text).goals.goals).toEqual([
      {
        id: 'cover',
        description: 'cover',
        check: 'a | b',
        weight: 2,
        type: 'meta',
        continuous: { metric: 'coverage', threshold: 80.5 },
        tags: ['x', 'y'],
      },
    ]);
  });

  it('says where gates are no table, and minds no byte order mark', () => {
    expect(read('# G\nM\n## Gates\nID | Check\n-|-\na | b\n').goals.warnings).toEqual([
      'GOALS.md:3: Gates: there is no table; its rows begin with "|".',
    ]);
    expect(read(`\uFEFF${PUBLIC}`).goals.mission).toBe(goals.mission);
  });

  it('is no heading what is in a fence', () => {
    const text =
      '# G\nM\n## Directives\n### 1. A\n```sh\n# not one\n## Gates\n```\nmore\n## Gates\n| ID | Check |\n|-|-|\n| a | b |\n';
    const { directives, goals: gates } = read(text).goals;
    expect(directives.map(({ body }) => body)).toEqual(['```sh\n# not one\n## Gates\n```\nmore']);
    expect(gates.map(({ id }) => id)).toEqual(['a']);
  });

  it('changes the hash of a directive with its title, body or steer, and with nothing else', () => {
    const hash = (text: string) => read(text).goals.directives[0]?.hash;
    const base = '# G\nM\n## Directives\n### 1. A\nbody\n\n**Steer:** hold\n';
    expect(hash(base.replace('### 1.', '### 7.'))).toBe(hash(base));
    expect(hash(`${base}\n**Scenarios:** s-1\n`)).toBe(hash(base));
    for (const [from, to] of [
      ['A', 'B'],
      ['body', 'soul'],
      ['hold', 'explore'],
    ] as const)
      expect(hash(base.replace(from, to))).not.toBe(hash(base));
  });
});

describe('a wrong GOALS.md', () => {
  it.each([
    [
      '# G\nM\n## Gates\n| ID | Check |\n|-|-|\n| a | b |\n| a | c |\n',
      'GOALS.md:7: Gates: a is given twice, first on line 6: keep one.',
    ],
    [
      '# G\nM\n## Gates\n| ID | Check |\n|-|-|\n| A_b | b |\n',
      'GOALS.md:6: Gates: the id "A_b" is not kebab-case: use a-z, 0-9 and single dashes.',
    ],
    [
      '# G\nM\n## Gates\n| ID | Check |\n|-|-|\n| a | `` |\n',
      'GOALS.md:6: Gates: a has no check: give it a command that exits with 0 when it is met.',
    ],
    [
      '# G\nM\n## Gates\n| Name | Check |\n|-|-|\n| a | b |\n',
      'GOALS.md:4: Gates: the table has no column "ID": add it.',
    ],
    [
      '# G\nM\n## Directives\n### 1. A\n### 1. B\n',
      'GOALS.md:5: Directives: the number 1 is given twice, first on line 4.',
    ],
    ['hello\n', 'GOALS.md:1: it has no section of "## North Stars", "## Anti Stars", "## Directives", "## Gates".'],
  ])('%j', async (text, message) => {
    await expect(goalsIn(async (path) => (path === 'GOALS.md' ? text : undefined))).rejects.toThrow(message);
  });
});
