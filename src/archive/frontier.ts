import type { CandidateId } from '../domain/candidate.ts';
import type { Direction } from '../domain/compare.ts';
import type { FrontierRule } from '../domain/config.ts';
import { COMMITTED, FRONTIER } from '../domain/experiment.ts';
import { inOrderOfArrival, leadersAmong } from '../domain/leader.ts';
import { type Rng, rng } from '../domain/rng.ts';
import type { Entry, View } from '../domain/view.ts';
import { needed } from './fronts.ts';
import { drawnFrom } from './lot.ts';

export interface Branching {
  /** Of the rules that draw. */
  readonly seed: number;
  /** All that are committed, whatever was branched from them; only what was pruned is left out. */
  readonly all?: boolean;
  /** Somebody works on a child of these now; not heeded with `all`. */
  readonly without?: readonly CandidateId[];
}

export interface Frontier {
  /** In the order in which the rule names them. */
  readonly nodes: readonly Entry[];
  /** Of a rule that draws. */
  readonly seed?: number;
}

/** Whether a rule answers by chance. */
export const draws = ({ kind }: FrontierRule): boolean => kind !== 'argmax' && kind !== 'top-k';

/**
 * Whom to branch from next.
 * Contract: the same seed gives the same answer to the same view. Costs the tasks and those it names; rules that may name anybody
 * look at a number of each; `all` reads everybody.
 */
export function frontierOf(view: View, rule: FrontierRule, { seed, all = false, without = [] }: Branching): Frontier {
  const direction = view.run()?.config.fixed.direction ?? 'max';
  const ground = all ? everybody(view, direction) : free(view, without);
  const nodes = chosen(ground, rule, direction, rng(seed, 'frontier', rule.kind));
  return draws(rule) ? { nodes, seed } : { nodes };
}

function chosen(ground: Ground, rule: FrontierRule, direction: Direction, random: Rng): readonly Entry[] {
  switch (rule.kind) {
    case 'argmax':
      return ground.best(1);
    case 'top-k':
      return ground.best(rule.k);
    case 'epsilon-greedy': {
      if (random.next() >= rule.epsilon) return ground.best(1);
      const claims = ground.claims();
      return ground.named(claims.slice(random.int(claims.length)).slice(0, 1));
    }
    case 'softmax': {
      const claims = ground.claims();
      const most = claims[0]?.key ?? 0;
      const lots = claims.map((of) => ({ of, weight: Math.exp((of.key - most) / rule.temperature) }));
      return ground.named(drawnFrom(lots, rule.k, random));
    }
    case 'pareto-per-task': {
      const { leaders, entries } = ground.leading();
      const lots = needed(entries, leaders, { direction, floor: rule.floor });
      return lots.length === 0 ? ground.best(1) : drawnFrom(lots, rule.k, random);
    }
  }
}

interface Standing {
  readonly id: CandidateId;
  /** Higher is better. */
  readonly key: number;
}

/** Those among whom a rule chooses. */
interface Ground {
  best(count: number): readonly Entry[];
  /** Everybody, best first. */
  claims(): readonly Standing[];
  named(standing: readonly Standing[]): readonly Entry[];
  /** The best at each task, and these in the order in which they came. */
  leading(): { readonly leaders: ReturnType<View['leaders']>; readonly entries: readonly Entry[] };
}

function free(view: View, without: readonly CandidateId[]): Ground {
  const apart = new Set(without);
  return {
    best: (count) =>
      view
        .top(FRONTIER, count + apart.size)
        .filter(({ proposal }) => !apart.has(proposal.id))
        .slice(0, count),
    claims: () => view.claims(FRONTIER, 0, view.homeSize(FRONTIER)).filter(({ id }) => !apart.has(id)),
    named: (standing) => standing.flatMap(({ id }) => view.entry(id) ?? []),
    leading() {
      const leaders = view.leaders(FRONTIER, [...apart]);
      const ids = [...new Set(leaders.map(({ id }) => id))];
      const entries = ids.flatMap((id) => view.entry(id) ?? []);
      return { leaders, entries: inOrderOfArrival(entries, FRONTIER, []) };
    },
  };
}

function everybody(view: View, direction: Direction): Ground {
  const ranked = view
    .top(COMMITTED, Number.MAX_SAFE_INTEGER)
    .filter(({ experiment }) => experiment?.status === 'committed');
  const living = new Map(ranked.map((entry) => [entry.proposal.id, entry]));
  return {
    best: (count) => ranked.slice(0, count),
    claims: () => view.claims(COMMITTED, 0, view.homeSize(COMMITTED)).filter(({ id }) => living.has(id)),
    named: (standing) => standing.flatMap(({ id }) => living.get(id) ?? []),
    leading() {
      const came = inOrderOfArrival(ranked, COMMITTED, []);
      const leaders = leadersAmong(came, direction);
      const best = new Set(leaders.map(({ id }) => id));
      return { leaders, entries: came.filter(({ proposal }) => best.has(proposal.id)) };
    },
  };
}
