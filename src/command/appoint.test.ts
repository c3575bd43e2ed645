import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { CLOSED } from '../domain/sandbox.ts';
import { agentWords, appoint } from './appoint.ts';
import type { Context } from './contract.ts';

/** A person who gives these replies, and what was asked. */
function person(interactive: boolean, ...replies: string[]): { context: Context; asked: string[] } {
  const asked: string[] = [];
  const context: Context = {
    cwd: '/',
    signal: new AbortController().signal,
    engine: () => Promise.reject(new Error('not needed')),
    tell: () => {},
    interactive,
    ask: async (question) => {
      asked.push(question);
      return replies.shift();
    },
    out: async () => {},
    show: async () => {},
    columns: 80,
    color: false,
    detail: 'normal',
  };
  return { context, asked };
}

const found = async () =>
  [
    ['claude', { kind: 'found', version: '2.1.0' }],
    ['codex', { kind: 'found', version: '0.9', missing: 'codex login' }],
    ['pi', { kind: 'absent' }],
    ['llm', { kind: 'found', version: 'a key', as: 'llm:openai/MODEL' }],
    ['gemini', { kind: 'found', version: '0.61' }],
  ] as const;

const config = configOf({}, { operator: 'built-in' });

describe('who makes the changes', () => {
  it('is asked on a terminal, among those that can be used', async () => {
    const { context, asked } = person(true, 'hal', '3');
    const { adjustable } = await appoint(config, {}, context, found);
    expect(adjustable).toMatchObject({ operator: 'agent', agents: { author: [{ agent: 'gemini', weight: 1 }] } });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatch(/1 built-in .*\n {2}2 claude .*2\.1\.0\n {2}3 gemini/);
  });

  it('is nobody’s agent unless one is chosen', async () => {
    expect(await appoint(config, {}, person(true, '').context, found)).toBe(config);
    expect(await appoint(config, {}, person(true).context, found)).toBe(config);
  });

  it('is not asked where somebody is named, nobody is there, or nothing is installed', async () => {
    for (const [input, given, interactive] of [
      [{ operator: 'tune' }, config, true],
      [{ yes: true }, config, true],
      [{}, configOf({}, { operator: 'agent', agents: { author: [{ agent: 'pi', weight: 1 }] } }), true],
      [{}, config, false],
    ] as const) {
      const { context, asked } = person(interactive, '2');
      expect(await appoint(given, input, context, found)).toBe(given);
      expect(asked).toEqual([]);
    }
    const { context, asked } = person(true, '2');
    expect(await appoint(config, {}, context, async () => [['pi', { kind: 'absent' }]])).toBe(config);
    expect(asked).toEqual([]);
  });
});

it('says how agents are kept, and which roles nobody asks', async () => {
  const agents = { author: [{ agent: 'claude:x', weight: 1 }], judge: [{ agent: 'pi', weight: 1 }] };
  const off = { ...CLOSED, mode: 'off' as const };
  const words = await agentWords(configOf({ sandbox: off }, { operator: 'agent', agents }));
  expect(words).toEqual([
    'claude: no sandbox, so it works in its own edit-only mode',
    'agents: nobody asks a judge in this run',
  ]);
});
