import { type Agent, type AgentTask, type Prompt, tokensOf, type Usage } from '../domain/agent.ts';
import type { Amount } from '../domain/ledger.ts';
import { type Prices, usdOf } from './price.ts';
import { wholePrompt } from './run.ts';

/** The longest answer that a model is asked for, in tokens: a file of 1,500 lines, with room to think. */
export const LONGEST_OUTPUT = 16_384;

/** Code and English have four bytes and more in a token; with three the count is rather too high. */
const BYTES_PER_TOKEN = 3;

/**
 * What an agent that works on files takes before it has shown what it takes. Measured on small edits: it comes with 20,000
 * tokens of instructions and tools, reads a few files, edits and looks again; each turn sends all of that once more, nine
 * tenths of it from the cache. One that only reads has all it needs in the prompt, and answers.
 */
const TURNS = { edit: 20, read: 2 };
const INSTRUCTIONS = 20_000;
const CACHED_SHARE = 0.9;
const OUTPUT_PER_TURN = 600;

export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** What a call may take: at most of one that answers in words, likely of one that works on files. */
export function usageAhead(
  works: Agent['works'],
  prompt: Prompt,
  access: AgentTask<unknown>['access'] = 'edit',
): Usage {
  const own = tokensIn(wholePrompt(prompt));
  if (works === 'text') return { input: own, cached: 0, kept: 0, output: LONGEST_OUTPUT };
  const turns = TURNS[access];
  const input = turns * (INSTRUCTIONS + own);
  return { input, cached: Math.floor(input * CACHED_SHARE), kept: 0, output: turns * OUTPUT_PER_TURN };
}

/** What to set aside for a call; dollars are absent where no price is known. */
export async function estimateOf(
  { name, works }: Pick<Agent, 'name' | 'works'>,
  { prompt, access }: Pick<AgentTask<unknown>, 'prompt' | 'access'>,
  { typical, prices = {} }: { readonly typical?: Amount | undefined; readonly prices?: Prices | undefined },
): Promise<Amount> {
  const ahead = usageAhead(works, prompt, access);
  const shown = works === 'files' && isShown(typical);
  const usage = shown ? { input: typical.tokens, cached: 0, kept: 0, output: 0 } : ahead;
  const usd =
    shown && typical.usd !== undefined
      ? typical.usd
      : await usdOf({ agent: name, usage, summed: works === 'files' }, prices);
  return { tokens: tokensOf(usage), ...(usd === undefined ? {} : { usd }) };
}

/** Whether calls have shown what they take. Those that broke off at once have not. */
export const isShown = (typical: Amount | undefined): typical is Amount =>
  typical !== undefined && (typical.tokens > 0 || typical.usd !== undefined);
