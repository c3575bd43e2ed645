import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { modesFor } from './acp-mode.ts';
import { allowed, answerOf } from './acp-permission.ts';
import { hearsay, spentOf } from './acp-told.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'galapagos-acp-')));
const cwd = join(root, 'pkg');
mkdirSync(cwd);
symlinkSync('/etc', join(root, 'elsewhere'));
afterAll(() => rmSync(root, { recursive: true }));

describe('allowed', () => {
  const free = { root, cwd, access: 'edit', shut: false } as const;
  it.each([
    [{ kind: 'edit', paths: [join(root, 'a.js')] }, true],
    [{ kind: 'edit', paths: ['new/deep/a.js'] }, true],
    [{ kind: 'delete', paths: ['../a.js'] }, true],
    [{ kind: 'edit', paths: ['../../a.js'] }, false],
    [{ kind: 'edit', paths: [`${root}x/a.js`] }, false],
    [{ kind: 'edit', paths: [root] }, false],
    [{ kind: 'edit', paths: [join(root, 'elsewhere/passwd')] }, false],
    [{ kind: 'move', paths: [join(root, 'a.js'), '/tmp/b.js'] }, false],
    [{ kind: 'edit', paths: [] }, false],
    [{ kind: 'read', paths: ['/etc/passwd'] }, true],
    [{ kind: 'execute', paths: [] }, false],
    [{ kind: 'fetch', paths: [] }, false],
    [{ paths: [join(root, 'a.js')] }, false],
  ])('without a sandbox %j is %s', (call, may) => {
    expect(allowed(call, free)).toBe(may);
  });

  it('lets everything pass in a sandbox, but nobody edit who may only read', () => {
    expect(allowed({ kind: 'execute', paths: [] }, { ...free, shut: true })).toBe(true);
    expect(allowed({ kind: 'edit', paths: ['/etc/passwd'] }, { ...free, shut: true })).toBe(true);
    expect(allowed({ kind: 'edit', paths: [join(root, 'a.js')] }, { ...free, access: 'read' })).toBe(false);
    expect(allowed({ kind: 'edit', paths: [join(root, 'a.js')] }, { ...free, access: 'read', shut: true })).toBe(false);
  });
});

describe('answerOf', () => {
  const option = (kind: 'allow_once' | 'allow_always' | 'reject_once') => ({
    optionId: `id-${kind}`,
    name: kind,
    kind,
  });
  it('takes the least that will do, and nothing that it was not offered', () => {
    const all = [option('allow_always'), option('reject_once'), option('allow_once')];
    expect(answerOf(all, true).outcome).toEqual({ outcome: 'selected', optionId: 'id-allow_once' });
    expect(answerOf(all, false).outcome).toEqual({ outcome: 'selected', optionId: 'id-reject_once' });
    expect(answerOf([option('allow_always')], true).outcome).toMatchObject({ optionId: 'id-allow_always' });
    expect(answerOf([option('allow_always')], false).outcome).toEqual({ outcome: 'cancelled' });
    expect(answerOf([], true).outcome).toEqual({ outcome: 'cancelled' });
  });
});

describe('modesFor', () => {
  const modes = (current: string, ...ids: string[]) => ({
    modes: { currentModeId: current, availableModes: ids.map((id) => ({ id, name: id })) },
  });
  const gemini = modes('default', 'default', 'autoEdit', 'yolo', 'plan');
  const option = {
    configOptions: [
      { id: 'model', category: 'model', type: 'select', currentValue: 'plan', options: [{ value: 'plan', name: 'P' }] },
      {
        ...{ id: 'mode', category: 'mode', type: 'select', currentValue: 'plan' },
        options: [{ group: 'g', name: 'G', options: [{ value: 'plan' }, { value: 'build' }] }],
      },
    ],
  };
  it.each([
    [gemini, 'edit', false, [{ id: 'autoEdit' }]],
    [gemini, 'edit', true, [{ id: 'yolo' }, { id: 'autoEdit' }]],
    [gemini, 'read', true, [{ id: 'plan' }]],
    [modes('autoEdit', 'autoEdit', 'yolo'), 'edit', false, []],
    [modes('x', 'x', 'y'), 'edit', true, []],
    [option, 'edit', true, [{ id: 'build', option: 'mode' }]],
    [option, 'read', false, []],
    [{}, 'edit', true, []],
    [{ modes: 3, configOptions: [null, 'x'] }, 'edit', true, []],
  ] as const)('of %j for %s (sandbox: %s)', (session, access, shut, chosen) => {
    expect(modesFor(session, access, shut)).toEqual(chosen);
  });
});

