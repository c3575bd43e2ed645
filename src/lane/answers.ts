import type { Answered, AnswerJob, Version } from '../domain/lane.ts';
import type { Source } from '../domain/operator.ts';
import type { HeldOutLane } from './held-out.ts';
import type { LocalOptions } from './local.ts';

export interface Sources {
  emptied(): void;
  sourceIn(versions: readonly Version[]): Promise<Source>;
  readonly heldOut: HeldOutLane | undefined;
}

/** Has a question answered by those who think. */
export function ponder(
  _options: LocalOptions,
  _job: AnswerJob,
  _signal: AbortSignal,
  _sources: Sources,
): Promise<Answered> {
  throw new Error('not yet');
}
