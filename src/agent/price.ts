import { type Price, tokensOf, type Usage } from '../domain/agent.ts';

export type Prices = Readonly<Record<string, Price>>;

export interface Billed {
  /** By the name that people know it by: `codex`, `llm:anthropic/MODEL`. */
  readonly agent: string;
  /** As the other side has it; else the one in the agent's name. */
  readonly model?: string;
  readonly usage: Usage;
  /** What the agent itself says that it cost. */
  readonly usd?: number;
  /** Summed up over many requests. */
  readonly summed?: boolean;
}

/** Who is behind an agent that serves one provider's models. */
const PROVIDERS: Readonly<Record<string, string>> = { claude: 'anthropic', codex: 'openai', gemini: 'google' };

const MILLION = 1_000_000;

/**
 * What a call cost in USD: by the user's own prices, else as the agent has it, else by the prices that came with this
 * version. undefined where none is known; nothing is fetched.
 */
export async function usdOf(billed: Billed, prices: Prices = {}): Promise<number | undefined> {
  const own = ownPrice(billed, prices);
  if (own !== undefined) return byPrice(billed.usage, own);
  // Agents say 0 of models whose price they don't know.
  if (billed.usd !== undefined && (billed.usd > 0 || tokensOf(billed.usage) === 0)) return billed.usd;
  const { model, ...where } = placeOf(billed);
  if (model === undefined) return undefined;
  const { calcPrice } = await import('@pydantic/genai-prices');
  // Long requests have a price of their own. A sum says nothing of how long each was, so a small share of it is priced.
  const parts = billed.summed === true ? 1000 : 1;
  const { input, output, cached, kept } = billed.usage;
  const share = {
    input_tokens: input / parts,
    output_tokens: output / parts,
    cache_read_tokens: cached / parts,
    cache_write_tokens: kept / parts,
  };
  try {
    const found = calcPrice(share, model, where);
    return found === null ? undefined : found.total_price * parts;
  } catch {
    // The catalogue has no price for one of the kinds of tokens.
    return undefined;
  }
}

function byPrice({ input, output, cached, kept }: Usage, price: Price): number {
  const plain = Math.max(0, input - cached - kept);
  const sum =
    plain * price.input +
    cached * (price.cached ?? price.input) +
    kept * (price.kept ?? price.input) +
    output * price.output;
  return sum / MILLION;
}

/** A price that the user gave for the model, however it is written, or for the agent. */
function ownPrice({ agent, model }: Billed, prices: Prices): Price | undefined {
  const { written } = partsOf(agent);
  const said = [model, written, agent].filter((name) => name !== undefined);
  const names = said.flatMap((name) => [name, name.replace(/@https?:.*$/, ''), name.replace(/^[^/]*\//, '')]);
  const exact = names.find((name) => Object.hasOwn(prices, name));
  if (exact !== undefined) return prices[exact];
  // Providers tell the dated name of a model: `claude-sonnet-4-5-20250929`.
  const undated = names.map((name) => name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, ''));
  const known = undated.find((name) => Object.hasOwn(prices, name));
  return known === undefined ? undefined : prices[known];
}

interface Place {
  readonly model?: string;
  readonly providerId?: string;
  readonly providerApiUrl?: string;
}

/** Where the catalogue has the model. One that is served elsewhere has another price, or none. */
function placeOf({ agent, model }: Billed): Place {
  const { kind, written } = partsOf(agent);
  const [, named = written, url] = /^(.*)@(https?:.*)$/.exec(written ?? '') ?? [];
  const told = model ?? named;
  if (told === undefined) return {};
  if (url !== undefined) return { model: told, providerApiUrl: url };
  const own = PROVIDERS[kind];
  if (own !== undefined) return { model: told, providerId: own };
  const providerId = /^([^/]+)\/./.exec(named ?? told)?.[1];
  if (providerId === undefined) return { model: told };
  return { model: told.startsWith(`${providerId}/`) ? told.slice(providerId.length + 1) : told, providerId };
}

/** `codex:gpt-5.5#2` is of the kind `codex`, written with `gpt-5.5`. */
function partsOf(agent: string): { readonly kind: string; readonly written?: string } {
  const [, kind = agent, written] = /^([\w-]+)(?::(.*?))?(?:#\d+)?$/.exec(agent) ?? [];
  return written === undefined ? { kind } : { kind, written };
}
