import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMarkdown, editGoals, type GoalsEdit } from './edit.ts';
import { goal, goals, line } from './goals.fixture.ts';
import { goalsOf } from './goals.ts';
import { readGoalsMarkdown } from './markdown.ts';
import { goalsMarkdown } from './write-markdown.ts';

const MD = `# Goals

Work well.

## North Stars

- Fast


## Directives

Words about them.

### 1. First

One.

### 2. Second

**Steer:** hold
### 5. Fifth
Five.

## Gates

Before the table.

| Weight | ID | Mine | Check | Description |
|:------:|----|------|-------|-------------|
| 3 | build | x | \`make\` | It builds |
|5|lint||\`make lint\`|Lint|

After the table.

## Left alone   

|  not | a gate |
`;

const YAML = `# The goals.
version: 1   # old
mission: 'Work: well'

goals:
- id:   build # first
  description: "It builds"
  check: make
  weight: 3

# about lint
- {id: lint, description: Lint, check: make lint, weight: 5}
- id: block
  description: Block
  check: |
    set -e
    make block
  weight: 1

# the end
extra: 1
`;

const edited = async (text: string, path: string, edit: GoalsEdit) =>
  (await editGoals(await goalsOf(text, path), edit)).text;
const md = (edit: GoalsEdit, text = MD) => edited(text, 'GOALS.md', edit);
const yaml = (edit: GoalsEdit, text = YAML) => edited(text, 'GOALS.yaml', edit);
const NEW = { id: 'new-one', description: 'New', check: 'a | b', weight: 4, type: 'health' } as const;

describe('an edit of GOALS.md', () => {
  it('adds a row at the end of the table, in its order of columns', async () => {
    const row = '| 4 | new-one |  | `a \\| b` | New |\n';
    expect(await md({ kind: 'add', goal: NEW })).toBe(MD.replace('|Lint|\n', `|Lint|\n${row}`));
  });

  it('widens the table for what it has no column for', async () => {
    const after = await md({ kind: 'add', goal: { ...NEW, type: 'meta', tags: ['a', 'b'] } });
    expect(after).toContain(
      '| Weight | ID | Mine | Check | Description | Type | Tags |\n|:------:|----|------|-------|-------------| ---- | ---- |\n',
    );
    expect(after).toContain(
      '| 3 | build | x | `make` | It builds |  |  |\n|5|lint||`make lint`|Lint|  |  |\n| 4 | new-one |  | `a \\| b` | New | meta | a, b |\n',
    );
    expect((await goalsOf(after, 'GOALS.md')).goals.goals.at(-1)).toEqual({ ...NEW, type: 'meta', tags: ['a', 'b'] });
  });

  it('begins the table, and the section, where there is none', async () => {
    const table =
      '| ID | Check | Weight | Description |\n|----|-------|--------|-------------|\n| new-one | `a \\| b` | 4 | New |\n';
    expect(await md({ kind: 'add', goal: NEW }, '# G\n\nM\n\n## Gates\n\n## More\n')).toBe(
      `# G\n\nM\n\n## Gates\n\n${table}\n## More\n`,
    );
    expect(await md({ kind: 'add', goal: NEW }, '# G\n\nM\n\n## Directives')).toBe(
      `# G\n\nM\n\n## Directives\n\n## Gates\n\n${table}`,
    );
  });

  it('removes a row and nothing else', async () => {
    expect(await md({ kind: 'remove', ids: ['build'] })).toBe(MD.replace(/\| 3 \| build.*\n/, ''));
    expect(await md({ kind: 'remove', ids: ['lint', 'build'] })).not.toContain('make');
    await expect(md({ kind: 'remove', ids: ['none'] })).rejects.toThrow(
      'GOALS.md has no goal none. There are: build, lint.',
    );
    await expect(md({ kind: 'add', goal: { ...NEW, id: 'lint' } })).rejects.toThrow('has a goal lint already');
  });

  it('adds a directive after the last, and removes one; the others keep their numbers', async () => {
    const directive = { title: 'Sixth', body: 'Six.', steer: 'explore' as const, id: 'd-six' };
    const block = '\n### 6. Sixth\n\nSix.\n\n**Directive ID:** d-six\n**Steer:** explore\n';
    expect(await md({ kind: 'direct', directive })).toBe(MD.replace('Five.\n', `Five.\n${block}`));
    expect(await md({ kind: 'undirect', number: 1 })).toBe(MD.replace('### 1. First\n\nOne.\n\n', ''));
    await expect(md({ kind: 'undirect', number: 3 })).rejects.toThrow('no directive 3. There are: 1, 2, 5.');
  });

  it('begins the section of directives before the gates', async () => {
    const text = '# G\n\nM\n\n## Gates\n';
    expect(await md({ kind: 'direct', directive: { title: 'A' } }, text)).toBe(
      '# G\n\nM\n\n## Directives\n\n### 1. A\n\n## Gates\n',
    );
  });

  it('refuses a body that would swallow what follows', async () => {
    await expect(md({ kind: 'direct', directive: { title: 'A', body: '```\nopen' } })).rejects.toThrow(
      'edit it by hand',
    );
  });

  it('puts a directive first: numbers stay in their places', async () => {
    const after = await md({ kind: 'prioritize', number: 5, place: 1 });
    expect(after).toBe(
      MD.replace('### 1. First\n\nOne.\n', '### 1. Fifth\nFive.\n')
        .replace('### 2. Second\n\n**Steer:** hold\n', '### 2. First\n\nOne.\n')
        .replace('### 5. Fifth\nFive.\n\n', '### 5. Second\n\n**Steer:** hold\n\n'),
    );
  });

  it('keeps the id of a directive to which a gate is tied', async () => {
    const tied = MD.replace('| 3 | build ', '| 3 | directive-2 ');
    const { goals: after } = await goalsOf(await md({ kind: 'prioritize', number: 2, place: 1 }, tied), 'GOALS.md');
    expect(after.directives.map(({ number, title, id }) => [number, title, id])).toEqual([
      [1, 'Second', 'directive-2'],
      [2, 'First', 'directive-1'],
      [5, 'Fifth', 'directive-5'],
    ]);
  });

  it('keeps Windows line breaks', async () => {
    const windows = MD.replaceAll('\n', '\r\n');
    for (const edit of [
      { kind: 'add', goal: { ...NEW, type: 'meta' } },
      { kind: 'remove', ids: ['lint'] },
      { kind: 'direct', directive: { title: 'A', body: 'b' } },
      { kind: 'prioritize', number: 2, place: 1 },
    ] as const)
      expect(await md(edit, windows)).toBe((await md(edit)).replaceAll('\n', '\r\n'));
  });
});

