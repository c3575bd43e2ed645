export interface Quiet {
  /** Nothing is said yet: some models think for minutes before they say a word. */
  readonly beforeMs: number;
  /** The answer has begun. */
  readonly duringMs: number;
}

export const QUIET: Quiet = { beforeMs: 300_000, duringMs: 90_000 };

/** Longer timers would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Ends a request that takes too long or falls silent. */
export interface Watch extends Disposable {
  /** Aborted when it does. */
  readonly signal: AbortSignal;
  /** Why it was ended. */
  readonly over: 'late' | 'quiet' | undefined;
  /** Something came. */
  beat(): void;
  /** The answer itself begins. */
  begin(): void;
}

export function watchOver(timeoutMs: number, { beforeMs, duringMs }: Quiet): Watch {
  const ender = new AbortController();
  let over: Watch['over'];
  const end = (why: 'late' | 'quiet') => () => {
    over ??= why;
    ender.abort();
  };
  const late = setTimeout(end('late'), Math.min(timeoutMs, LONGEST_TIMER_MS));
  let silence = setTimeout(end('quiet'), beforeMs);
  let begun = false;
  return {
    signal: ender.signal,
    get over() {
      return over;
    },
    beat: () => void silence.refresh(),
    begin() {
      if (begun) return;
      begun = true;
      clearTimeout(silence);
      silence = setTimeout(end('quiet'), duringMs);
    },
    [Symbol.dispose]() {
      clearTimeout(late);
      clearTimeout(silence);
    },
  };
}

/** The same response; `beat` hears of every piece that comes. */
export function listened(response: Response, beat: () => void): Response {
  beat();
  if (response.body === null) return response;
  const ears = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      beat();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(ears), { status, statusText, headers });
}
