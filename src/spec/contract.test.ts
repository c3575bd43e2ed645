import { describe, expect, it } from 'vitest';
import { contractIn } from './contract.ts';

const GOALS = '# G\nM\n## Gates\n| ID | Check |\n|-|-|\n| a | `bash scripts/a.sh` |\n| b | `bash scripts/a.sh b` |\n';

const program = (commands: readonly string[]) => `## Objective
o
## Mutable Scope
- src
- README.md
## Immutable Scope
- schemas/
- secrets of all kinds
## Experiment Unit
u
## Validation Commands
${commands.map((one) => `- \`${one}\``).join('\n')}
## Decision Policy
- p
## Escalation Rules
e
## Stop Conditions
- s
`;

const profile = (commands: readonly string[]) =>
  JSON.stringify({
    schema_version: 1,
    startup_reads: ['README.md'],
    goals_source: { primary: 'docs/aims.md', compatibility_mirrors: [] },
    validation_commands: commands,
    tracker_commands: { ready: 'r', show: 's', update: 'u', close: 'c' },
    definition_of_done: { predicates: ['p'], required_validations: [] },
  });

const PROFILE = 'docs/contracts/repo-execution-profile.json';
const WIRING = 'scripts/check-wiring-closure.sh';

function contract(files: Readonly<Record<string, string>>) {
  return contractIn(async (path) => files[path], Object.keys(files));
}

describe('the bundle', () => {
  it('is the profile’s, then the program’s, each once, then the wiring check', async () => {
    const { bundle, notes } = await contract({
      [PROFILE]: profile(['make lint', 'make test']),
      'PROGRAM.md': program(['make test', 'make docs']),
      [WIRING]: '',
      'package.json': '{"scripts":{"test":"x"}}',
    });
    expect(bundle).toEqual(['make lint', 'make test', 'make docs', `bash ${WIRING}`]);
    expect(notes).toEqual([
      `validation commands from ${PROFILE} and PROGRAM.md`,
      'PROGRAM.md: 1 of its scope name no path, so only the agent can heed them',
    ]);
  });

  it.each([
    [{ Makefile: 'test: build\n\tgo test\n', 'package.json': '{"scripts":{"test":"x"}}' }, 'make test'],
    [{ Makefile: 'build:\n', 'package.json': '{"scripts":{"test":"x"}}', 'go.mod': '' }, 'npm test'],
    [{ 'package.json': '{"scripts":{"test":"x"}}', 'pnpm-lock.yaml': '' }, 'pnpm test'],
    [
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}', 'go.mod': '' },
      'go test ./...',
    ],
    [{ 'package.json': 'no json', 'Cargo.toml': '' }, 'cargo test'],
    [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, 'python3 -m pytest -q'],
    [{ 'setup.py': '' }, 'python3 -m unittest discover'],
  ])('is found: %j', async (files: Readonly<Record<string, string>>, command) => {
    const { bundle, notes } = await contract(files);
    expect(bundle).toEqual([command]);
    expect(notes).toEqual([expect.stringContaining(`: ${command}`), `no wiring check: ${WIRING} is not there`]);
  });

  it('may be none, and that is said', async () => {
    expect(await contract({ 'README.md': '' })).toMatchObject({
      bundle: [],
      notes: [expect.stringContaining('no validation commands'), expect.stringContaining('no wiring check')],
    });
  });
});

describe('the scope', () => {
  const USUAL = [
    'GOALS.md',
    'GOALS.yaml',
    'PROGRAM.md',
    'AUTODEV.md',
    PROFILE,
    PROFILE.replace('.json', '.md'),
    '.github/workflows/**',
    '.gitlab-ci.yml',
    '.circleci/**',
    'Jenkinsfile',
    'azure-pipelines.yml',
    '.ci/**',
  ];

  it('is open but for what measures', async () => {
    const { mutable, immutable } = await contract({ 'src/a.js': '' });
    expect({ mutable, immutable }).toEqual({ mutable: [], immutable: USUAL });
  });

  it('is the program’s, without the files that checks and commands name', async () => {
    const { mutable, immutable } = await contract({
      'GOALS.md': GOALS,
      'PROGRAM.md': program(['cd cli && ./check.sh', 'npm test']),
      'package.json': '{"scripts":{"pretest":"node tools/pre.js","test":"npm run -s unit","unit":"node test/run.js"}}',
      'scripts/a.sh': '',
      'scripts/b.sh': '',
      'cli/check.sh': '',
      'test/run.js': '',
      'test/a.test.js': '',
      'tools/pre.js': '',
      'README.md': '',
      'src/a.js': '',
    });
    expect(mutable).toEqual(['src', 'src/**', 'README.md']);
    expect(immutable).toEqual([
      'schemas/**',
      ...USUAL,
      'cli/check.sh',
      'package.json',
      'scripts/a.sh',
      'test/run.js',
      'tools/pre.js',
    ]);
  });

  it('has the goals that the profile names where the usual ones are not there', async () => {
    const files = { [PROFILE]: profile(['make']), 'docs/aims.md': GOALS };
    const { goals, immutable } = await contract(files);
    expect(goals?.path).toBe('docs/aims.md');
    expect(immutable).toContain('docs/aims.md');
    expect((await contract({ ...files, 'GOALS.md': GOALS })).goals?.path).toBe('GOALS.md');
    expect((await contract({ [PROFILE]: profile(['make']) })).goals).toBeUndefined();
  });
});

describe('a wrong file', () => {
  it.each([
    ['GOALS.md', 'nothing', 'GOALS.md:1: '],
    ['PROGRAM.md', '# P\n', 'PROGRAM.md:1: section "Objective" is missing'],
    ['AUTODEV.md', '# P\n', 'AUTODEV.md:1: section "Objective" is missing'],
    [PROFILE, '{}', `${PROFILE}:1: schema_version: is missing`],
  ])('%s stops everything', async (path, text, message) => {
    await expect(contract({ [path]: text })).rejects.toThrow(message);
  });
});
