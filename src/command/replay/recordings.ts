import type { Recorded } from '../../domain/event.ts';
import type { Call, Recording } from '../../domain/ledger.ts';
import type { Proposal } from '../../domain/proposal.ts';
import { readRecording } from '../../journal/journal.ts';
import { BUILT_IN } from '../../operator/operator.ts';

/** Reads what calls were asked and what they said; undefined when it is missing. */
export const recordingsIn =
  (folder: string) =>
  ({ record, key }: Call): Recording | undefined =>
    readRecording(folder, record, key);

/** What a replay would need and does not have, in words. */
export function missingIn(
  events: readonly Recorded[],
  read: (call: Call) => Recording | undefined,
): string | undefined {
  const proposals = new Map<string, Proposal>();
  const called = new Set<string>();
  for (const { event } of events) {
    if (event.type === 'proposed') proposals.set(event.proposal.id, event.proposal);
    if (event.type === 'called') called.add(event.call.key.split('/')[0] ?? '');
    if (event.type === 'called' && event.call.outcome !== 'broken' && read(event.call) === undefined)
      return `the recording of ${event.call.key} (${event.call.record}) is missing or damaged`;
    if (event.type !== 'applied') continue;
    const proposal = proposals.get(event.candidate.proposal);
    if (proposal === undefined || called.has(event.candidate.id) || needsNoCall(proposal)) continue;
    const { by } = proposal;
    return `what ${by} did for ${event.candidate.id} was not recorded, for the version that made the run recorded no calls`;
  }
  return undefined;
}

/** Two parents that merge need no agent. Versions that recorded no calls never merged, and called every author `agent`. */
const needsNoCall = ({ by, operator }: Proposal): boolean =>
  by === 'user' || BUILT_IN[by] !== undefined || (operator === 'cross' && by !== 'agent');
