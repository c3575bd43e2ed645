import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../src/agent/agent.ts';
import { llmAgent } from '../../src/agent/llm.ts';
import type { AgentTask } from '../../src/domain/agent.ts';
import { answer } from '../fake/model/scripts.mjs';
import { type ModelServer, type Reply, type Script, startModelServer } from '../fake/model/server.mjs';

const KEY = 'sk-a-key-that-nobody-may-see';

/** A protocol, by the name under which people ask for it. */
const protocols = [
  { name: 'anthropic', spec: () => 'anthropic/claude-sonnet-4-5', protocol: 'messages' },
  { name: 'openai', spec: () => 'openai/gpt-5', protocol: 'responses' },
  { name: 'google', spec: () => 'google/gemini-2.5-pro', protocol: 'generate' },
  { name: 'compatible', spec: ({ url }: ModelServer) => `mock-1@${url}/v1`, protocol: 'chat' },
] as const;

const NAMES = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_GEMINI_BASE_URL',
  'LLM_API_KEY',
];

const before = new Map(NAMES.map((name) => [name, process.env[name]]));
const servers: ModelServer[] = [];
beforeEach(() => {
  for (const name of NAMES) delete process.env[name];
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

async function serve(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  servers.push(server);
  for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'LLM_API_KEY']) process.env[name] = KEY;
  process.env.ANTHROPIC_BASE_URL = server.url;
  process.env.OPENAI_BASE_URL = `${server.url}/v1`;
  process.env.GOOGLE_GEMINI_BASE_URL = server.url;
  return server;
}

const taskOf = (more: Partial<AgentTask<string>> = {}): AgentTask<string> => ({
  role: 'author',
  key: 'gen1-1/author',
  prompt: { system: 'The rules.', text: 'The task.' },
  access: 'edit',
  timeoutMs: 20_000,
  read: (text) => ({ kind: 'read', answer: text }),
  ...more,
});

const never = new AbortController().signal;

