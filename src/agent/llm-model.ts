import type { LanguageModel } from 'ai';
import { UserError } from '../lib/user-error.ts';

export const PROVIDERS = ['anthropic', 'openai', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number] | 'compatible';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a model is, and what opens the door. */
export interface ModelPlace {
  readonly provider: Provider;
  readonly model: string;
  /** Absent: where the provider has it. */
  readonly url?: string;
  readonly key?: string;
  /** The variables that a key may come from, the usual one first. */
  readonly keys: readonly string[];
}

const KEYS: Readonly<Record<Provider, readonly string[]>> = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
  // No provider's key goes to an address that somebody typed.
  compatible: ['LLM_API_KEY'],
};

const URLS = { anthropic: 'ANTHROPIC_BASE_URL', openai: 'OPENAI_BASE_URL', google: 'GOOGLE_GEMINI_BASE_URL' } as const;

/** What the other programs leave out of an address, and the API wants. */
const VERSIONS = { anthropic: '/v1', openai: '', google: '/v1beta' } as const;

/** What stands after `llm:`. Throws `UserError` on what is no model, or when its key is missing. */
export function placeOf(rest: string, env: Environment): ModelPlace {
  const [, model, url] = /^(.+)@(https?:\/\/.+)$/.exec(rest) ?? [];
  if (model !== undefined && url !== undefined) {
    const key = keyOf('compatible', env);
    return {
      provider: 'compatible',
      model,
      url: addressOf(url),
      keys: KEYS.compatible,
      ...(key === undefined ? {} : { key }),
    };
  }
  const [, name, known] = /^([^/]+)\/(.+)$/.exec(rest) ?? [];
  const provider = PROVIDERS.find((one) => one === name);
  if (provider === undefined || known === undefined)
    throw new UserError(
      `llm:${rest} ${wrongIn(rest, name)}. Write llm:PROVIDER/MODEL with a provider of ${PROVIDERS.join(', ')}, or llm:MODEL@http://host/v1 for any API that is compatible with OpenAI's.`,
    );
  const key = keyOf(provider, env);
  if (key === undefined)
    throw new UserError(`llm:${rest} needs a key. Set ${KEYS[provider].join(' or ')} in the environment.`);
  const base = env[URLS[provider]]?.trim();
  const place = { provider, model: known, key, keys: KEYS[provider] };
  return base === undefined || base === '' ? place : { ...place, url: versioned(addressOf(base), VERSIONS[provider]) };
}

function wrongIn(rest: string, provider: string | undefined): string {
  if (rest.includes('@')) return 'is no model at an address';
  return provider === undefined || PROVIDERS.some((one) => one === provider)
    ? 'names no model'
    : `names a provider that is not known, ${provider}`;
}

/** The variable that usually has the key. */
export const keyNameOf = (provider: Provider): string => KEYS[provider][0] ?? '';

export function keyOf(provider: Provider, env: Environment): string | undefined {
  return KEYS[provider].map((name) => env[name]?.trim()).find((value) => value !== undefined && value !== '');
}

const versioned = (url: string, version: string): string => (/\/v\d+\w*$/.test(url) ? url : `${url}${version}`);

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UserError(`${text} is no address of an API. Write it as http://host/v1.`);
  if (url.username !== '' || url.password !== '')
    throw new UserError(`The address of the API at ${url.host} holds a password. Put it into LLM_API_KEY instead.`);
  return text.replace(/\/+$/, '');
}

/** Loaded when a model is called: the libraries are large, and most verbs call none. */
export async function modelAt(place: ModelPlace, fetch: typeof globalThis.fetch): Promise<LanguageModel> {
  const { provider, model, key: apiKey, url: baseURL } = place;
  const where = { fetch, ...(baseURL === undefined ? {} : { baseURL }), ...(apiKey === undefined ? {} : { apiKey }) };
  switch (provider) {
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(where)(model);
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(where)(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(where)(model);
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ ...where, name: 'llm', baseURL: baseURL ?? '', includeUsage: true })(model);
    }
  }
}
