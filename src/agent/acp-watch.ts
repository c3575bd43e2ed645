import { setImmediate as nextTick } from 'node:timers/promises';
import type { Ended, Served } from '../workspace/workspace.ts';
import type { Step } from './acp-turn.ts';

/** Node fires a longer timer at once. */
const LONGEST_MS = 2 ** 31 - 1;
/** After its last word an agent may write down what it keeps. */
const GRACE_MS = 2000;

export interface Times {
  readonly timeoutMs: number;
  readonly initializeMs: number;
}

/** What ends a turn from outside. */
export type Over =
  | { readonly kind: 'ended'; readonly step: Step; readonly ended: Ended }
  | { readonly kind: 'timeout' }
  /** It never began to speak the protocol. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'aborted' };

export interface Watch extends Disposable {
  readonly over: Promise<Over>;
  at(step: Step): void;
}

export function watched(served: Served, { timeoutMs, initializeMs }: Times, signal: AbortSignal): Watch {
  let step: Step = 'initialize';
  let end: (over: Over) => void = () => undefined;
  const over = new Promise<Over>((resolve) => {
    end = resolve;
  });
  const after = (ms: number, kind: 'timeout' | 'silent') => setTimeout(() => end({ kind }), Math.min(ms, LONGEST_MS));
  const timers = [after(timeoutMs, 'timeout')];
  const silence = initializeMs < timeoutMs ? after(initializeMs, 'silent') : undefined;
  const abort = (): void => end({ kind: 'aborted' });
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  // Its last word may still be on its way to whoever reads it.
  served.ended.then(async (ended) => {
    await nextTick();
    end({ kind: 'ended', step, ended });
  });
  return {
    over,
    at(next) {
      step = next;
      if (next !== 'initialize') clearTimeout(silence);
    },
    [Symbol.dispose]() {
      for (const timer of [...timers, silence]) clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

/** Lets an agent end by itself when nothing more is asked of it; some never do. */
export async function leave(served: Served, over: Promise<unknown>): Promise<void> {
  served.finish();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GRACE_MS);
  });
  await Promise.race([served.ended, late, over]);
  clearTimeout(timer);
}
