import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { authorNow } from './author.ts';

const config = (...agents: readonly string[]) =>
  configOf({}, { operator: 'agent', agents: { author: agents.map((agent) => ({ agent, weight: 1 })) } });

describe('who makes a proposal', () => {
  it.each(['codex', 'tune', 'syntax', 'agent'])('is %s while there is one', (by) => {
    expect(authorNow({ id: 'gen1-1', by }, config('claude', 'codex'))).toBe(by);
  });

  it('is one of those who are appointed once its own author is not, the same each time', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `gen1-${index}`);
    const made = ids.map((id) => authorNow({ id, by: 'gemini' }, config('claude', 'codex')));
    expect(new Set(made)).toEqual(new Set(['claude', 'codex']));
    expect(ids.map((id) => authorNow({ id, by: 'pi' }, config('claude', 'codex')))).toEqual(made);
  });

  it('is nobody else where nobody is appointed', () => {
    expect(authorNow({ id: 'gen1-1', by: 'claude' }, configOf({}, {}))).toBe('claude');
  });
});