describe('an edit of GOALS.yaml', () => {
  it('adds at the end of the list', async () => {
    const added = '- id: new-one\n  description: New\n  check: a | b\n  weight: 4\n';
    expect(await yaml({ kind: 'add', goal: NEW })).toBe(YAML.replace('  weight: 1\n', `  weight: 1\n${added}`));
  });

  it.each(['goals: []\n', 'goals:\n', 'goals: [] # none\n', 'goals: null\nmission: x\n'])(
    'begins the list of %j',
    async (list) => {
      const after = await yaml({ kind: 'add', goal: NEW }, `version: 2\n${list}`);
      expect((await goalsOf(after, 'GOALS.yaml')).goals.goals).toEqual([NEW]);
    },
  );

  it('adds to a list in brackets', async () => {
    const after = await yaml(
      { kind: 'add', goal: NEW },
      'version: 2\ngoals: [{id: a, description: A, check: a, weight: 1}]\n',
    );
    expect((await goalsOf(after, 'GOALS.yaml')).goals.goals.map(({ id }) => id)).toEqual(['a', 'new-one']);
  });

  it('removes, wherever it is', async () => {
    expect(await yaml({ kind: 'remove', ids: ['build'] })).toBe(YAML.replace(/- id: {3}build[\s\S]*?weight: 3\n/, ''));
    expect(await yaml({ kind: 'remove', ids: ['lint'] })).toBe(YAML.replace(/- \{id: lint.*\n/, ''));
    expect(await yaml({ kind: 'remove', ids: ['block'] })).toBe(YAML.replace(/- id: block[\s\S]*?weight: 1\n/, ''));
    const none = await yaml({ kind: 'remove', ids: ['block', 'build', 'lint'] });
    expect((await goalsOf(none, 'GOALS.yaml')).goals.goals).toEqual([]);
  });

  it('keeps Windows line breaks', async () => {
    const windows = YAML.replaceAll('\n', '\r\n');
    for (const edit of [
      { kind: 'add', goal: { ...NEW, tags: ['a'] } },
      { kind: 'remove', ids: ['block'] },
      { kind: 'remove', ids: ['build'] },
      { kind: 'migrate' },
    ] as const)
      expect(await yaml(edit, windows)).toBe((await yaml(edit)).replaceAll('\n', '\r\n'));
  });

  it('minds no dash in what is said of an item', async () => {
    const odd =
      'version: 2\ngoals:\n  # - a\n  - # the well-known one\n    id: a\n    description: a - b\n    check: "-"\n    weight: 1\n  -   id: b\n      description: B\n      check: b\n      weight: 1 # - c';
    expect(await yaml({ kind: 'remove', ids: ['b'] }, odd)).toBe(odd.slice(0, odd.indexOf('  -   id: b')));
    const { goals: left } = await goalsOf(await yaml({ kind: 'remove', ids: ['a'] }, odd), 'GOALS.yaml');
    expect(left.goals.map(({ id }) => id)).toEqual(['b']);
    const { goals: more } = await goalsOf(await yaml({ kind: 'add', goal: NEW }, odd), 'GOALS.yaml');
    expect(more.goals.map(({ id }) => id)).toEqual(['a', 'b', 'new-one']);
  });

  it('becomes version 2', async () => {
    expect(await yaml({ kind: 'migrate' })).toBe(YAML.replace('version: 1 ', 'version: 2 '));
  });

  it('has no directives', async () => {
    await expect(yaml({ kind: 'direct', directive: { title: 'A' } })).rejects.toThrow('evolve goals migrate --to-md');
  });

  it('becomes a GOALS.md that says the same; a check of several lines is one that a shell reads as them', async () => {
    const before = await goalsOf(YAML, 'GOALS.yaml');
    const after = (await goalsOf(asMarkdown(before), 'GOALS.md')).goals;
    expect(after.mission).toBe('Work: well');
    expect(after.goals).toEqual(
      before.goals.goals.map((one) =>
        one.id === 'block' ? { ...one, check: `eval "$(printf %b 'set -e\\nmake block')"` } : one,
      ),
    );
  });
});

it.each(['sh', 'bash'])('%s does the same for a check of several lines in one', (shell) => {
  const check = `x='a\\nb "c" | %s'\nprintf '%s!' "$x" \\\n  "\\$y" '\n'\nexit 3`;
  const text = goalsMarkdown({ mission: 'M', northStars: [], antiStars: [], goals: [{ ...NEW, check }] });
  const line = readGoalsMarkdown(text, 'GOALS.md').goals.goals[0]?.check ?? '';
  const run = (script: string) => {
    const { status, stdout } = spawnSync(shell, ['-c', script], { encoding: 'utf8' });
    return { status, stdout };
  };
  expect(line).not.toContain('\n');
  expect(run(line)).toEqual(run(check));
  expect(run(line).status).toBe(3);
});

describe('whatever is written', () => {
  const empty = { mission: 'M', northStars: [], antiStars: [] };

  it('is read as it was meant', async () => {
    await fc.assert(
      fc.asyncProperty(goals, async (some) => {
        const { goals: after, problems } = await goalsOf(goalsMarkdown({ ...empty, goals: some }), 'GOALS.md');
        expect(problems).toEqual([]);
        expect(after.goals).toEqual(some);
      }),
    );
  });

  it.each([
    ['GOALS.md', '# G\n\nM\n\n## Gates\n'],
    ['GOALS.md', MD],
    ['GOALS.yaml', 'version: 2\ngoals: []\n'],
    ['GOALS.yaml', YAML],
  ])('%s: adding and removing gives what was there (%#)', async (path, text) => {
    await fc.assert(
      fc.asyncProperty(goals, goal, async (some, last) => {
        fc.pre(!some.some(({ id }) => id === last.id));
        let file = await goalsOf(text, path);
        const before = file.goals.goals;
        fc.pre(![...some, last].some(({ id }) => before.some((one) => one.id === id)));
        for (const one of some) file = await editGoals(file, { kind: 'add', goal: one });
        const added = await editGoals(file, { kind: 'add', goal: last });
        expect(added.goals.goals).toEqual([...before, ...some, last]);
        const removed = await editGoals(added, { kind: 'remove', ids: [last.id] });
        expect(removed.goals.goals).toEqual([...before, ...some]);
        // A table that was widened stays wide, and a list that was begun stays begun.
        if (
          path === 'GOALS.md' &&
          last.type === 'health' &&
          last.pillar === undefined &&
          last.continuous === undefined &&
          last.tags === undefined &&
          before.length > 0
        )
          expect(removed.text).toBe(file.text);
        if (path === 'GOALS.yaml' && before.length > 0) expect(removed.text).toBe(file.text);
      }),
      { numRuns: 25 },
    );
  });

  it('directives come and go, and the rest stays', async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.option(line, { nil: undefined }), async (title, body) => {
        fc.pre(!/^#/.test(body ?? '') && !/#$/.test(title));
        const before = await goalsOf(MD, 'GOALS.md');
        const directive = { title, ...(body === undefined ? {} : { body }), steer: 'hold' as const };
        const added = await editGoals(before, { kind: 'direct', directive });
        expect(added.goals.directives.at(-1)).toMatchObject({ number: 6, title, body: body ?? '', steer: 'hold' });
        const removed = await editGoals(added, { kind: 'undirect', number: 6 });
        expect(removed.text).toBe(MD);
      }),
    );
  });
});
