import { describe, expect, it } from 'vitest';
import { opencode } from './opencode.ts';
import { runRecorded } from './recorded-program.fixture.ts';

describe('opencode', () => {
  it('answers with the last words and what all steps took together', async () => {
    const { run, args, stdin, cwd, root } = await runRecorded('opencode:mock/mock-1', { stream: 'opencode-success' });
    expect(run).toMatchObject({ kind: 'answered', text: 'Raised all three' });
    const { usage, usd } = run.kind === 'answered' ? run.spent : {};
    expect(usage?.input).toBeGreaterThan(20_000);
    expect(usd).toBeCloseTo(((usage?.input ?? 0) * 3 + (usage?.output ?? 0) * 15) / 1e6, 9);
    expect(run).toMatchObject({ record: expect.stringMatching(/opencode\.db$/) });
    expect(run).not.toHaveProperty('session');
    expect(args.join(' ')).toBe(`run --format json --title galapagos --dir ${root} --model mock/mock-1`);
    expect([stdin, cwd]).toEqual(['Do it.', root]);
  });

  it.each([
    ['401', 1, { kind: 'broken', outage: 'key' }],
    ['429', 1, { kind: 'broken', outage: 'rate' }],
    ['500', 1, { kind: 'broken', outage: 'server' }],
    ['quota', 1, { kind: 'broken', outage: 'quota' }],
    ['garbage', 1, { kind: 'broken', outage: 'server' }],
    ['refusal', 1, { kind: 'failed', reason: expect.stringContaining('refused') }],
    ['length', 0, { kind: 'failed', truncated: true, text: 'half of' }],
    ['empty', 0, { kind: 'answered', text: '' }],
  ])('tells %s', async (fault, code, told) => {
    expect((await runRecorded('opencode', { stream: `opencode-${fault}`, code })).run).toMatchObject(told);
  });

  it('waits as long as the other side says', async () => {
    const data = { message: 'Slow down.', statusCode: 429, responseHeaders: { 'retry-after': '20' } };
    const stream = [{ type: 'error', error: { name: 'APIError', data } }];
    expect((await runRecorded('opencode', { stream, code: 1 })).run).toMatchObject({ outage: 'rate', afterMs: 20_000 });
  });

  it('is tried again when two of them made its database at once', async () => {
    const stderr = 'Error: Failed query: \n  CREATE TABLE `workspace`\nparams: ';
    expect((await runRecorded('opencode', { stream: [], code: 1, stderr })).run).toMatchObject({
      kind: 'broken',
      outage: 'server',
    });
  });

  it('has not answered when it ends in mid-turn', async () => {
    const step = (reason: string) => ({ type: 'step_finish', part: { reason, tokens: { input: 5, output: 1 } } });
    const { run } = await runRecorded('opencode', { stream: [step('tool-calls'), { type: 'step_start' }], code: 1 });
    expect(run).toMatchObject({ kind: 'failed', spent: { usage: { input: 5, output: 1 } } });
    expect(run).not.toHaveProperty('spent.usd');
  });

  it('keeps what the user has configured, and may edit but nothing else', async () => {
    const OPENCODE_CONFIG_CONTENT = '{"model":"mine/best","share":"auto","permission":"allow"}';
    const permissions = async (access: 'read' | 'edit') => {
      const { env } = await runRecorded('opencode', { stream: [], env: { OPENCODE_CONFIG_CONTENT } }, { access });
      return JSON.parse(env.OPENCODE_CONFIG_CONTENT ?? '');
    };
    expect(await permissions('edit')).toMatchObject({
      model: 'mine/best',
      share: 'disabled',
      permission: { edit: 'allow', bash: 'deny', external_directory: 'deny' },
    });
    expect(await permissions('read')).toMatchObject({ permission: { edit: 'deny', bash: 'deny' } });
  });

  it('gets keys of providers and none of the rest', async () => {
    const env = { GROQ_API_KEY: 'k', MY_DATABASE: 'd', OPENCODE_DISABLE_AUTOUPDATE: '0' };
    const seen = (await runRecorded('opencode', { stream: [], env })).env;
    expect(seen).toMatchObject({ GROQ_API_KEY: 'k', OPENCODE_DISABLE_AUTOUPDATE: '0' });
    expect(seen).not.toHaveProperty('MY_DATABASE');
  });

  it('has folders of its own when it is isolated', async () => {
    const { env, args, home } = await runRecorded('opencode', { stream: [], isolate: true });
    expect(env.XDG_DATA_HOME?.startsWith(home)).toBe(false);
    expect(args).toContain('--pure');
  });

  it('refuses a configuration that it could not add to', () => {
    const before = process.env.OPENCODE_CONFIG_CONTENT;
    process.env.OPENCODE_CONFIG_CONTENT = '{ // mine\n}';
    try {
      expect(() => opencode.open(undefined, {})).toThrow(/OPENCODE_CONFIG_CONTENT/);
    } finally {
      if (before === undefined) delete process.env.OPENCODE_CONFIG_CONTENT;
      else process.env.OPENCODE_CONFIG_CONTENT = before;
    }
  });
});
