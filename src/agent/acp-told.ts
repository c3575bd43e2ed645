import type { Spent, Usage } from '../domain/agent.ts';
import { amountIn, type Fields, fieldsIn, listIn, textIn } from './cli-event.ts';

/** What is known of a tool call, by what was told of it so far. */
export interface ToolCall {
  readonly kind?: string;
  /** As the agent writes them: absolute or relative. */
  readonly paths: readonly string[];
}

/** What an agent has told of its turn. */
export interface Hearsay {
  /** The turn begins: what was said before is no part of it. */
  begin(): void;
  /** The `params` of a `session/update`, whatever they are. */
  update(params: Fields): void;
  /** A tool call, with what its own request for permission says of it. */
  tool(call: Fields): ToolCall;
  /** The last message. */
  text(): string;
  usd(): number | undefined;
}

/** Longer ones are no final words; the end is kept. */
const MOST_TEXT = 1024 * 1024;
/** Calls whose permission may still be asked. */
const MOST_TOOLS = 1000;

export function hearsay(): Hearsay {
  const tools = new Map<string, ToolCall>();
  let text = '';
  let message: string | undefined;
  let next = true;
  let usd: number | undefined;

  const say = (piece: string, id: string | undefined): void => {
    if (piece === '') return;
    const other = id !== undefined && message !== undefined && id !== message;
    text = ((next || other ? '' : text) + piece).slice(-MOST_TEXT);
    message = id;
    next = false;
  };
  const tool = (call: Fields): ToolCall => {
    const id = textIn(call, 'toolCallId') ?? '';
    const known = tools.get(id);
    const kind = textIn(call, 'kind') ?? known?.kind;
    const paths = [...new Set([...(known?.paths ?? []), ...pathsOf(call)])];
    const now = { paths, ...(kind === undefined ? {} : { kind }) };
    if (tools.has(id) || tools.size < MOST_TOOLS) tools.set(id, now);
    return now;
  };
  return {
    begin() {
      text = '';
      next = true;
    },
    update(params) {
      const update = fieldsIn(params, 'update');
      switch (textIn(update, 'sessionUpdate')) {
        case 'agent_message_chunk':
          say(textIn(fieldsIn(update, 'content'), 'text') ?? '', textIn(update, 'messageId'));
          break;
        case 'tool_call':
        case 'tool_call_update':
          next = true;
          tool(update);
          break;
        case 'usage_update': {
          const cost = fieldsIn(update, 'cost');
          if (textIn(cost, 'currency') === 'USD') usd = amountIn(cost, 'amount') ?? usd;
        }
      }
    },
    tool,
    text: () => text,
    usd: () => usd,
  };
}

function pathsOf(call: Fields): readonly string[] {
  const diffs = listIn(call, 'content').filter((one) => textIn(one, 'type') === 'diff');
  return [...listIn(call, 'locations'), ...diffs].flatMap((one) => textIn(one, 'path') ?? []);
}

/** What a turn took, from the answer to the prompt: the protocol's own `usage`, or Gemini's `_meta.quota`. */
export function spentOf(answer: Fields, usd: number | undefined): Spent {
  const quota = fieldsIn(fieldsIn(answer, '_meta'), 'quota');
  const usage = usageOf(fieldsIn(answer, 'usage')) ?? countOf(fieldsIn(quota, 'token_count'));
  const model = listIn(quota, 'model_usage').map((one) => textIn(one, 'model'))[0];
  return {
    ...(model === undefined ? {} : { model }),
    ...(usage === undefined ? {} : { usage }),
    ...(usd === undefined ? {} : { usd }),
  };
}

/** Some count what was cached into the input and some don't, and likewise thoughts: the total tells. */
function usageOf(usage: Fields): Usage | undefined {
  const [input, output] = [amountIn(usage, 'inputTokens'), amountIn(usage, 'outputTokens')];
  if (input === undefined || output === undefined) return undefined;
  const cached = amountIn(usage, 'cachedReadTokens') ?? 0;
  const kept = amountIn(usage, 'cachedWriteTokens') ?? 0;
  const thought = amountIn(usage, 'thoughtTokens') ?? 0;
  const total = amountIn(usage, 'totalTokens') ?? input + output;
  const apart = input + cached + kept;
  const all = total >= apart + output ? apart : Math.max(input, cached + kept);
  return { input: all, cached, kept, output: total >= all + output + thought ? output + thought : output };
}

function countOf(count: Fields): Usage | undefined {
  const [input, output] = [amountIn(count, 'input_tokens'), amountIn(count, 'output_tokens')];
  return input === undefined || output === undefined ? undefined : { input, cached: 0, kept: 0, output };
}
