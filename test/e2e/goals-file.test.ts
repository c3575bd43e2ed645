import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evolve, git, json, repository, temporary, terminals, write } from './support.ts';
import { terminal } from './terminal.ts';

const FILES = {
  'package.json': '{"description":"Adds numbers","scripts":{"test":"node test.js","lint":"node lint.js"}}',
  'test.js': '',
  'lint.js': '',
  'src/add.js': '',
};
const read = (folder: string, path = 'GOALS.md') => readFileSync(join(folder, path), 'utf8');

const WRITTEN = `# Goals

Adds numbers

## North Stars

## Anti Stars

## Directives

## Gates

| ID | Check | Weight | Description |
|----|-------|--------|-------------|
| tests | \`npm test\` | 8 | All tests pass |
| lint | \`npm run lint\` | 4 | The linter has no complaint |
`;

describe('a goals file', () => {
  it('is begun with what the repository has, once, and edited in place', () => {
    const folder = repository(FILES);
    const { code, stdout } = evolve(join(folder, 'src'), ['goals', 'init']);
    expect([code, stdout]).toEqual([
      0,
      'GOALS.md written with 2 goals:\n  tests: npm test  (package.json)\n  lint: npm run lint  (package.json)\nSee how it stands: evolve goals measure\n',
    ]);
    expect(read(folder)).toBe(WRITTEN);
    const again = evolve(folder, ['goals', 'init', '--yes']);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('There is a GOALS.md already.')]);

    evolve(folder, ['goals', 'add', 'sums', 'node sums.js | grep -q ok', '--weight', '3', '--description', 'Sums']);
    expect(read(folder)).toBe(`${WRITTEN}| sums | \`node sums.js \\| grep -q ok\` | 3 | Sums |\n`);
    evolve(folder, ['goals', 'remove', 'sums']);
    expect(read(folder)).toBe(WRITTEN);
    const steered = json(evolve(folder, ['goals', 'steer', 'add', 'Be exact', '--steer', 'increase', '--json']));
    expect(steered.directives).toEqual([{ number: 1, title: 'Be exact', id: 'directive-1', steer: 'increase' }]);
    evolve(folder, ['goals', 'steer', 'add', 'Be quick', '--text', 'Sooner.']);
    const first = evolve(folder, ['goals', 'steer', 'prioritize', '2']);
    expect(first.stdout).toBe(
      'GOALS.md: the lowest number is worked on first\n  1. Be quick\n  2. Be exact (increase)\n',
    );
    evolve(folder, ['goals', 'steer', 'remove', '1']);
    evolve(folder, ['goals', 'steer', 'remove', '2']);
    expect(read(folder)).toBe(WRITTEN);

    expect(json(evolve(folder, ['goals', 'export']))).toMatchObject({
      path: 'GOALS.md',
      mission: 'Adds numbers',
      goals: [{ id: 'tests', weight: 8 }, { id: 'lint' }],
    });
    // The file is all that was touched, and nothing is committed or staged.
    expect(git(folder, 'status', '--porcelain')).toBe('?? GOALS.md\n');
    expect(existsSync(join(folder, '.evolve'))).toBe(false);
  });

  it('is checked with the program and the profile, every problem by its line', () => {
    const folder = repository({
      ...FILES,
      'GOALS.md': '# G\n\nM\n\n## Gates\n\n| ID | Check | Weight |\n|-|-|-|\n| A b | x | 99 |\n| c | | 1 |\n',
      'PROGRAM.md': '# P\n\n## Objective\n',
      'docs/contracts/repo-execution-profile.json': '{"schema_version": 1}',
    });
    const { code, stdout } = evolve(folder, ['goals', 'validate']);
    expect(code).toBe(1);
    expect(stdout).toContain('GOALS.md:9: Gates: the id "A b" is not kebab-case');
    expect(stdout).toContain('GOALS.md:10: Gates: c has no check');
    expect(stdout).toContain('PROGRAM.md:3: section "Objective" is empty');
    expect(stdout).toContain('PROGRAM.md:3: section "Stop Conditions" is missing');
    expect(stdout).toContain('docs/contracts/repo-execution-profile.json:1: startup_reads: is missing: add it.');
    const document = JSON.parse(evolve(folder, ['goals', 'validate', '--json']).stdout);
    expect(document).toMatchObject({
      valid: false,
      problems: expect.arrayContaining([{ file: 'GOALS.md', line: 10, text: expect.any(String) }]),
    });
    // Nothing is written into a file with problems.
    const before = read(folder);
    const refused = evolve(folder, ['goals', 'add', 'd', 'true']);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('GOALS.md:9: ')]);
    expect(read(folder)).toBe(before);
    expect(evolve(repository(FILES), ['goals', 'validate'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('evolve goals init'),
    });
  });

  it('tells what is to pass, and what stays as it is', () => {
    const folder = repository({ ...FILES, 'GOALS.md': WRITTEN });
    const { code, stdout } = evolve(folder, ['goals', 'validate']);
    expect([code, stdout]).toEqual([
      0,
      `note: validation command found in package.json: npm test
note: no wiring check: scripts/check-wiring-closure.sh is not there
Before anything lands: npm test
Not changed by cycles: lint.js, package.json, test.js
GOALS.md: valid, 2 goals, 0 directives.
`,
    ]);
    expect(json(evolve(folder, ['goals', 'validate', '--json']))).toMatchObject({
      valid: true,
      bundle: ['npm test'],
      immutable: expect.arrayContaining(['GOALS.md', '.github/workflows/**', 'test.js']),
    });
  });

  it('says whether a cycle may begin', () => {
    const folder = repository({ ...FILES, 'GOALS.md': WRITTEN });
    const home = { HOME: temporary() };
    expect(evolve(folder, ['goals', 'halt'], home)).toMatchObject({
      code: 0,
      stdout: '{"halt":false,"cause":null,"reason":"","restore":[]}\n',
    });
    write(folder, { '.agents/evolve/STOP': 'not tonight\n' });
    const { code, stdout } = evolve(folder, ['goals', 'halt'], home);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      halt: true,
      cause: 'stop',
      reason: '.agents/evolve/STOP says stop: not tonight',
    });
    write(home.HOME, { '.config/evolve/KILL': '' });
    expect(JSON.parse(evolve(folder, ['goals', 'halt', '--json'], home).stdout)).toMatchObject({ cause: 'kill' });
  });

  it('loses goals whose scripts are gone, when asked', () => {
    const folder = repository({
      ...FILES,
      'GOALS.yaml':
        'version: 1 # old\ngoals:\n  - {id: old, description: Old, check: bash scripts/gone.sh, weight: 2}\n  - {id: new, description: New, check: node test.js, weight: 2}\n',
    });
    expect(evolve(folder, ['goals', 'validate']).stdout).toContain(
      'note: the check of old calls a script that is not there: evolve goals prune\n',
    );
    const listed = evolve(folder, ['goals', 'prune']);
    expect(listed.stdout).toBe(
      'GOALS.yaml: 1 of 2 goals call what is gone\n  old: scripts/gone.sh is not there\nRemove them: evolve goals prune --yes\n',
    );
    expect(json(evolve(folder, ['goals', 'prune', '--yes', '--json']))).toMatchObject({ removed: ['old'], total: 1 });
    const left = 'goals:\n  - {id: new, description: New, check: node test.js, weight: 2}\n';
    expect(read(folder, 'GOALS.yaml')).toBe(`version: 1 # old\n${left}`);
    expect(evolve(folder, ['goals', 'migrate']).stdout).toBe('GOALS.yaml: version 2 now, from version 1.\n');
    expect(read(folder, 'GOALS.yaml')).toBe(`version: 2 # old\n${left}`);
    expect(evolve(folder, ['goals', 'migrate', '--to-md']).stdout).toBe('GOALS.md: version 4 now, from GOALS.yaml.\n');
    expect(evolve(folder, ['goals', 'migrate', '--to-md']).code).toBe(2);
    // From now on GOALS.md counts, also where the other is named.
    expect(json(evolve(folder, ['goals', 'export', '--file', 'GOALS.yaml']))).toMatchObject({
      path: 'GOALS.md',
      goals: [{ id: 'new' }],
    });
  });

  it('is written where a link leads', () => {
    const folder = repository({ ...FILES, 'docs/aims.md': WRITTEN });
    symlinkSync('docs/aims.md', join(folder, 'GOALS.md'));
    evolve(folder, ['goals', 'remove', 'lint']);
    expect(read(folder, 'docs/aims.md')).toBe(WRITTEN.replace(/\| lint.*\n/, ''));
  });

  it.each([
    [['add'], 'Which goal? evolve goals add ID "COMMAND"'],
    [['add', 'No', 'x'], '"No" is not kebab-case'],
    [['add', 'a', 'x', '--weight', '11'], '--weight must be at most 10.'],
    [['add', 'a', 'x', '--metric', 'm'], '--metric and --threshold go together'],
    [['add', 'a', 'x'], 'Write one: evolve goals init'],
    [['remove', 'a'], 'Write one: evolve goals init'],
    [['steer', 'remove'], 'Which directive?'],
    [['init', '--no-find'], 'evolve goals init --goal "tests=COMMAND"'],
    [['init', '--goal', 'x'], '--goal takes ID=COMMAND'],
    [['export', '--file', '../x.md'], 'outside the repository'],
  ])('%j is a mistake that says what to do', (args, message) => {
    const folder = temporary();
    write(folder, FILES);
    expect(evolve(folder, ['goals', ...args])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(existsSync(join(folder, 'GOALS.md'))).toBe(false);
  });

  it.runIf(terminals)('asks on a terminal', async () => {
    const folder = repository(FILES);
    const refused = terminal(folder, ['goals', 'init']);
    await refused.shows('What is it for? [Adds numbers]');
    refused.type('\n');
    await refused.shows('Write GOALS.md with these? [Y/n]');
    refused.type('n\n');
    expect((await refused.ended).stdout).toContain('Nothing is written.');
    expect(existsSync(join(folder, 'GOALS.md'))).toBe(false);
    const taken = terminal(folder, ['goals', 'init']);
    await taken.shows('What is it for?');
    taken.type('Sums that are right\n');
    await taken.shows('tests: npm test  (package.json)', 'Write GOALS.md with these? [Y/n]');
    await taken.shows('[Y/n]');
    taken.type('\n');
    expect((await taken.ended).code).toBe(0);
    expect(read(folder)).toBe(WRITTEN.replace('Adds numbers', 'Sums that are right'));
  });
});
