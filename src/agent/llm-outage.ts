import type { Outage } from '../domain/agent.ts';

/** What an API answered in place of an answer. */
export interface Refusal {
  /** Absent where nothing of HTTP came back. */
  readonly status?: number;
  readonly message: string;
  /** The whole of what it said. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `failed`: this request can't be served, another may be. */
export type Fault =
  | { readonly kind: 'broken'; readonly outage: Outage; readonly afterMs?: number }
  | { readonly kind: 'failed' };

const MONEY =
  /insufficient_quota|exceeded your current quota|credit balance|insufficient (?:balance|credits|funds)|billing|out of credits?|payment required/i;
const DAILY = /PerDay|per day|daily/i;
const BAD_KEY =
  /api key not valid|invalid (?:api|x-api)[ -]?key|incorrect api key|API_KEY_INVALID|authentication_error/i;
const BUSY = /overloaded|unavailable|try again|timed? ?out|internal (?:server )?error|server_error|api_error/i;
const RATE = /rate.?limit|too many requests/i;

/** Requests that ran into another one's time: they pass. */
const PASSING = [408, 409, 425];

/** What is wrong, by the status and by the words that providers use where the status says too little. */
export function faultOf(refusal: Refusal, now: number): Fault {
  const { status, message, body = '' } = refusal;
  const words = `${message}\n${body}`;
  const broken = (outage: Outage): Fault => {
    const afterMs = outage === 'rate' || outage === 'server' ? afterMsOf(refusal, now) : undefined;
    return { kind: 'broken', outage, ...(afterMs === undefined ? {} : { afterMs }) };
  };
  if (status === 402) return broken('quota');
  if (status === 401 || status === 403) return broken(MONEY.test(words) ? 'quota' : 'key');
  if (status === 404) return broken('missing');
  // Google has one sentence for the minute's limit and the day's; only the former says when to come back.
  if (status === 429)
    return broken(MONEY.test(words) && (DAILY.test(words) || delayIn(words) === undefined) ? 'quota' : 'rate');
  if (status !== undefined && (status >= 500 || PASSING.includes(status))) return broken('server');
  if (BAD_KEY.test(words)) return broken('key');
  if (MONEY.test(words)) return broken('quota');
  if (status !== undefined && status >= 400) return { kind: 'failed' };
  if (RATE.test(words)) return broken('rate');
  return broken(BUSY.test(words) || status !== undefined ? 'server' : 'network');
}

/** When to come back: `Retry-After` in seconds or as a date, or what providers have in its place. */
function afterMsOf({ headers = {}, message, body = '' }: Refusal, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && exact >= 0) return exact;
  const after = headers['retry-after'];
  if (after === undefined) return delayIn(`${message}\n${body}`);
  const ms = /^\s*[\d.]+\s*$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function delayIn(words: string): number | undefined {
  const seconds = /"retryDelay":\s*"([\d.]+)s"|retry in ([\d.]+)s/i.exec(words);
  return seconds === null ? undefined : Number(seconds[1] ?? seconds[2]) * 1000;
}
