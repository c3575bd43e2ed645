import { describe, expect, it } from 'vitest';
import { profileIn } from './profile.ts';

const JSON_PATH = 'docs/contracts/repo-execution-profile.json';
const MD_PATH = 'docs/contracts/repo-execution-profile.md';

/** As the public tool's documents show it. */
const PROFILE = {
  schema_version: 1,
  startup_reads: ['docs/index.md'],
  goals_source: { primary: 'GOALS.md', compatibility_mirrors: ['GOALS.yaml'] },
  validation_commands: ['bash scripts/check.sh'],
  validation_lanes: [{ name: 'check', command: 'bash scripts/check.sh', read_only: true, timeout_seconds: 30 }],
  tracker_commands: {
    shell_prefix: 'BEADS_DIR=x ',
    ready: 'br ready --json',
    show: 'br show <id> --json',
    update: 'br update <id> --status in_progress --json',
    close: 'br close {id} --reason "Completed" --json',
    doctor: 'br doctor',
    vc_status: 'git status --short',
  },
  work_selection_order: ['beads', 'harvested'],
  definition_of_done: { predicates: ['goals are green'], required_validations: [], require_clean_git: true },
};

const text = (profile: object): string => JSON.stringify(profile, null, 2);
const read = (files: Readonly<Record<string, string>>) => async (path: string) => files[path];
const of = (profile: object) => profileIn(read({ [JSON_PATH]: text(profile) }));

describe('a profile', () => {
  it('is read', async () => {
    expect(await of(PROFILE)).toEqual({
      path: JSON_PATH,
      startupReads: ['docs/index.md'],
      goalsSource: { primary: 'GOALS.md', mirrors: ['GOALS.yaml'] },
      validation: ['bash scripts/check.sh'],
      tracker: {
        ready: 'br ready --json',
        show: 'br show {id} --json',
        update: 'br update {id} --status in_progress --json',
        close: 'br close {id} --reason "Completed" --json',
        prefix: 'BEADS_DIR=x ',
        doctor: 'br doctor',
        others: { vc_status: 'git status --short' },
      },
      done: { predicates: ['goals are green'], validations: [], cleanGit: true },
      order: ['beads', 'harvested'],
    });
  });

  it('may be a block of JSON in Markdown; the file of JSON wins; there may be none', async () => {
    const { work_selection_order: _, ...rest } = PROFILE;
    const page = `# Profile\n\n\`\`\`json\n${text(rest)}\n\`\`\`\n\n\`\`\`json\n{}\n\`\`\`\n`;
    const found = await profileIn(read({ [MD_PATH]: page }));
    expect(found).toMatchObject({ path: MD_PATH, done: { cleanGit: true } });
    expect(found).not.toHaveProperty('order');
    expect((await profileIn(read({ [MD_PATH]: page, [JSON_PATH]: text(PROFILE) })))?.path).toBe(JSON_PATH);
    expect(await profileIn(read({ [MD_PATH]: '# Words\n' }))).toBeUndefined();
    expect(await profileIn(read({}))).toBeUndefined();
  });

  it.each([
    ['startup_reads', { ...PROFILE, startup_reads: undefined }, 'startup_reads: is missing: add it.'],
    ['an empty list', { ...PROFILE, validation_commands: [] }, 'validation_commands: Too small'],
    ['a key too many', { ...PROFILE, extra: 1 }, 'extra: is not a field of a profile: remove it.'],
    [
      'a key too many inside',
      { ...PROFILE, goals_source: { ...PROFILE.goals_source, more: 1 } },
      'goals_source.more: is not a field',
    ],
    ['another version', { ...PROFILE, schema_version: 2 }, 'schema_version: '],
    [
      'a command that is none',
      { ...PROFILE, tracker_commands: { ...PROFILE.tracker_commands, close: '' } },
      'tracker_commands.close: ',
    ],
    [
      'a command that is missing',
      { ...PROFILE, tracker_commands: { ready: 'x' } },
      'tracker_commands.show: is missing: add it.',
    ],
    ['a strange source', { ...PROFILE, work_selection_order: ['coffee'] }, 'work_selection_order.0: '],
  ])('without %s names the field', async (_, profile, message) => {
    await expect(of(profile)).rejects.toThrow(message);
  });

  it('names the line of the field', async () => {
    const wrong = { ...PROFILE, definition_of_done: { ...PROFILE.definition_of_done, predicates: [] } };
    const line =
      text(wrong)
        .split('\n')
        .findIndex((one) => one.includes('"predicates"')) + 1;
    await expect(of(wrong)).rejects.toThrow(`${JSON_PATH}:${line}: definition_of_done.predicates: `);
    const page = `# P\n\n\`\`\`json\n${text(wrong)}\n\`\`\`\n`;
    await expect(profileIn(read({ [MD_PATH]: page }))).rejects.toThrow(`${MD_PATH}:${line + 3}: `);
  });

  it('that is no JSON says so', async () => {
    await expect(profileIn(read({ [JSON_PATH]: '{\n  "a": 1,\n}\n' }))).rejects.toThrow(`${JSON_PATH}:`);
    await expect(profileIn(read({ [JSON_PATH]: '{' }))).rejects.toThrow('this is no JSON');
  });
});
