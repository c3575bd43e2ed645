import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Agent, AgentTask } from '../domain/agent.ts';
import { readRun } from './run.ts';
import { readJson, structured } from './structured.ts';

const schema = z.object({ 'efficiency-score': z.int().min(1).max(10), why: z.string().optional() });

describe('an answer', () => {
  it.each([
    ['bare', '{"efficiency-score": 7}'],
    ['fenced', '```json\n{"efficiency-score": 7}\n```'],
    ['fenced without a language', 'Here:\n```\n{"efficiency-score": 7}\n```\nDone.'],
    ['in prose', 'I think {it} is {"efficiency-score": 7}, all in all.'],
    ['over lines', '{\n  "efficiency-score":\n  7\n}'],
    ['with others before it', 'First {"efficiency-score": 3}, no: {"efficiency-score": 7}'],
    ['after code', 'function f() { return { a: 1 } }\n{"efficiency-score": 7}'],
    ['inside braces', '{{"efficiency-score": 7}}'],
    ['after a brace that never closes', 'use { here\n{"efficiency-score": 7}'],
    ['with braces and quotes in it', '{"efficiency-score": 7, "why": "a } and a \\" and a {"}'],
    ['after a lone quote', 'It\'s 5" wide. {"efficiency-score": 7}'],
  ])('is read %s', (_, text) => {
    expect(readJson(text, schema)).toMatchObject({ kind: 'read', answer: { 'efficiency-score': 7 } });
  });

  it.each([
    ['', 'no JSON object'],
    ['seven', 'no JSON object'],
    ['7', 'no JSON object'],
    ['[7]', 'no JSON object'],
    ['{"efficiency-score": 7', 'no JSON object'],
    ["{'efficiency-score': 7}", 'no JSON object'],
    ['{}', 'efficiency-score'],
    ['{"efficiency-score": "7"}', 'efficiency-score'],
    ['{"efficiency-score": 7.5}', 'efficiency-score'],
    ['{"efficiency-score": 11}', 'efficiency-score'],
    ['{"efficiency-score": 7} {"other": 1}', 'efficiency-score'],
    ['{'.repeat(100_000), 'no JSON object'],
  ])('is unreadable: %.40s', (text, why) => {
    expect(readJson(text, schema)).toMatchObject({ kind: 'unreadable', why: expect.stringContaining(why) });
  });

  it('is found in whatever stands around it', () => {
    const prose = fc.string().map((text) => text.replace(/[{}"]/g, ''));
    fc.assert(
      fc.property(prose, fc.string(), prose, (before, why, after) => {
        const answer = { 'efficiency-score': 5, why };
        expect(readJson(before + JSON.stringify(answer) + after, schema)).toEqual({ kind: 'read', answer });
      }),
    );
  });
});

describe('a question', () => {
  const signal = new AbortController().signal;
  const task = {
    role: 'judge',
    key: 'gen1-1/judge',
    prompt: { system: 'You judge.', text: 'This code.' },
    access: 'read',
    timeoutMs: 1000,
  } as const;

  function saying(...texts: readonly string[]) {
    const asked: AgentTask<unknown>[] = [];
    const agent: Agent = {
      name: 'fake',
      works: 'text',
      async run(one) {
        asked.push(one);
        return readRun(one, { text: texts[asked.length - 1] ?? '', spent: {} });
      },
    };
    return { asked, run: () => structured(agent, task, schema, signal) };
  }

  it('shows the schema in the part that stays the same', async () => {
    const { asked, run } = saying('{"efficiency-score": 7}');
    expect(await run()).toMatchObject({ kind: 'answered', answer: { 'efficiency-score': 7 } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.prompt.system).toMatch(/^You judge\.[\s\S]*"efficiency-score"/);
    expect(asked[0]?.prompt.text).toBe('This code.');
    expect(asked[0]?.schema).toMatchObject({ type: 'object', required: ['efficiency-score'] });
  });

  it('is asked once more with what was wrong, as a call of its own', async () => {
    const { asked, run } = saying('{"efficiency-score": 70}', '{"efficiency-score": 7}');
    expect(await run()).toMatchObject({ kind: 'answered', answer: { 'efficiency-score': 7 } });
    expect(asked.map(({ key }) => key)).toEqual(['gen1-1/judge', 'gen1-1/judge/again']);
    expect(asked[1]?.prompt.system).toBe(asked[0]?.prompt.system);
    expect(asked[1]?.prompt.text).toMatch(/^This code\.[\s\S]*efficiency-score: /);
  });

  it('is unreadable after the second', async () => {
    const { asked, run } = saying('seven', 'really seven', '{"efficiency-score": 7}');
    expect(await run()).toMatchObject({ kind: 'unreadable', why: expect.stringContaining('no JSON object') });
    expect(asked).toHaveLength(2);
  });

  it('is not asked again of one who could not be asked', async () => {
    const agent: Agent = {
      name: 'fake',
      works: 'text',
      run: () => Promise.resolve({ kind: 'broken', outage: 'key', reason: '401', text: '', spent: {} }),
    };
    expect(await structured(agent, task, schema, signal)).toMatchObject({ kind: 'broken', outage: 'key' });
  });
});
