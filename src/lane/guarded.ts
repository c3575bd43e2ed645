import type { Broken } from '../domain/operator.ts';
import { UserError } from '../lib/user-error.ts';

/** What throws and was not aborted is the machine's failure. */
export async function guarded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | Broken> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'broken', ...failureOf(error) };
  }
}

export function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}

/** What is the user's to mend is not tried again. */
export const failureOf = (error: unknown): Pick<Broken, 'reason' | 'final'> => ({
  reason: messageOf(error),
  ...(error instanceof UserError ? { final: true } : {}),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
