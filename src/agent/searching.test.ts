import { describe, expect, it } from 'vitest';
import { agentOf } from './agent.ts';
import { runRecorded } from './recorded-program.fixture.ts';

const READING = { access: 'read', search: true } as const;

describe('searching the web', () => {
  it.each(['claude', 'codex', 'gemini'])('%s can', (spec) => {
    expect(agentOf(spec).searches).toBe(true);
  });

  it.each(['opencode', 'pi', 'command:my-agent', 'acp:my-agent', 'llm:model@http://localhost/v1'])(
    '%s can’t',
    (spec) => {
      expect(agentOf(spec).searches).toBeUndefined();
    },
  );

  it('is allowed where a task says so, and only there', async () => {
    const claude = await runRecorded('claude', { stream: 'claude-success' }, READING);
    expect(claude.args.join(' ')).toContain('--allowedTools WebSearch,WebFetch');
    const codex = await runRecorded('codex', { stream: 'codex-success' }, READING);
    expect(codex.args.join(' ')).toContain('-c web_search="live"');
    for (const spec of ['claude', 'codex']) {
      const { args } = await runRecorded(spec, { stream: `${spec}-success` }, { access: 'read' });
      expect(args.join(' ')).not.toMatch(/search/i);
    }
  });

  it('is among what gemini may do while it only reads', async () => {
    const { args } = await runRecorded('gemini', { stream: 'gemini-success' }, READING);
    expect(args.join(' ')).toContain('--approval-mode plan');
  });
});
