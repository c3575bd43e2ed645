// generateContent and streamGenerateContent: Google's protocol.
import { conversation, sse, toolTable } from './wire.mjs';

export const takes = (method, path) => method === 'POST' && /:(stream)?[gG]enerateContent$/.test(path);

const textOf = (parts) => (parts ?? []).map(({ text }) => text ?? '').join('\n');

export function read(body, url) {
  const turns = (body.contents ?? []).map(({ role, parts }) => {
    const results = (parts ?? []).filter(({ functionResponse }) => functionResponse !== undefined);
    if (results.length > 0)
      return { kind: 'result', text: results.map((one) => JSON.stringify(one.functionResponse.response)).join('\n') };
    return { kind: role === 'model' ? 'assistant' : 'user', text: textOf(parts) };
  });
  const declared = (body.tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations ?? []);
  const [, model, verb] = /\/models\/([^/:]+):(\w+)$/.exec(url.pathname) ?? [];
  return {
    model: model ?? '',
    stream: verb === 'streamGenerateContent',
    ...conversation([{ kind: 'system', text: textOf(body.systemInstruction?.parts) }, ...turns]),
    ...toolTable(declared.map((tool) => [tool.name, tool.parametersJsonSchema ?? tool.parameters])),
  };
}

const REASONS = { end: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' };

const usageOf = ({ usage: { input, output, cacheRead } }) => ({
  promptTokenCount: input,
  candidatesTokenCount: output,
  totalTokenCount: input + output,
  ...(cacheRead > 0 ? { cachedContentTokenCount: cacheRead } : {}),
});

const partsOf = ({ number }, { text, toolCalls }) => [
  ...(text === '' ? [] : [{ text }]),
  ...toolCalls.map(({ name, args }, index) => ({ functionCall: { id: `call_${number}_${index}`, name, args } })),
];

const chunkOf = (call, parts, rest, candidate = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...candidate }],
  modelVersion: call.model,
  responseId: `resp_${call.number}`,
  ...rest,
});

export const whole = (call, answer) =>
  chunkOf(call, partsOf(call, answer), { usageMetadata: usageOf(answer) }, { finishReason: REASONS[answer.stop] });

export const stream = (call, answer) => [
  ...partsOf(call, answer).map((part) => sse(chunkOf(call, [part], {}))),
  sse(chunkOf(call, [], { usageMetadata: usageOf(answer) }, { finishReason: REASONS[answer.stop] })),
];

const STATUSES = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

export const error = (status, { message = `The script says ${status}.`, code }) =>
  JSON.stringify({ error: { code: status, message, status: code ?? STATUSES[status] ?? 'INTERNAL' } });
