// Responses: OpenAI's newer protocol, the only one that codex speaks.
import { conversation, sse, textOf, toolTable } from './wire.mjs';

export const takes = (method, path) => method === 'POST' && path.endsWith('/responses');

export function read(body) {
  const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : (body.input ?? []);
  const turns = items.map((item) => {
    if (/_call_output$/.test(item.type ?? '')) return { kind: 'result', text: textOf(item.output) };
    if (item.role === 'assistant' || /_call$|^reasoning$/.test(item.type ?? ''))
      return { kind: 'assistant', text: textOf(item.content) };
    return { kind: item.role === 'user' ? 'user' : 'system', text: textOf(item.content) };
  });
  const tools = (body.tools ?? []).filter(({ name }) => name !== undefined);
  return {
    model: body.model ?? '',
    stream: body.stream === true,
    ...conversation([{ kind: 'system', text: body.instructions ?? '' }, ...turns]),
    ...toolTable(tools.map((tool) => [tool.name, tool.type === 'custom' ? null : tool.parameters])),
  };
}

const usageOf = ({ usage: { input, output, cacheRead } }) => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cacheRead },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: input + output,
});

function itemsOf({ number }, { text, toolCalls, stop }) {
  const part =
    stop === 'refusal'
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [], logprobs: [] };
  const status = stop === 'length' ? 'incomplete' : 'completed';
  const message = { type: 'message', id: `msg_${number}`, role: 'assistant', status, content: [part] };
  const tools = toolCalls.map(({ name, args }, index) => {
    const ids = { call_id: `call_${number}_${index}`, name, status };
    return typeof args === 'string'
      ? { type: 'custom_tool_call', id: `ctc_${number}_${index}`, ...ids, input: args }
      : { type: 'function_call', id: `fc_${number}_${index}`, ...ids, arguments: JSON.stringify(args) };
  });
  return text === '' ? tools : [message, ...tools];
}

export function whole(call, answer) {
  const cut = answer.stop === 'length';
  return {
    id: `resp_${call.number}`,
    object: 'response',
    created_at: 0,
    status: cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: cut ? { reason: 'max_output_tokens' } : null,
    instructions: null,
    model: call.model,
    output: itemsOf(call, answer),
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: usageOf(answer),
  };
}

/** The events of one item: how it begins, its pieces, its end. */
function eventsOf(item, index) {
  const at = { item_id: item.id, output_index: index };
  const added = (empty) => ['response.output_item.added', { output_index: index, item: { ...item, ...empty } }];
  const done = ['response.output_item.done', { output_index: index, item }];
  if (item.type === 'function_call')
    return [
      added({ arguments: '', status: 'in_progress' }),
      ['response.function_call_arguments.delta', { ...at, delta: item.arguments }],
      ['response.function_call_arguments.done', { ...at, arguments: item.arguments }],
      done,
    ];
  if (item.type === 'custom_tool_call')
    return [
      added({ input: '', status: 'in_progress' }),
      ['response.custom_tool_call_input.delta', { ...at, delta: item.input }],
      ['response.custom_tool_call_input.done', { ...at, input: item.input }],
      done,
    ];
  const [part] = item.content;
  const field = part.type === 'refusal' ? 'refusal' : 'text';
  const event = part.type === 'refusal' ? 'refusal' : 'output_text';
  const place = { ...at, content_index: 0 };
  return [
    added({ content: [], status: 'in_progress' }),
    ['response.content_part.added', { ...place, part: { ...part, [field]: '' } }],
    [`response.${event}.delta`, { ...place, delta: part[field], logprobs: [] }],
    [`response.${event}.done`, { ...place, [field]: part[field], logprobs: [] }],
    ['response.content_part.done', { ...place, part }],
    done,
  ];
}

export function stream(call, answer) {
  const response = whole(call, answer);
  const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null };
  const events = [
    ['response.created', { response: begun }],
    ['response.in_progress', { response: begun }],
    ...response.output.flatMap(eventsOf),
    [`response.${response.status}`, { response }],
  ];
  return events.map(([type, data], at) => sse({ type, sequence_number: at, ...data }, type));
}

export { error } from './chat.mjs';