describe.each(protocols)('llm over $protocol', ({ spec, protocol }) => {
  const ask = async (reply: Reply, more: Partial<AgentTask<string>> = {}, quietMs = 20_000) => {
    const server = await serve(() => reply);
    const agent = llmAgent(spec(server), {}, { beforeMs: quietMs, duringMs: quietMs });
    return { run: await agent.run(taskOf(more), never), call: server.calls[0], server };
  };

  it('answers, and tells what it took', async () => {
    const usage = { input: 1000, output: 50, cacheRead: 400 };
    const { run, call } = await ask({ text: 'The answer.', usage });
    expect(run).toMatchObject({
      kind: 'answered',
      answer: 'The answer.',
      text: 'The answer.',
      spent: { usage: { input: 1000, cached: 400, kept: 0, output: 50 }, model: call?.model },
    });
    expect(run).not.toHaveProperty('truncated');
    expect(call).toMatchObject({ protocol, prompt: 'The task.', stream: true, tools: [] });
    expect(call?.system.trim()).toBe('The rules.');
    expect(JSON.stringify(call?.body)).toContain('16384');
  });

  it('has its words read', async () => {
    const { run } = await ask({ text: 'x' }, { read: () => ({ kind: 'unreadable', why: 'no JSON' }) });
    expect(run).toMatchObject({ kind: 'unreadable', why: 'no JSON', text: 'x' });
  });

  it.each([
    ['401', { status: 401 }, { kind: 'broken', outage: 'key', reason: expect.stringMatching(/401.*Check \w+_KEY/) }],
    ['403', { status: 403 }, { kind: 'broken', outage: 'key' }],
    ['402', { status: 402 }, { kind: 'broken', outage: 'quota' }],
    [
      'out of quota',
      { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota' },
      { kind: 'broken', outage: 'quota' },
    ],
    ['404', { status: 404 }, { kind: 'broken', outage: 'missing' }],
    ['429', { status: 429 }, { kind: 'broken', outage: 'rate' }],
    ['429 with Retry-After', { status: 429, retryAfter: 7 }, { kind: 'broken', outage: 'rate', afterMs: 7000 }],
    ['500', { status: 500 }, { kind: 'broken', outage: 'server' }],
    ['529', { status: 529 }, { kind: 'broken', outage: 'server' }],
    [
      '400',
      { status: 400, message: 'the prompt is too long' },
      { kind: 'failed', reason: expect.stringMatching(/ answered 400: the prompt is too long$/) },
    ],
  ] as const)('%s comes back as it is, at once and free of charge', async (_, reply, expected) => {
    const { run, server } = await ask(reply);
    expect(run).toMatchObject({ ...expected, spent: { usd: 0, usage: { input: 0, output: 0 } } });
    expect(server.calls).toHaveLength(1);
  });

  it.each([
    ['garbage', { garbage: true }, { kind: 'broken', outage: 'server' }],
    ['a cut stream', { cut: true }, { kind: 'broken', outage: 'network' }],
    [
      'a stall in the stream',
      { stall: 'mid-stream' },
      { kind: 'broken', outage: 'network', reason: expect.stringContaining('nothing came') },
    ],
    ['silence', { stall: 'before' }, { kind: 'broken', outage: 'network' }],
  ] as const)('%s is the machine’s fault, and is counted', async (_, reply, expected) => {
    const { run } = await ask(reply, {}, 'stall' in reply ? 300 : 20_000);
    expect(run).toMatchObject(expected);
    if (run.kind === 'broken') expect(run.spent.usage?.input).toBeGreaterThan(0);
  });

  it('fails when it takes too long', async () => {
    const { run } = await ask({ stall: 'before' }, { timeoutMs: 50 });
    expect(run).toMatchObject({ kind: 'failed', reason: 'the model took longer than 0.1 s' });
  });

  it('fails when it refuses, and was paid', async () => {
    const { run } = await ask({ text: 'I cannot help with that.', stop: 'refusal', usage: { input: 9, output: 3 } });
    expect(run).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('refused'),
      spent: { usage: { input: 9, output: 3 } },
    });
  });

  it('says when the answer was cut off at the longest length', async () => {
    const { run } = await ask({ text: 'half of', stop: 'length' });
    expect(run).toMatchObject({ kind: 'answered', text: 'half of', truncated: true });
  });

  it('may say nothing', async () => {
    const { run } = await ask({ empty: true });
    expect(run).toMatchObject({ kind: 'answered', text: '' });
  });

  it('is broken when nobody is there', async () => {
    const server = await serve(answer('x'));
    const agent = llmAgent(spec(server));
    await server.close();
    expect(await agent.run(taskOf(), never)).toMatchObject({ kind: 'broken', outage: 'network', spent: { usd: 0 } });
  });

  it('rejects when it is aborted', async () => {
    const aborter = new AbortController();
    const server = await serve(() => {
      setImmediate(() => aborter.abort(new Error('enough')));
      return { stall: 'mid-stream' };
    });
    await expect(llmAgent(spec(server)).run(taskOf(), aborter.signal)).rejects.toThrow('enough');
  });

  it('keeps its key to itself', async () => {
    const { run } = await ask({ status: 401, message: `Incorrect API key provided: ${KEY}` });
    expect(JSON.stringify(run)).not.toContain(KEY);
  });

  it('holds a model to a schema where the provider can', async () => {
    const schema = {
      type: 'object',
      properties: { score: { type: 'integer' } },
      required: ['score'],
      additionalProperties: false,
    };
    const { run, call } = await ask({ text: '{"score": 7}' }, { schema });
    expect(run).toMatchObject({ kind: 'answered', text: '{"score": 7}' });
    expect(JSON.stringify(call?.body).includes('"score"')).toBe(protocol !== 'chat');
    expect(await ask({ text: 'no JSON at all' }, { schema })).toMatchObject({
      run: { kind: 'answered', text: 'no JSON at all' },
    });
  });

  it('serves several at once', async () => {
    const server = await serve(({ prompt }) => ({ text: `to ${prompt}` }));
    const agent = llmAgent(spec(server));
    const texts = ['one', 'two', 'three', 'four'];
    const runs = await Promise.all(texts.map((text) => agent.run(taskOf({ prompt: { system: '', text } }), never)));
    expect(runs.map((run) => (run.kind === 'answered' ? run.answer : run.kind))).toEqual(
      texts.map((text) => `to ${text}`),
    );
    expect(server.calls[0]?.system.trim()).toBe('');
  });
});

