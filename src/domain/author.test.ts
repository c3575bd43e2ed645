import { describe, expect, it } from 'vitest';
import { configOf } from '../../test/fake/config.ts';
import { askedIn, authorNow } from './author.ts';

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

describe('who is asked', () => {
  const one = (agent: string) => ({ agent, weight: 1 });
  const names = (role: 'expert' | 'scanner', agents: object) => askedIn({ agents }, role).map(({ name }) => name);

  it('is who is appointed to a role, else the first author', () => {
    expect(names('scanner', { author: [one('claude'), one('codex')] })).toEqual(['claude']);
    expect(names('scanner', { author: [one('claude')], scanner: [one('pi'), one('pi')] })).toEqual(['pi', 'pi#2']);
    expect(names('scanner', {})).toEqual([]);
  });

  it('as an expert has a name of its own', () => {
    expect(names('expert', { author: [one('command:a')], expert: [one('command:b')] })).toEqual(['command#2']);
    expect(names('expert', { author: [one('claude'), one('codex')] })).toEqual(['claude']);
  });

  it('to make a hard change stays who it was', () => {
    const config = configOf({}, { agents: { author: [one('claude')], expert: [one('codex')] } });
    expect(authorNow({ id: 'r1-l0-d0', by: 'codex' }, config)).toBe('codex');
  });
});
