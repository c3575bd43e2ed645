import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { always, answer, edit, faults, forever, outside, scriptOf } from '../fake/model/scripts.mjs';
import { type ModelCall, type ModelServer, type Script, startModelServer } from '../fake/model/server.mjs';

const open: ModelServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serve(script: Script): Promise<ModelServer> {
  const server = await startModelServer(script);
  open.push(server);
  return server;
}

type Protocol = ModelCall['protocol'];

const SCHEMA = { type: 'object', properties: { path: {}, edits: {} } };

/** A conversation in each protocol: a system text, a question, and a call of a tool with its result. */
const BODIES: Readonly<Record<Protocol, object>> = {
  chat: {
    model: 'm',
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: [{ type: 'text', text: 'raise it' }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', function: { name: 'edit', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'not found' },
    ],
    tools: [{ type: 'function', function: { name: 'edit', parameters: SCHEMA } }],
  },
  responses: {
    model: 'm',
    instructions: 'be brief',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'raise it' }] },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'edit', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'not found' },
    ],
    tools: [{ type: 'function', name: 'edit', parameters: SCHEMA }, { type: 'web_search' }],
  },
  messages: {
    model: 'm',
    max_tokens: 9,
    system: [{ type: 'text', text: 'be brief' }],
    messages: [
      { role: 'user', content: 'raise it' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'edit', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'not found' }] },
    ],
    tools: [{ name: 'edit', input_schema: SCHEMA }],
  },
  generate: {
    systemInstruction: { parts: [{ text: 'be brief' }] },
    contents: [
      { role: 'user', parts: [{ text: 'raise it' }] },
      { role: 'model', parts: [{ functionCall: { name: 'edit', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'edit', response: 'not found' } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'edit', parametersJsonSchema: SCHEMA }] }],
  },
};

const PATHS: Readonly<Record<Protocol, string>> = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages?beta=true',
  generate: '/v1beta/models/m:generateContent',
};

