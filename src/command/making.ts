import type { Proposal } from '../domain/proposal.ts';
import { plain } from '../lib/width.ts';

export interface Making {
  readonly operator: string;
  /** What it was for, where that wasn't the search itself. */
  readonly arm?: string;
  readonly lens: string | null;
}

export const makingOf = ({ operator, arm, brief }: Proposal): Making => ({
  operator,
  ...(arm === undefined ? {} : { arm }),
  lens: brief.lens ?? null,
});

/** Operation, lens and arm, as people read them. */
export function makingText({ operator, arm, lens }: Making): string {
  const made = lens === null ? operator : `${operator} (${plain(lens)})`;
  return arm === undefined ? made : `${made} · ${arm}`;
}
