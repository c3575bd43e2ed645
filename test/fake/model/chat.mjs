// Chat Completions: OpenAI's older protocol, which most compatible servers speak.
import { conversation, sse, textOf, toolTable } from './wire.mjs';

export const takes = (method, path) => method === 'POST' && path.endsWith('/chat/completions');

export function read(body) {
  const turns = (body.messages ?? []).map((message) => {
    const text = textOf(message.content);
    if (message.role === 'tool') return { kind: 'result', text };
    if (message.role === 'assistant') return { kind: 'assistant', text };
    return { kind: message.role === 'user' ? 'user' : 'system', text };
  });
  return {
    model: body.model ?? '',
    stream: body.stream === true,
    ...conversation(turns),
    ...toolTable((body.tools ?? []).map(({ function: one }) => [one.name, one.parameters])),
  };
}

const finish = ({ toolCalls, stop }) =>
  stop === 'length' ? 'length' : stop === 'refusal' ? 'content_filter' : toolCalls.length > 0 ? 'tool_calls' : 'stop';

const usageOf = ({ usage: { input, output, cacheRead } }) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: cacheRead },
});

const callsOf = ({ number }, { toolCalls }) =>
  toolCalls.map(({ name, args }, index) => ({
    index,
    id: `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));

const said = ({ text, stop }) => (stop === 'refusal' ? { content: null, refusal: text } : { content: text });

export function whole(call, answer) {
  const tools = callsOf(call, answer).map(({ index, ...one }) => one);
  const message = { role: 'assistant', ...said(answer), ...(tools.length > 0 ? { tool_calls: tools } : {}) };
  return {
    id: `chatcmpl-${call.number}`,
    object: 'chat.completion',
    created: 0,
    model: call.model,
    choices: [{ index: 0, message, finish_reason: finish(answer), logprobs: null }],
    usage: usageOf(answer),
  };
}

export function stream(call, answer) {
  const head = { id: `chatcmpl-${call.number}`, object: 'chat.completion.chunk', created: 0, model: call.model };
  const chunk = (delta, reason = null) =>
    sse({ ...head, choices: [{ index: 0, delta, finish_reason: reason, logprobs: null }] });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(answer.text === '' ? [] : [chunk(said(answer))]),
    ...callsOf(call, answer).map((one) => chunk({ tool_calls: [one] })),
    chunk({}, finish(answer)),
    sse({ ...head, choices: [], usage: usageOf(answer) }),
    'data: [DONE]\n\n',
  ];
}

const TYPES = { 400: 'invalid_request_error', 401: 'authentication_error', 429: 'rate_limit_error' };

export const error = (status, { message = `The script says ${status}.`, code = null }) =>
  JSON.stringify({ error: { message, type: TYPES[status] ?? 'server_error', param: null, code } });
