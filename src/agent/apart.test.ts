import { describe, expect, it } from 'vitest';
import type { Ledger } from '../domain/ledger.ts';
import { apart } from './apart.ts';

const CALL = { key: 'c1/judge/1', agent: 'llm:a', role: 'judge', estimate: { tokens: 1 } } as const;

describe('an account of its own', () => {
  it('is what the ledger sees, and whoever calls does not', async () => {
    const seen: string[] = [];
    const ended = { ...CALL, outcome: 'answered', ms: 1, record: 'r', prompt: 'p', text: 't' } as const;
    const ledger: Ledger = {
      recall: (key) => ({ ...ended, agent: key === CALL.key ? 'llm:a (judge)' : 'llm:a' }),
      typical: (agent) => void seen.push(agent),
      left: () => ({}),
      reserve: async ({ agent }) => {
        seen.push(agent);
        return {};
      },
      settle: ({ agent }) => void seen.push(agent),
      outage: () => {},
    };
    const own = apart(ledger, 'judge');
    own.typical('llm:a');
    await own.reserve(CALL, new AbortController().signal);
    own.settle(ended, ended);
    expect(seen).toEqual(['llm:a (judge)', 'llm:a (judge)', 'llm:a (judge)']);
    expect(own.recall(CALL.key)?.agent).toBe('llm:a');
    expect(own.recall('c1/author')).toBeUndefined();
  });
});