describe('llm', () => {
  const CHAT = 'data: {"id":"1","created":0,"model":"m","choices":[{"index":0,"delta":{"content":"half"}}]}\n\n';
  const START =
    'event: message_start\ndata: {"type":"message_start","message":{"id":"1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":5,"output_tokens":1}}}\n\n';
  const BUSY = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
  const BLOCKED = 'data: {"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":5}}\n\n';
  const BLOCK =
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n';

  it.each([
    [
      'an answer that just ends',
      (url: string) => `m@${url}`,
      CHAT,
      { kind: 'broken', outage: expect.stringMatching(/network|server/), text: 'half' },
    ],
    ['an overload in mid-answer', () => 'anthropic/m', START + BLOCK + BUSY, { kind: 'broken', outage: 'server' }],
    ['a prompt that is turned down', () => 'google/m', BLOCKED, { kind: 'failed', reason: 'the model refused' }],
  ])('knows %s', async (_, spec, sent, expected) => {
    await serve(answer('x'));
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(sent);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    Object.assign(process.env, { ANTHROPIC_BASE_URL: url, GOOGLE_GEMINI_BASE_URL: url });
    try {
      expect(await llmAgent(spec(url)).run(taskOf(), never)).toMatchObject(expected);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('marks the stable part for the cache where the API wants it', async () => {
    const server = await serve(answer('x'));
    await llmAgent('anthropic/claude-sonnet-4-5').run(taskOf(), never);
    expect(server.calls[0]?.body).toMatchObject({
      system: [{ type: 'text', text: 'The rules.', cache_control: { type: 'ephemeral' } }],
    });
  });

  it('takes an address with and without its version', async () => {
    const server = await serve(answer('x'));
    for (const url of [server.url, `${server.url}/`, `${server.url}/v1`, `${server.url}/v1/`]) {
      process.env.ANTHROPIC_BASE_URL = url;
      expect(await llmAgent('anthropic/m').run(taskOf(), never)).toMatchObject({ kind: 'answered' });
    }
    expect(new Set(server.calls.map(({ path }) => path))).toEqual(new Set(['/v1/messages']));
  });

  it('gives no provider’s key to an address that somebody typed', async () => {
    const server = await serve(answer('x'));
    delete process.env.LLM_API_KEY;
    await llmAgent(`mock-1@${server.url}/v1`).run(taskOf(), never);
    expect(JSON.stringify(server.calls[0]?.headers)).not.toContain(KEY);
    process.env.LLM_API_KEY = 'another';
    await llmAgent(`mock-1@${server.url}/v1`).run(taskOf(), never);
    expect(server.calls[1]?.headers.authorization).toBe('Bearer another');
  });

  it.each([
    ['llm', /names no model/],
    ['llm:', /names no model/],
    ['llm:mistral/large', /provider that is not known, mistral/],
    ['llm:local@localhost', /no model at an address/],
    ['llm:claude', /PROVIDER\/MODEL/],
    ['llm:nobody/model', /anthropic, openai, google/],
    ['llm:anthropic/model', /Set ANTHROPIC_API_KEY/],
    ['llm:openai/model', /Set OPENAI_API_KEY/],
    ['llm:google/model', /Set GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY/],
    ['llm:model@http://me:pass@host/v1', /password.*LLM_API_KEY/],
  ])('refuses %s', (spec, message) => {
    expect(() => agentOf(spec)).toThrow(message);
  });
});
