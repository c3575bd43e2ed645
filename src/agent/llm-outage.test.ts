import { expect, it } from 'vitest';
import { faultOf } from './llm-outage.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const google = (more: string) =>
  `{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","details":[${more}]}}`;

it.each([
  [
    { status: 401, message: 'invalid x-api-key' },
    { kind: 'broken', outage: 'key' },
  ],
  [
    { status: 403, message: 'forbidden' },
    { kind: 'broken', outage: 'key' },
  ],
  [
    { status: 400, message: 'API key not valid. Please pass a valid API key.' },
    { kind: 'broken', outage: 'key' },
  ],
  [
    { status: 402, message: 'pay first' },
    { kind: 'broken', outage: 'quota' },
  ],
  [
    { status: 400, message: 'Your credit balance is too low to access the API.' },
    { kind: 'broken', outage: 'quota' },
  ],
  [
    { status: 429, message: 'no', body: '{"error":{"code":"insufficient_quota"}}' },
    { kind: 'broken', outage: 'quota' },
  ],
  [
    { status: 403, message: 'Insufficient balance' },
    { kind: 'broken', outage: 'quota' },
  ],
  [
    { status: 429, message: 'q', body: google('{"quotaId":"RequestsPerMinute"},{"retryDelay":"31.5s"}') },
    { kind: 'broken', outage: 'rate', afterMs: 31_500 },
  ],
  [
    { status: 429, message: 'q', body: google('{"quotaId":"RequestsPerDay"},{"retryDelay":"31s"}') },
    { kind: 'broken', outage: 'quota' },
  ],
  [
    { status: 404, message: 'model: no-such-model' },
    { kind: 'broken', outage: 'missing' },
  ],
  [
    { status: 429, message: 'slow down' },
    { kind: 'broken', outage: 'rate' },
  ],
  [
    { status: 429, message: 'slow down', headers: { 'retry-after': '7' } },
    { kind: 'broken', outage: 'rate', afterMs: 7000 },
  ],
  [
    { status: 429, message: 'slow down', headers: { 'retry-after': '0.5' } },
    { kind: 'broken', outage: 'rate', afterMs: 500 },
  ],
  [
    { status: 429, message: 'slow down', headers: { 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' } },
    { kind: 'broken', outage: 'rate', afterMs: 60_000 },
  ],
  [
    { status: 429, message: 'slow down', headers: { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' } },
    { kind: 'broken', outage: 'rate', afterMs: 0 },
  ],
  [
    { status: 429, message: 'slow down', headers: { 'retry-after': 'soon' } },
    { kind: 'broken', outage: 'rate' },
  ],
  [
    { status: 429, message: 'slow down', headers: { 'retry-after-ms': '1200', 'retry-after': '2' } },
    { kind: 'broken', outage: 'rate', afterMs: 1200 },
  ],
  [
    { status: 500, message: 'oops' },
    { kind: 'broken', outage: 'server' },
  ],
  [
    { status: 503, message: 'oops', headers: { 'retry-after': '3' } },
    { kind: 'broken', outage: 'server', afterMs: 3000 },
  ],
  [
    { status: 529, message: 'Overloaded' },
    { kind: 'broken', outage: 'server' },
  ],
  [
    { status: 408, message: 'late' },
    { kind: 'broken', outage: 'server' },
  ],
  [{ message: 'Overloaded' }, { kind: 'broken', outage: 'server' }],
  [{ message: 'rate_limit_error' }, { kind: 'broken', outage: 'rate' }],
  [{ message: 'Cannot connect to API: ECONNREFUSED' }, { kind: 'broken', outage: 'network' }],
  [{ status: 400, message: 'prompt is too long: 210000 tokens' }, { kind: 'failed' }],
  [{ status: 422, message: 'no' }, { kind: 'failed' }],
])('%j', (refusal, fault) => {
  expect(faultOf(refusal, NOW)).toEqual(fault);
});
