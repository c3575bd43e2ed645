import { formatNumber } from '../../lib/format.ts';

/** What has come of it. */
export interface Begun {
  readonly run: string;
  /** It was there before. */
  readonly known: boolean;
  readonly score: number | null;
}

export function begunText({ run, known, score }: Begun): string {
  return `${known ? 'There is already' : 'Opened'} run ${run}: root scores ${score === null ? 'nothing' : formatNumber(score)}.`;
}
