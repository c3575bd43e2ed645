import { isComparable } from '../../domain/conclusion.ts';
import { EXPERIMENTING } from '../../domain/config.ts';
import type { Attempt } from '../../domain/experiment.ts';
import { gatesFor } from '../../domain/inheritance.ts';
import { closingKey } from '../../domain/round.ts';
import type { Entry, View } from '../../domain/view.ts';
import { ofExperiment } from './document.ts';

const FRONTIER_HINT = 'Choose another: evolve exp frontier';

/** Why nothing can be compared now; undefined when it can. */
export function whyBlocked(view: View): string | undefined {
  const run = view.run();
  if (run?.blocked !== true) return undefined;
  return `Epoch ${run.epoch ?? 0} has begun and root was not measured in it: evolve exp rescore root`;
}

/** Why an experiment may not be branched from, with what to do; undefined when it may. */
export function whyNoParent(view: View, parent: Entry): string | undefined {
  const blocked = whyBlocked(view);
  if (blocked !== undefined) return blocked;
  const { id } = parent.proposal;
  const { status, invalid, laid } = ofExperiment(parent);
  if (invalid !== undefined && invalid !== id)
    return `${id} comes from ${invalid}, which was pruned as invalid. ${FRONTIER_HINT}`;
  if (status === 'pruned')
    return `${id} was pruned (${laid?.reason ?? ''}). ${FRONTIER_HINT}; or bring it back: evolve exp restore ${id}`;
  if (status === 'active' && parent.proposal.operator !== 'seed') return notCommitted(parent, 'not measured yet');
  if (status !== 'committed') return notCommitted(parent, status);
  return isComparable(parent) ? undefined : `${id} was measured in another epoch: evolve exp rescore ${id}`;
}

const notCommitted = ({ proposal: { id, parents } }: Entry, what: string): string =>
  `${id} is ${what}, and only what is committed may be branched from. Its parent is ${parents[0]}; see evolve exp frontier`;

/** Why an experiment may not be evaluated, with what to do; undefined when it may. */
export function whyNoAttempt(view: View, entry: Entry): string | undefined {
  const { id, operator, parents } = entry.proposal;
  if (operator === 'seed') return 'root is the code as it was: measure it once more with evolve exp rescore root';
  const { status, spent, failures, laid } = ofExperiment(entry);
  const limits = view.run()?.config.adjustable.experiments ?? EXPERIMENTING;
  const discard = `evolve exp discard ${id} --reason "…"`;
  if (status === 'committed') return `${id} is committed. Go on from it: evolve exp new --parent ${id} -m "…"`;
  if (status === 'discarded' || status === 'pruned')
    return `${id} was ${status} (${laid?.reason ?? ''}). Bring it back first: evolve exp restore ${id}`;
  if (view.attempts(id).at(-1)?.rescore === true)
    return `${id} was committed before, so its code stays as it is. Measure it once more: evolve exp rescore ${id}`;
  if (spent >= limits.attempts) return `${id} has used its ${limits.attempts} attempts: ${discard}`;
  if (failures >= limits.failures) return `${id} came to no score ${failures} times in a row: ${discard}`;
  const parent = view.entry(parents[0]);
  return parent === undefined ? undefined : whyNoComparison(view, parent);
}

/** What a lane of an open round works on is the driver's to measure, and to let audit. */
export function whyDriver(view: View, { proposal: { id, seat, parents }, experiment }: Entry): string | undefined {
  if (seat === undefined || experiment?.rescoring === true || view.memo(closingKey(seat.round)) !== undefined)
    return undefined;
  return `${id} belongs to round ${seat.round} of evolve optimize, which goes on with it. Try the same apart: evolve exp new --parent ${parents[0]} -m "…"`;
}

/** What was measured and not better is not measured again until it gets lucky; undefined of files that were not. */
export function whyNotAgain(view: View, id: string, tree: string): string | undefined {
  const now = namesOf(gatesFor(view, id).map(({ gate }) => gate));
  const isSame = ({ tree: then, end, epoch }: Attempt): boolean =>
    then === tree && end?.outcome === 'evaluated' && epoch === view.run()?.epoch && namesOf(end.gates) === now;
  const before = view.attempts(id).findLast(isSame);
  if (before === undefined) return undefined;
  return `The files are those of attempt ${before.attempt} of ${id}, which was ${before.end?.reason ?? 'not better'}. Edit them first, or: evolve exp discard ${id} --reason "…"`;
}

const namesOf = (gates: readonly { readonly name: string }[]): string => gates.map(({ name }) => name).join('\n');

/** One that was pruned as exhausted can still be compared with. */
function whyNoComparison(view: View, parent: Entry): string | undefined {
  const blocked = whyBlocked(view);
  if (blocked !== undefined || isComparable(parent)) return blocked;
  return whyNoParent(view, parent) ?? `${parent.proposal.id} has no score in this epoch`;
}

/** Why there is nothing to measure once more; undefined when there is. */
export function whyNoRescore(view: View, entry: Entry): string | undefined {
  const { id, operator } = entry.proposal;
  const { status, laid, invalid } = ofExperiment(entry);
  if (isComparable(entry)) return `${id} was measured in this epoch`;
  if (status === 'discarded' || status === 'pruned')
    return `${id} was ${status} (${laid?.reason ?? ''}). Bring it back first: evolve exp restore ${id}`;
  if (invalid !== undefined) return `${id} comes from ${invalid}, which was pruned as invalid`;
  const newest = view.attempts(id).at(-1);
  const again = newest?.rescore === true && status !== 'active';
  if (again && newest.end?.outcome === 'evaluated' && newest.epoch === view.run()?.epoch)
    return `${id} was measured in this epoch, and is ${newest.end.reason ?? 'not better'}`;
  if (operator !== 'seed' && status !== 'committed' && !again)
    return `${id} is ${status}: only what is committed is measured once more. See evolve exp eval ${id}`;
  return operator === 'seed' ? undefined : whyBlocked(view);
}
