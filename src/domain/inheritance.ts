import type { CandidateId } from './candidate.ts';
import type { Gate } from './config.ts';
import { isAncestor } from './kinship.ts';
import type { View } from './view.ts';

/** A gate, and the experiment that it was put on; `config` of the run's own. */
export interface Inherited {
  readonly gate: Gate;
  readonly from: string;
}

/** Of gates that every experiment of a run has. */
export const OF_RUN = 'config';

/**
 * The gates that an experiment must pass: the run's own, then those of its ancestors, the root's first; `own` adds those that its
 * children must pass. The first of a name counts, everywhere alike.
 */
export function gatesFor(view: View, id: CandidateId, own = false): readonly Inherited[] {
  const run = (view.run()?.config.fixed.gates ?? []).map((gate) => ({ gate, from: OF_RUN }));
  const depth = (node: CandidateId): number => view.kin(node)?.depth ?? 0;
  const above = view
    .nodeGates()
    .filter(({ node }) => (node === id ? own : isAncestor(view, node, id)))
    .map(({ node, gate }) => ({ gate, from: node, depth: depth(node) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ gate, from }) => ({ gate, from }));
  const first = new Map<string, Inherited>();
  for (const one of [...run, ...above]) if (!first.has(one.gate.name)) first.set(one.gate.name, one);
  return [...first.values()];
}
