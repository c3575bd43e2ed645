import type { Outage } from '../domain/agent.ts';

export interface Classified {
  readonly outage: Outage;
  /** When it may be tried again, as the other side has it. */
  readonly afterMs?: number;
}

/** In this order: the first that fits. The words of providers and agents, as they were seen. */
const WORDS: readonly (readonly [RegExp, Outage])[] = [
  // Of this machine: it may pass, and is nobody's account.
  [
    /ENOSPC|no space left on device|EDQUOT|disk quota|ENOMEM|cannot allocate memory|EMFILE|too many open files/i,
    'server',
  ],
  [
    /usage limit|session limit|\b\w+-hour limit|weekly limit|credit balance|insufficient.{0,3}(?:quota|balance|funds|credits?)/i,
    'quota',
  ],
  [/out of (?:credits?|quota)|billing|payment required|quota|spending (?:cap|limit)/i, 'quota'],
  [
    /(?:in)?valid (?:\w+ )?(?:x-)?api[ -]?key|api[ _-]?key.{0,20}(?:not valid|invalid|not found|missing|required|expired)/i,
    'key',
  ],
  [/(?:no|missing|provide an?|set an?) (?:\w+ )?api[ _-]?key|incorrect api key/i, 'key'],
  [
    /unauthori[sz]ed|unauthenticated|authenticat|not logged in|please (?:run )?\W?\/?log ?in|login required|sign in/i,
    'key',
  ],
  [/oauth|(?:access|refresh) token.{0,40}(?:expired|revoked|invalid)|auth method|forbidden|PERMISSION_DENIED/i, 'key'],
  [/model.{0,80}(?:not found|does not exist|may not exist|not supported|unknown)|unknown model/i, 'missing'],
  [/rate.?limit|too many requests|overloaded|RESOURCE_EXHAUSTED|capacity/i, 'rate'],
  [
    /internal server error|bad gateway|service unavailable|gateway time-?out|high demand|server error|UNAVAILABLE/i,
    'server',
  ],
  [/ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH|fetch failed|socket hang ?up/i, 'network'],
  [
    /network|connection (?:\S+ ){0,4}(?:refused|reset|closed|lost|error|failed)|unable to connect|cannot connect/i,
    'network',
  ],
  [
    /stream.{0,20}(?:disconnected|closed|ended|cut|interrupted)|error sending request|terminated|premature close/i,
    'network',
  ],
];

const STATUSES: readonly (readonly [(status: number) => boolean, Outage])[] = [
  [(status) => status === 401 || status === 403, 'key'],
  [(status) => status === 402, 'quota'],
  [(status) => status === 429 || status === 529, 'rate'],
  [(status) => status === 408, 'network'],
  [(status) => status >= 500 && status < 600, 'server'],
];

/** A limit that is over so soon is one of the rate, whatever it is called. */
const SOON_MS = 10 * 60_000;

/** What an error of the other side means for whoever calls it; nothing when the call itself was at fault. */
export function classify(message: string, status = statusIn(message)): Classified | undefined {
  const outage = outageOf(message, status);
  if (outage === undefined) return undefined;
  const afterMs = outage === 'key' || outage === 'missing' ? undefined : waitIn(message);
  const soon = outage === 'quota' && afterMs !== undefined && afterMs <= SOON_MS && !/usage limit/i.test(message);
  return { outage: soon ? 'rate' : outage, ...(afterMs === undefined ? {} : { afterMs }) };
}

function outageOf(message: string, status: number | undefined): Outage | undefined {
  const said = WORDS.find(([pattern]) => pattern.test(message))?.[1];
  if (status === undefined) return said;
  const meant = STATUSES.find(([fits]) => fits(status))?.[1];
  // Out of quota comes with many a status. A wrong model is told with 404, or as something that is forbidden.
  if (said === 'quota' || (said === 'missing' && status < 429)) return said;
  return meant ?? (status === 400 && said === 'key' ? said : undefined);
}

/** A status that a text names as such: any other number is none. */
function statusIn(message: string): number | undefined {
  const named =
    /(?:status(?:[ _]?code)?|HTTP(?:\/\d\.\d)?|API Error|"code"|\bcode)["':=\s(]{1,4}([45]\d\d)\b/i.exec(message) ??
    /\(([45]\d\d)\)/.exec(message) ??
    /\b([45]\d\d) (?:Unauthorized|Payment|Forbidden|Not Found|Request Timeout|Too Many|Internal|Bad|Service|Gateway)/.exec(
      message,
    );
  return named?.[1] === undefined ? undefined : Number(named[1]);
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "try again in 1h 20m", "Please retry in 31.5s", `retry-after: 20`, `"retryDelay":"20s"`. */
function waitIn(message: string): number | undefined {
  const header = /retry[-_ ]after["':=\s]{1,4}(\d+(?:\.\d+)?)(?!\s*[a-z\d.])/i.exec(message)?.[1];
  if (header !== undefined) return Math.ceil(Number(header) * 1000);
  const words =
    /(?:try|retry|again|retryDelay|reset)\w*["':=\s]*(?:again\s+)?(?:in|after)?["':=\s]+((?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*)+)/i;
  const parts = [...(words.exec(message)?.[1] ?? '').matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|s|m|h|d)/gi)];
  if (parts.length === 0) return undefined;
  const unit = (name: string | undefined) => UNIT_MS[name?.toLowerCase().replace('milli', 'ms') ?? ''] ?? 0;
  return Math.ceil(parts.reduce((sum, [, count, name]) => sum + Number(count) * unit(name), 0));
}