function ask(server: ModelServer, protocol: Protocol, stream: boolean): Promise<Response> {
  const path = PATHS[protocol];
  const streaming = protocol === 'generate' && stream;
  return fetch(`${server.url}${streaming ? path.replace(':generate', ':streamGenerate') : path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: JSON.stringify({ ...BODIES[protocol], ...(protocol === 'generate' ? {} : { stream }) }),
  });
}

/** The data of each server-sent event, or the one document. */
async function documents(response: Response): Promise<readonly unknown[]> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'text/event-stream') return [JSON.parse(text)];
  return text
    .split('\n\n')
    .map((event) => /^data: (.*)$/m.exec(event)?.[1] ?? '')
    .filter((data) => data !== '' && data !== '[DONE]')
    .map((data): unknown => JSON.parse(data));
}

const protocols: readonly Protocol[] = ['chat', 'responses', 'messages', 'generate'];
const both = protocols.flatMap((protocol) => [false, true].map((stream) => ({ protocol, stream })));

describe.each(both)('$protocol, streaming: $stream', ({ protocol, stream }) => {
  it('reads a request', async () => {
    const server = await serve(answer('yes'));
    await ask(server, protocol, stream);
    expect(server.calls).toMatchObject([
      {
        number: 1,
        protocol,
        model: 'm',
        stream,
        turn: 1,
        step: 1,
        system: 'be brief',
        prompt: 'raise it',
        tools: ['edit'],
        parameters: { edit: ['path', 'edits'] },
        headers: { authorization: 'Bearer key' },
      },
    ]);
    expect(server.calls[0]?.lastToolResult).toContain('not found');
  });

  it('says text, calls a tool and tells the tokens', async () => {
    const server = await serve(
      always({
        text: 'Here goes',
        toolCalls: [{ name: 'edit', args: { path: 'a.js' } }],
        usage: { input: 70, output: 30, cacheRead: 20 },
      }),
    );
    const said = JSON.stringify(await documents(await ask(server, protocol, stream)));
    expect(said).toContain('Here goes');
    expect(said).toMatch(/"edit"/);
    expect(said).toMatch(/path\W+a\.js/);
    expect(said).toMatch(
      {
        chat: /"prompt_tokens":70,"completion_tokens":30.*"cached_tokens":20/,
        responses: /"input_tokens":70,.*"cached_tokens":20.*"output_tokens":30/,
        messages: /"input_tokens":50,.*"cache_read_input_tokens":20,"output_tokens":30/,
        generate: /"promptTokenCount":70,"candidatesTokenCount":30.*"cachedContentTokenCount":20/,
      }[protocol],
    );
    expect(server.calls[0]?.usage).toEqual({ input: 70, output: 30, cacheRead: 20 });
  });

  it.each([
    ['length', { chat: 'length', responses: 'max_output_tokens', messages: 'max_tokens', generate: 'MAX_TOKENS' }],
    ['refusal', { chat: 'content_filter', responses: '"refusal"', messages: 'refusal', generate: 'SAFETY' }],
  ] as const)('ends by %s', async (stop, words) => {
    const server = await serve(always({ text: 'No', stop }));
    expect(JSON.stringify(await documents(await ask(server, protocol, stream)))).toContain(words[protocol]);
  });

  it('fails with a status', async () => {
    const server = await serve(faults([{ status: 429, retryAfter: 7 }, { status: 401 }], answer('fine')));
    const first = await ask(server, protocol, stream);
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await first.json()).toHaveProperty('error.message', 'The script says 429.');
    expect((await ask(server, protocol, stream)).status).toBe(401);
    expect((await ask(server, protocol, stream)).status).toBe(200);
    expect(server.calls.map(({ usage }) => usage?.output)).toEqual([undefined, undefined, 1]);
  });

  it('says nothing, or no answer at all', async () => {
    const server = await serve(faults([{ empty: true }], always({ garbage: true })));
    const empty = JSON.stringify(await documents(await ask(server, protocol, stream)));
    expect(empty).not.toMatch(/"text":"[^"]|"content":"[^"]/);
    const garbage = await ask(server, protocol, stream);
    expect(garbage.status).toBe(200);
    await expect(documents(garbage)).rejects.toThrow();
  });

  it('cuts the answer in the middle', async () => {
    const server = await serve(always({ cut: true }));
    const response = await ask(server, protocol, stream);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('stalls in the middle and before, until it is closed', async () => {
    const server = await serve(faults([{ stall: 'mid-stream' }], always({ stall: 'before' })));
    const response = await ask(server, protocol, stream);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    const more = expect(reader?.read()).rejects.toThrow();
    const never = expect(ask(server, protocol, stream)).rejects.toThrow();
    await expect.poll(() => server.calls.length).toBe(2);
    await server.close();
    await more;
    await never;
  });
});

const CALL: ModelCall = {
  number: 1,
  protocol: 'chat',
  path: '',
  headers: {},
  model: 'm',
  stream: false,
  turn: 0,
  step: 0,
  system: '',
  prompt: '',
  tools: [],
  parameters: {},
  body: {},
};
const CHANGE = { path: 'a.js', find: 'x = 1;', replace: 'x = 2;' };

/** The names of the tools that a script calls, one per turn. */
async function toolsCalled(script: Script, parameters: ModelCall['parameters']): Promise<readonly string[]> {
  const called: string[] = [];
  for (let step = 0; step < 5; step++) {
    const reply = await script({ ...CALL, tools: Object.keys(parameters), parameters, step, turn: step });
    const [first] = reply.toolCalls ?? [];
    if (first === undefined) return [...called, reply.text ?? ''];
    called.push(`${first.name} ${typeof first.args === 'string' ? first.args : Object.keys(first.args).join(' ')}`);
  }
  return called;
}

describe('a ready-made script', () => {
  it.each([
    ['claude', { Read: ['file_path'], Edit: ['file_path', 'old_string'] }, /^Read file_path,Edit file_path/],
    ['gemini', { replace: ['file_path', 'old_string'] }, /^replace file_path instruction/],
    ['opencode', { read: ['filePath'], edit: ['filePath'] }, /^read filePath,edit filePath oldString/],
    ['pi', { edit: ['path', 'edits'] }, /^edit path edits/],
    [
      'codex',
      { exec_command: ['cmd'], apply_patch: null },
      /^apply_patch \*\*\* Begin Patch\n.*a\.js\n@@\n-x = 1;\n\+x/,
    ],
    ['codex with another model', { exec_command: ['cmd'] }, /^exec_command cmd/],
  ])('edits with the tools of %s and sums up', async (_agent, parameters, expected) => {
    const called = await toolsCalled(edit({ ...CHANGE, summary: 'Raised x' }), parameters);
    expect(called.join(',')).toMatch(expected);
    expect(called.at(-1)).toBe('Raised x');
  });

  it('goes on for ever, or outside of its scope', async () => {
    const tools = { bash: ['command'], edit: ['path', 'edits'] };
    expect(await toolsCalled(forever(), tools)).toEqual(Array(5).fill('bash command'));
    expect(await toolsCalled(outside({ ...CHANGE, also: { ...CHANGE, path: 'b.js' } }), tools)).toHaveLength(3);
  });

  it('answers a question without tools in words', async () => {
    expect(await edit(CHANGE)(CALL)).toEqual({ text: 'A title' });
    expect(await scriptOf({ faults: [[{ status: 500 }], { answer: ['one', 'two'] }] })({ ...CALL, number: 2 })).toEqual(
      {
        text: 'two',
      },
    );
    expect(() => scriptOf({ nothing: {} })).toThrow('no script "nothing"');
  });
});

describe('the server as a program', () => {
  const main = join(import.meta.dirname, '../fake/model/main.mjs');

  it('prints its port, writes a line per call and runs a command beside it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galapagos-model-'));
    const log = join(folder, 'calls.jsonl');
    const script = JSON.stringify({ answer: 'hello' });
    const asks = `const r = await fetch(process.env.MODEL_URL + '/v1/chat/completions', { method: 'POST', body: '{}' });
      console.log((await r.json()).choices[0].message.content); process.exit(3);`;
    const ran = spawn(process.execPath, [
      main,
      '--log',
      log,
      script,
      '--',
      process.execPath,
      '-e',
      asks,
      '--input-type=module',
    ]);
    const said: string[] = [];
    ran.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const [code] = await once(ran, 'close');
    expect([code, said.join('')]).toEqual([3, 'hello\n']);
    expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({
      number: 1,
      protocol: 'chat',
      reply: { text: 'hello' },
    });

    const alone = spawn(process.execPath, [main, script]);
    const [line] = await once(alone.stdout.setEncoding('utf8'), 'data');
    const answered = await fetch(`http://127.0.0.1:${Number(line)}/v1/models`);
    expect(await answered.json()).toHaveProperty('data.0.id', 'mock-1');
    alone.kill();
    await once(alone, 'close');
    rmSync(folder, { recursive: true, force: true });
  });
});