describe('hearsay', () => {
  const chunk = (text: string, messageId?: string) => ({
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, messageId },
  });
  const textOf = (...updates: Readonly<Record<string, unknown>>[]): string => {
    const heard = hearsay();
    for (const update of updates) heard.update(update);
    return heard.text();
  };

  it('keeps the last message', () => {
    const tool = { update: { sessionUpdate: 'tool_call', toolCallId: '1' } };
    expect(textOf(chunk('I '), chunk('look'), tool, chunk('Do'), chunk('ne'))).toBe('Done');
    expect(textOf(chunk('one', 'a'), chunk('t', 'b'), chunk('wo', 'b'))).toBe('two');
    expect(textOf(chunk('I edit'), tool)).toBe('I edit');
  });

  it('does not mind what it does not know', () => {
    const odd = [
      {},
      { update: 3 },
      { update: { sessionUpdate: 'new' } },
      { update: { sessionUpdate: 'usage_update' } },
    ];
    expect(textOf(...odd, { update: { sessionUpdate: 'agent_message_chunk', content: null } }, chunk('x'))).toBe('x');
  });

  it('knows a tool call by all that was told of it', () => {
    const heard = hearsay();
    heard.update({ update: { sessionUpdate: 'tool_call', toolCallId: '1', kind: 'edit', locations: [{ path: 'a' }] } });
    expect(heard.tool({ toolCallId: '1', content: [{ type: 'diff', path: 'b', newText: '' }] })).toEqual({
      kind: 'edit',
      paths: ['a', 'b'],
    });
    expect(heard.tool({ toolCallId: '2' })).toEqual({ paths: [] });
  });

  it('has the last cost in dollars', () => {
    const heard = hearsay();
    const cost = (amount: number, currency = 'USD') =>
      heard.update({ update: { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount, currency } } });
    expect(heard.usd()).toBeUndefined();
    cost(0.25);
    cost(0.5);
    cost(7, 'EUR');
    expect(heard.usd()).toBe(0.5);
  });
});

describe('spentOf', () => {
  it.each([
    [
      'cached apart',
      { totalTokens: 115, inputTokens: 10, outputTokens: 5, cachedReadTokens: 80, cachedWriteTokens: 20 },
    ],
    [
      'cached within',
      { totalTokens: 115, inputTokens: 110, outputTokens: 5, cachedReadTokens: 80, cachedWriteTokens: 20 },
    ],
  ])('counts all of the input: %s', (_, usage) => {
    expect(spentOf({ usage }, undefined)).toEqual({ usage: { input: 110, cached: 80, kept: 20, output: 5 } });
  });

  it('counts thoughts as output, once', () => {
    const usage = { inputTokens: 10, outputTokens: 5, thoughtTokens: 3 };
    expect(spentOf({ usage: { ...usage, totalTokens: 18 } }, 1).usage?.output).toBe(8);
    expect(spentOf({ usage: { ...usage, totalTokens: 15 } }, 1).usage?.output).toBe(5);
  });

  it('reads what Gemini tells, and says nothing of what is not told', () => {
    const token_count = { input_tokens: 7, output_tokens: 2 };
    const quota = { token_count, model_usage: [{ model: 'gemini-2.5-pro', token_count }] };
    expect(spentOf({ _meta: { quota } }, undefined)).toEqual({
      model: 'gemini-2.5-pro',
      usage: { input: 7, cached: 0, kept: 0, output: 2 },
    });
    expect(spentOf({ usage: { inputTokens: 'x' } }, undefined)).toEqual({});
  });
});
