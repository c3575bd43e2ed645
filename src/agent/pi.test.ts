import { describe, expect, it } from 'vitest';
import { runRecorded } from './recorded-program.fixture.ts';

describe('pi', () => {
  it('answers with the last words and what all messages took together', async () => {
    const { run, args, stdin, cwd, root, env } = await runRecorded('pi:mock/a/b', { stream: 'pi-success' });
    expect(run).toMatchObject({ kind: 'answered', text: 'Raised all three', session: expect.any(String) });
    const { usage, usd, model } = run.kind === 'answered' ? run.spent : {};
    expect(model).toBe('mock-1');
    expect(usage?.input).toBeGreaterThan(2000);
    expect(usd).toBeCloseTo(((usage?.input ?? 0) * 3 + (usage?.output ?? 0) * 15) / 1e6, 9);
    expect(args.join(' ')).toBe('-p --mode json --model a/b --provider mock --tools read,grep,find,ls,edit,write');
    expect([stdin, cwd]).toEqual(['Do it.', root]);
    expect(env).toMatchObject({ PI_OFFLINE: '1', PI_TELEMETRY: '0' });
  });

  it.each([
    ['401', { kind: 'broken', outage: 'key' }],
    ['429', { kind: 'broken', outage: 'rate' }],
    ['500', { kind: 'broken', outage: 'server' }],
    ['quota', { kind: 'broken', outage: 'quota' }],
    ['garbage', { kind: 'broken', outage: 'server' }],
    ['cut', { kind: 'broken', outage: 'network' }],
    ['refusal', { kind: 'failed', reason: expect.stringContaining('refused'), spent: { usd: expect.any(Number) } }],
    ['length', { kind: 'failed', truncated: true }],
    ['empty', { kind: 'answered', text: '' }],
  ])('tells %s, though it exits with 0', async (fault, told) => {
    expect((await runRecorded('pi', { stream: `pi-${fault}` })).run).toMatchObject(told);
  });

  it('has answered when it tried again and it went well', async () => {
    const message = (stopReason: string, text: string) => ({
      type: 'message_end',
      message: { role: 'assistant', stopReason, content: [{ type: 'text', text }], usage: { input: 2, output: 1 } },
    });
    const failed = { ...message('error', ''), message: { ...message('error', '').message, errorMessage: '500 oops' } };
    const stream = [
      failed,
      { type: 'agent_end' },
      { type: 'auto_retry_start' },
      message('stop', 'Done'),
      { type: 'agent_end' },
    ];
    expect((await runRecorded('pi', { stream })).run).toMatchObject({
      kind: 'answered',
      text: 'Done',
      spent: { usage: { input: 4, output: 2 } },
    });
  });

  it('has not answered when it is killed in mid-turn', async () => {
    const stream = [{ type: 'session', id: 's' }, { type: 'agent_start' }];
    expect((await runRecorded('pi', { stream, code: 143 })).run).toMatchObject({ kind: 'failed' });
  });

  it('only looks where it may only read, and goes on from a session in a copy', async () => {
    const { args } = await runRecorded('pi:opus', { stream: 'pi-success' }, { access: 'read', session: 'abc' });
    expect(args.join(' ')).toBe('-p --mode json --model opus --tools read,grep,find,ls --fork abc');
  });

  it('begins afresh where the session is gone, unless the model was heard', async () => {
    const gone = await runRecorded('pi', { stream: [], code: 1, stderr: 'No session' }, { session: 'abc' });
    expect(gone.args).not.toContain('--fork');
    const message = { role: 'assistant', stopReason: 'aborted', content: [], usage: { input: 2, output: 1 } };
    const cut = await runRecorded('pi', { stream: [{ type: 'message_end', message }], code: 1 }, { session: 'abc' });
    expect(cut.args).toContain('--fork');
  });

  it('goes on from no session when it is isolated', async () => {
    const { args } = await runRecorded('pi', { stream: 'pi-success', isolate: true }, { session: 'abc' });
    expect(args).not.toContain('--fork');
  });

  it('has a folder of its own when it is isolated', async () => {
    const { env, args, home } = await runRecorded('pi', { stream: [], isolate: true });
    expect(env.PI_CODING_AGENT_DIR?.startsWith(home)).toBe(false);
    expect(args).toContain('--no-session');
  });
});
