// Plays a model by a script on loopback: four wire protocols, streaming and not, and what goes wrong with them.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as chat from './chat.mjs';
import * as generate from './generate.mjs';
import * as messages from './messages.mjs';
import * as responses from './responses.mjs';

const PROTOCOLS = { chat, responses, messages, generate };

/** Long enough that half of it is a piece of something. */
const HALF_SAID = 'This answer is cut in the middle. '.repeat(8);

export async function startModelServer(script, { port = 0, log } = {}) {
  const calls = [];
  const unknown = [];
  const server = createServer(async (request, response) => {
    // An agent that goes away in mid-answer is nothing to fall over.
    response.on('error', () => {});
    const text = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const name = Object.keys(PROTOCOLS).find((one) => PROTOCOLS[one].takes(request.method, url.pathname));
    if (name === undefined) return other(request, url, response, unknown);
    const protocol = PROTOCOLS[name];
    const body = parsed(text);
    if (body === undefined) return send(response, 400, protocol.error(400, { message: 'The request is no JSON.' }));
    const call = {
      number: calls.length + 1,
      protocol: name,
      path: `${url.pathname}${url.search}`,
      headers: { ...request.headers },
      ...protocol.read(body, url),
      body,
    };
    const slot = calls.push(call) - 1;
    const reply = await script(call);
    const answer = answerOf(reply, text);
    const sent = whole(reply) ? { usage: answer.usage } : {};
    calls[slot] = { ...call, reply, ...sent };
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(calls[slot])}\n`);
    if (reply.delayMs !== undefined) await wait(reply.delayMs, undefined, { ref: false });
    await play(response, protocol, call, reply, answer);
  });
  // Nothing that a script holds back may be ended by the server's own limits.
  server.requestTimeout = 0;
  server.timeout = 0;
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const bound = server.address().port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    calls,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends the reply, or what of it the script lets out. */
async function play(response, protocol, call, reply, answer) {
  if (reply.stall === 'before') return;
  if (reply.garbage) {
    response.writeHead(200, { 'content-type': call.stream ? 'text/event-stream' : 'application/json' });
    return void response.end(Buffer.from('\u0000\ufffd<html>\ndata: }{ nothing of this is an answer\n\n\u0007'));
  }
  if (reply.status !== undefined) {
    const retry = reply.retryAfter === undefined ? {} : { 'retry-after': String(reply.retryAfter) };
    return send(response, reply.status, reply.body ?? protocol.error(reply.status, reply), retry);
  }
  const type = call.stream ? 'text/event-stream' : 'application/json';
  const chunks = call.stream ? protocol.stream(call, answer) : [JSON.stringify(protocol.whole(call, answer))];
  response.writeHead(200, { 'content-type': type, 'x-request-id': `req_${call.number}` });
  if (whole(reply)) {
    for (const chunk of chunks) response.write(chunk);
    return void response.end();
  }
  const bytes = chunks.join('');
  await new Promise((resolve) => response.write(bytes.slice(0, Math.floor(bytes.length / 2)), resolve));
  if (reply.cut) response.socket?.destroy();
}

const whole = (reply) => reply.status === undefined && reply.stall === undefined && !reply.cut && !reply.garbage;

/** What the model says, with everything filled in. */
function answerOf(reply, request) {
  const halfway = reply.stall === 'mid-stream' || reply.cut;
  const text = reply.empty ? '' : (reply.text ?? (halfway ? HALF_SAID : ''));
  const toolCalls = reply.toolCalls ?? [];
  const output = Math.ceil((text.length + JSON.stringify(toolCalls).length - 2) / 4);
  const usage = reply.usage ?? { input: Math.ceil(request.length / 4), output };
  return { text, toolCalls, usage: { cacheRead: 0, ...usage }, stop: reply.stop ?? 'end' };
}

/** Lists of models, which some agents ask for, and 404 for the rest. */
function other(request, url, response, unknown) {
  if (request.method === 'HEAD') return send(response, 200, '');
  if (request.method === 'GET' && url.pathname === '/v1/models') {
    const data = [
      { id: 'mock-1', object: 'model', type: 'model', created: 0, owned_by: 'mock', display_name: 'mock-1' },
    ];
    return send(response, 200, JSON.stringify({ object: 'list', data, has_more: false }));
  }
  if (url.pathname === '/v1/messages/count_tokens') return send(response, 200, '{"input_tokens":100}');
  if (/:countTokens$/.test(url.pathname)) return send(response, 200, '{"totalTokens":100}');
  unknown.push(`${request.method} ${url.pathname}`);
  return send(response, 404, JSON.stringify({ error: { message: `There is no ${url.pathname} here.` } }));
}

function send(response, status, text, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(text);
}

async function bodyOf(request) {
  const chunks = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    // Gone before it had said all: what there is, is no JSON.
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
