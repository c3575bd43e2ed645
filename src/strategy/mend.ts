import type { Proposal } from '../domain/proposal.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import { isMendable, repairs } from './repair.ts';

/** Of those placed last, so many are looked at: more than ever come in between two proposals. */
const RECENT = 64;

/**
 * What has turned out invalid lately and was not mended yet, the newest first: each once, by its own author. Whoever samples
 * plainly mends as well, so what mends a plain sample is one.
 */
export function mendNext(
  view: View,
  run: RunFacts,
): Pick<Proposal, 'operator' | 'by' | 'parents' | 'inspirations' | 'brief' | 'arm'> | undefined {
  if (!repairs(run)) return undefined;
  const recent = view.counts().idleProposed > 0 ? RECENT : Math.min(RECENT, 2 * run.config.adjustable.parallel + 2);
  const broken = view
    .placed(recent)
    .find(
      (entry) =>
        entry.proposal.operator !== 'repair' &&
        isAuthored(entry) &&
        isMendable(entry) &&
        view.kin(entry.proposal.id)?.kids === 0,
    );
  if (broken === undefined) return undefined;
  const { id, by, brief, arm } = broken.proposal;
  return { operator: 'repair', by, parents: [id], inspirations: [], brief, ...(arm === undefined ? {} : { arm }) };
}

/** Built-in operators mend nothing. */
const isAuthored = ({ proposal }: Entry): boolean => proposal.arm !== 'partner' && proposal.arm !== 'idle';
