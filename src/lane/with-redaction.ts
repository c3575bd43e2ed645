import { redactedData, type Secret } from '../lib/secrets.ts';
import type { LocalLanes } from './local.ts';

/** Lanes whose results hold no secret: what goes into the journal, prompts and reports comes from here. */
export function withRedaction(lanes: LocalLanes, secrets: readonly Secret[]): LocalLanes {
  return {
    apply: async (job, signal) => redactedData(await lanes.apply(job, signal), secrets),
    evaluate: async (job, signal) => redactedData(await lanes.evaluate(job, signal), secrets),
    answer: async (job, signal) => redactedData(await lanes.answer(job, signal), secrets),
    [Symbol.asyncDispose]: () => lanes[Symbol.asyncDispose](),
  };
}
