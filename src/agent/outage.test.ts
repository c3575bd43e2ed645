import { describe, expect, it } from 'vitest';
import { classify } from './outage.ts';

describe('an outage', () => {
  it.each([
    ['Failed to authenticate. API Error: 401 {"type":"error","error":{"type":"authentication_error"}}', 401, 'key'],
    ['Invalid API key · Please run /login', undefined, 'key'],
    [
      'unexpected status 401 Unauthorized: The script says 401., url: http://127.0.0.1:8080/v1/responses',
      undefined,
      'key',
    ],
    ['[API Error: API key not valid. Please pass a valid API key.]', undefined, 'key'],
    ['Please set an Auth method in your settings.json', undefined, 'key'],
    ['OAuth token has expired. Please obtain a new token', 403, 'key'],
    ['Credit balance is too low', 400, 'quota'],
    ['Quota exceeded. Check your plan and billing details.', undefined, 'quota'],
    ['API Error: Request rejected (429) · Your credit balance is too low to access the API', 429, 'quota'],
    ["You've hit your usage limit. Upgrade to Plus or try again in 4 minutes.", undefined, 'quota'],
    ['Claude AI usage limit reached|1790000000', undefined, 'quota'],
    ["You've hit your session limit · resets 3pm", undefined, 'quota'],
    ['You exceeded your current quota, please check your plan and billing details.', 429, 'quota'],
    ['You exceeded your current quota. Please retry in 31.2s.', 429, 'rate'],
    ['API Error: Request rejected (429) · This request would exceed your rate limit', 429, 'rate'],
    ['exceeded retry limit, last status: 429 Too Many Requests', undefined, 'rate'],
    ['API Error: 529 {"type":"overloaded_error","message":"Overloaded"}', 529, 'rate'],
    ['We’re currently experiencing high demand, which may cause temporary errors.', undefined, 'server'],
    ['API Error: 500 Internal server error', 500, 'server'],
    ['something odd', 503, 'server'],
    ['Error: ENOSPC: no space left on device, write', undefined, 'server'],
    ['EDQUOT: disk quota exceeded, open "/home/u/.codex/x"', undefined, 'server'],
    ['API Error: Connection to the API was lost (ECONNRESET)', undefined, 'network'],
    ['stream disconnected before completion: stream closed before response.completed', undefined, 'network'],
    ['TypeError: fetch failed', undefined, 'network'],
    ['getaddrinfo ENOTFOUND api.anthropic.com', undefined, 'network'],
    ['error sending request for url (http://127.0.0.1:1/v1/responses)', undefined, 'network'],
    ['Unable to connect to API (ConnectionRefused)', undefined, 'network'],
    [
      'There’s an issue with the selected model (x). It may not exist or you may not have access to it.',
      404,
      'missing',
    ],
    ['The model `gpt-99` does not exist or you do not have access to it.', 404, 'missing'],
  ] as const)('%s (%s) is of kind %s', (message, status, outage) => {
    expect(classify(message, status)?.outage).toBe(outage);
  });

  it.each([
    ['the tests still fail in 429 of 1000 cases', undefined],
    ['Incomplete response returned, reason: max_output_tokens', undefined],
    ['API Error: Claude’s response exceeded the 32000 output token maximum', undefined],
    ['prompt is too long: 250000 tokens > 200000 maximum', 400],
    ['I can’t help with that.', undefined],
    ['Reached maximum budget ($0.5)', undefined],
    ['', undefined],
  ] as const)('%j (%s) is none', (message, status) => {
    expect(classify(message, status)).toBeUndefined();
  });

  it.each([
    ['Rate limit reached. Please try again in 20s.', 20_000],
    ['rate limit: try again in 1m 5.5s', 65_500],
    ['429 Too Many Requests; retry-after: 7', 7000],
    ['quota of tokens per minute. Please retry in 31.2s.', 31_200],
    ['"code":429 "retryDelay":"12s"', 12_000],
    ['Rate limit reached. Try again in 350ms.', 350],
    ['usage limit. Try again in 4 days 3 hours 9 minutes.', ((4 * 24 + 3) * 60 + 9) * 60_000],
    ['Overloaded', undefined],
    ['rate limit of 30 requests', undefined],
  ] as const)('%s says when it may be tried again', (message, afterMs) => {
    expect(classify(message)?.afterMs).toBe(afterMs);
  });
});
