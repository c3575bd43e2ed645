// Messages: Anthropic's protocol.
import { conversation, sse, textOf, toolTable } from './wire.mjs';

export const takes = (method, path) => method === 'POST' && path.endsWith('/messages');

export function read(body) {
  const turns = (body.messages ?? []).map(({ role, content }) => {
    const results = Array.isArray(content) ? content.filter(({ type }) => type === 'tool_result') : [];
    if (results.length > 0) return { kind: 'result', text: results.map((one) => textOf(one.content)).join('\n') };
    return { kind: role === 'assistant' || role === 'user' ? role : 'system', text: textOf(content) };
  });
  const tools = (body.tools ?? []).filter(({ name }) => name !== undefined);
  return {
    model: body.model ?? '',
    stream: body.stream === true,
    ...conversation([{ kind: 'system', text: textOf(body.system) }, ...turns]),
    ...toolTable(tools.map((tool) => [tool.name, tool.input_schema])),
  };
}

const REASONS = { length: 'max_tokens', refusal: 'refusal' };
const reasonOf = ({ toolCalls, stop }) => REASONS[stop] ?? (toolCalls.length > 0 ? 'tool_use' : 'end_turn');

const usageOf = ({ usage: { input, output, cacheRead } }) => ({
  input_tokens: input - cacheRead,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: cacheRead,
  output_tokens: output,
});

const blocksOf = ({ number }, { text, toolCalls }) => [
  ...(text === '' ? [] : [{ type: 'text', text }]),
  ...toolCalls.map(({ name, args }, index) => ({
    type: 'tool_use',
    id: `toolu_${number}_${index}`,
    name,
    input: args,
  })),
];

export const whole = (call, answer) => ({
  id: `msg_${call.number}`,
  type: 'message',
  role: 'assistant',
  model: call.model,
  content: blocksOf(call, answer),
  stop_reason: reasonOf(answer),
  stop_sequence: null,
  usage: usageOf(answer),
});

/** The events of one block. */
function eventsOf(block, index) {
  const tool = block.type === 'tool_use';
  const start = tool ? { ...block, input: {} } : { ...block, text: '' };
  const delta = tool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : { type: 'text_delta', text: block.text };
  return [
    { type: 'content_block_start', index, content_block: start },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}

export function stream(call, answer) {
  const message = whole(call, answer);
  const { output_tokens, ...read } = message.usage;
  const begun = { ...message, content: [], stop_reason: null, usage: { ...read, output_tokens: 1 } };
  const events = [
    { type: 'message_start', message: begun },
    { type: 'ping' },
    ...message.content.flatMap(eventsOf),
    {
      type: 'message_delta',
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { ...read, output_tokens },
    },
    { type: 'message_stop' },
  ];
  return events.map((event) => sse(event, event.type));
}

const TYPES = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

export const error = (status, { message = `The script says ${status}.`, code }) =>
  JSON.stringify({ type: 'error', error: { type: code ?? TYPES[status] ?? 'api_error', message } });
