import { describe, expect, it } from 'vitest';
import { goalsIn } from './goals.ts';
import { readGoalsYaml } from './yaml.ts';

const TEXT = `version: 2
mission: "Widgets that work"
goals:
  - id: build
    description: "It builds"
    check: "cd cli && make build"
    weight: 8
  - id: coverage
    description: Enough is covered
    check: |
      set -e
      npm run --silent coverage
    weight: 5
    type: quality
    pillar: testing
    continuous: {metric: coverage, threshold: 80}
    tags: [slow, tests]
`;

describe('GOALS.yaml', () => {
  it('is read', async () => {
    const { goals, problems } = await readGoalsYaml(TEXT, 'GOALS.yaml');
    expect(problems).toEqual([]);
    expect(goals).toMatchObject({ version: 2, mission: 'Widgets that work', warnings: [], directives: [] });
    expect(goals.goals).toEqual([
      { id: 'build', description: 'It builds', check: 'cd cli && make build', weight: 8, type: 'health' },
      {
        id: 'coverage',
        description: 'Enough is covered',
        check: 'set -e\nnpm run --silent coverage',
        weight: 5,
        type: 'quality',
        pillar: 'testing',
        continuous: { metric: 'coverage', threshold: 80 },
        tags: ['slow', 'tests'],
      },
    ]);
  });

  it('warns of version 1 and of keys that nobody knows, and reads it', async () => {
    const text = TEXT.replace('version: 2', 'version: 1').replace('pillar:', 'piller:');
    const { goals, problems } = await readGoalsYaml(text, 'GOALS.yaml');
    expect(problems).toEqual([]);
    expect(goals.version).toBe(1);
    expect(goals.warnings).toEqual([
      'GOALS.yaml:1: version 1 is deprecated: evolve goals migrate',
      'GOALS.yaml:15: unknown key "piller" is left out. Did you mean "pillar"?',
    ]);
  });

  it('names everything that is wrong', async () => {
    const text = `version: 4
goals:
  - id: Not_Kebab
    check: ""
    weight: 11
    type: odd
    continuous: {metric: x}
  - just words
  - id: a
    description: A
    check: x
    weight: 1
  - id: a
    description: A
    check: x
    weight: 1
`;
    const { problems } = await readGoalsYaml(text, 'GOALS.yaml');
    expect(problems.map(({ line, text: said }) => `${line} ${said}`)).toEqual([
      '1 the version is "4": write "version: 2".',
      '3 the id "Not_Kebab" is not kebab-case: use a-z, 0-9 and single dashes.',
      '3 Not_Kebab has no description: add it.',
      '4 Not_Kebab has no check: add it.',
      '5 the weight of Not_Kebab is "11": give a whole number from 1 to 10.',
      '6 the type of Not_Kebab is "odd": it is one of health, architecture, quality, meta.',
      '7 continuous of Not_Kebab takes a metric and a threshold that is a number.',
      '8 a goal is a map of keys, not "just words".',
      '13 a is given twice, first on line 9: keep one.',
    ]);
  });

  it('can’t be read where it is no YAML', async () => {
    await expect(readGoalsYaml('version: 2\n\tgoals: []\n', 'GOALS.yaml')).rejects.toThrow('GOALS.yaml:2: ');
    await expect(readGoalsYaml('- a\n', 'GOALS.yaml')).rejects.toThrow(
      'GOALS.yaml:1: write version, mission and goals',
    );
  });
});

describe('which file it is', () => {
  const files: Record<string, string> = {
    'GOALS.md': '# G\nby hand\n## Gates\n',
    'GOALS.yaml': TEXT,
    'sub/GOALS.yaml': TEXT,
    'docs/aims.md': '# G\nelsewhere\n## Gates\n',
  };
  const read = async (path: string) => files[path];

  it('is GOALS.md, also where the YAML is named', async () => {
    expect((await goalsIn(read))?.path).toBe('GOALS.md');
    expect((await goalsIn(read, 'GOALS.yaml'))?.path).toBe('GOALS.md');
    expect((await goalsIn(read, './GOALS.yaml'))?.path).toBe('GOALS.md');
  });

  it('is GOALS.yaml where there is no other, the one that is named, or none', async () => {
    expect((await goalsIn(async (path) => (path === 'GOALS.md' ? undefined : files[path])))?.path).toBe('GOALS.yaml');
    expect((await goalsIn(read, 'sub/GOALS.md'))?.path).toBe('sub/GOALS.yaml');
    expect((await goalsIn(read, 'docs/aims.md'))?.mission).toBe('elsewhere');
    expect(await goalsIn(async () => undefined)).toBeUndefined();
  });

  it('has its own era', async () => {
    expect((await goalsIn(read, 'sub/GOALS.yaml'))?.era).toMatch(/^[0-9a-f]{12}$/);
  });
});
