import { randomInt } from 'node:crypto';
import { type Frontier, frontierOf } from '../../archive/archive.ts';
import type { CandidateId } from '../../domain/candidate.ts';
import { EXPERIMENTING, type FrontierRule } from '../../domain/config.ts';
import { heldIn } from './document.ts';
import type { Lab } from './lab.ts';

/** As many as fit into what every program reads as a whole number. */
const SEEDS = 2 ** 31;

export interface Wanted {
  /** The run's own when absent. */
  readonly rule?: FrontierRule;
  /** Drawn when absent. */
  readonly seed?: number;
  readonly all?: boolean;
}

export const ruleOf = ({ run }: Pick<Lab, 'run'>): FrontierRule =>
  (run.config.adjustable.experiments ?? EXPERIMENTING).frontier;

/** Whom to branch from now. Writes nothing. */
export function frontierNow(lab: Pick<Lab, 'view' | 'run' | 'stateDir'>, wanted: Wanted = {}): Frontier {
  const { rule = ruleOf(lab), seed = randomInt(SEEDS), all = false } = wanted;
  return frontierOf(lab.view, rule, { seed, all, without: busy(lab) });
}

/** Those a child of which is being measured now; an interrupted one keeps nobody. */
function busy(lab: Pick<Lab, 'view' | 'run' | 'stateDir'>): readonly CandidateId[] {
  const held = heldIn(lab);
  const active = lab.view.experiments('active', lab.view.run()?.statuses?.active ?? 0);
  const parents = active
    .filter(({ proposal }) => proposal.operator !== 'seed' && held(proposal.id))
    .map(({ proposal }) => proposal.parents[0]);
  return [...new Set(parents)];
}
