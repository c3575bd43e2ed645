import type { LanguageModelUsage } from 'ai';
import type { Prompt, Usage } from '../domain/agent.ts';
import { LONGEST_OUTPUT } from './estimate.ts';
import { type ModelPlace, modelAt } from './llm-model.ts';
import { listened, type Quiet, type Watch, watchOver } from './llm-watch.ts';

export interface Asked {
  readonly prompt: Prompt;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** What came of one request. */
export interface Heard {
  readonly text: string;
  /** What it said to itself. */
  readonly thought: string;
  /** The request was taken: it may be billed. */
  readonly taken: boolean;
  readonly finish?: Finish;
  /** The prompt itself was turned down. */
  readonly blocked: boolean;
  readonly problem?: Problem;
  readonly over?: Exclude<Watch['over'], undefined>;
}

interface Finish {
  readonly reason: string;
  /** As the provider has it. */
  readonly raw?: string;
  readonly model: string;
  readonly usage?: Usage;
}

export interface Problem {
  /** `told`: in the provider's own words. `cut`: the connection was lost. `garbage`: what came is no answer. */
  readonly kind: 'told' | 'cut' | 'garbage';
  readonly message: string;
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request to a model, streamed. Contract: rejects only when aborted; a request that is given up is ended. */
export async function hear(place: ModelPlace, asked: Asked, quiet: Quiet, signal: AbortSignal): Promise<Heard> {
  const { streamText, Output, jsonSchema } = await import('ai');
  // Its warnings go to the terminal, whoever draws there.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const heard = { text: '', thought: '', taken: false, blocked: false };
  const ending: { finish?: Finish; problem?: Problem } = {};
  const model = await modelAt(place, async (input, init) => {
    const response = await fetch(input, init);
    heard.taken = response.ok;
    return listened(response, watch.beat);
  });
  // Loading the libraries is not the model's time.
  using watch = watchOver(asked.timeoutMs, quiet);
  try {
    const { system, text } = asked.prompt;
    const kept = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };
    const { fullStream } = streamText({
      model,
      // Stable words first: what the API has kept of them is cheaper.
      ...(system === '' ? {} : { system: { role: 'system', content: system, providerOptions: kept } }),
      prompt: text,
      maxOutputTokens: LONGEST_OUTPUT,
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, watch.signal]),
      includeRawChunks: place.provider === 'google',
      providerOptions: { openai: { store: false, strictJsonSchema: false } },
      // Many a compatible server refuses a format that it does not know: there the prompt has to do.
      ...(asked.schema === undefined || place.provider === 'compatible'
        ? {}
        : { output: Output.object({ schema: jsonSchema(asked.schema) }) }),
      onError: () => {},
    });
    for await (const part of fullStream) {
      if (part.type === 'text-delta') heard.text += part.text;
      if (part.type === 'reasoning-delta') heard.thought += part.text;
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') watch.begin();
      if (part.type === 'raw') heard.blocked ||= JSON.stringify(part.rawValue ?? null).includes('"blockReason"');
      if (part.type === 'error') ending.problem ??= await problemOf(part.error, heard.taken);
      if (part.type === 'finish-step')
        ending.finish = {
          reason: part.finishReason,
          model: part.response.modelId,
          ...(part.rawFinishReason === undefined ? {} : { raw: part.rawFinishReason }),
          ...usageOf(part.usage),
        };
    }
  } catch (error) {
    ending.problem ??= await problemOf(error, heard.taken);
  }
  signal.throwIfAborted();
  return { ...heard, ...ending, ...(watch.over === undefined ? {} : { over: watch.over }) };
}

function usageOf({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): { readonly usage?: Usage } {
  if (inputTokens === undefined && outputTokens === undefined) return {};
  const { cacheReadTokens: cached = 0, cacheWriteTokens: kept = 0 } = inputTokenDetails;
  return { usage: { input: inputTokens ?? 0, cached, kept, output: outputTokens ?? 0 } };
}

/** How connections end before their time: by node's own words, and those of its fetch. */
const LOST =
  /terminated|other side closed|socket|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|UND_ERR|fetch failed|cannot connect/i;

async function problemOf(error: unknown, taken: boolean): Promise<Problem> {
  const { APICallError } = await import('ai');
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : JSON.stringify(error);
  const causes = [...causesOf(error)].map((cause) => `${cause.message} ${'code' in cause ? cause.code : ''}`);
  if (causes.some((cause) => LOST.test(cause))) return { kind: 'cut', message: causes.at(-1)?.trim() ?? message };
  const api = APICallError.isInstance(error) ? error : undefined;
  // An answer that is none comes with a good status, or with one that the library made up.
  if (taken) return { kind: error instanceof Error && api?.data === undefined ? 'garbage' : 'told', message };
  return {
    kind: 'told',
    message,
    ...(api?.statusCode === undefined ? {} : { status: api.statusCode }),
    ...(api?.responseBody === undefined ? {} : { body: api.responseBody }),
    ...(api?.responseHeaders === undefined ? {} : { headers: api.responseHeaders }),
  };
}

function* causesOf(error: unknown): Iterable<Error> {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) yield one;
}
