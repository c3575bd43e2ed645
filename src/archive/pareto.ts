import type { Archive, Home, Placement, Resident } from '../domain/archive.ts';
import { byRankKey, type Direction, rankKey } from '../domain/compare.ts';
import type { Objective } from '../domain/config.ts';
import type { Rng } from '../domain/rng.ts';
import type { View } from '../domain/view.ts';
import { cover, type Winner, weightOf, winners } from './cover.ts';
import { front, keysOf } from './front.ts';
import { others, type Selection } from './selection.ts';

/** Where the front lives. */
export const PARETO = 'pareto';

/** More would tell little and cost time at every placement. */
export const MOST_ON_FRONT = 128;

export interface Pareto {
  /** Without any it goes by the tasks. */
  readonly objectives: readonly Objective[];
  readonly direction: Direction;
  readonly capacity?: number;
}

/**
 * Keeps those that are best in some way: that nobody beats in every objective or, without objectives, that hold the best result
 * of a task.
 * Contract: the best by score and by every objective are never lost, nor up to the capacity the best of any task; ties go to
 * whoever was there first.
 */
export function pareto({ objectives, direction, capacity = MOST_ON_FRONT }: Pareto): Archive {
  return {
    place(living: Home, member: Resident): Placement {
      if (member.evaluation.outcome !== 'scored') return { kind: 'refused', reason: 'invalid' };
      const residents = living.top(living.size);
      const staying = new Set((objectives.length > 0 ? undominated : covering)(residents, member));
      if (!staying.has(member.id))
        return { kind: 'refused', reason: objectives.length > 0 ? 'dominated' : 'wins no task' };
      return { kind: 'kept', home: PARETO, evicted: residents.map(({ id }) => id).filter((id) => !staying.has(id)) };
    },
  };

  function undominated(residents: readonly Resident[], member: Resident): readonly string[] {
    const all = [...residents, member].map((one) => ({ id: one.id, keys: keysOf(one, objectives, direction) }));
    return front(all, capacity).map(({ id }) => id);
  }

  function covering(residents: readonly Resident[], member: Resident): readonly string[] {
    const key = ({ evaluation }: Resident) => rankKey(evaluation, direction);
    const after = residents.findIndex((one) => byRankKey(key(member), key(one)) < 0);
    const all = after < 0 ? [...residents, member] : residents.toSpliced(after, 0, member);
    return cover(winners(all, direction), capacity).map(({ id }) => id);
  }
}

/** Anybody on the front; where it goes by tasks, whoever wins more of them the more often. */
export function onFront({ objectives, direction }: Omit<Pareto, 'capacity'>): Selection {
  if (objectives.length > 0)
    return {
      parent: (view, random) => view.claims(PARETO, random.int(view.homeSize(PARETO)), 1)[0]?.id,
      mate: (view, parent, random) => others(view, PARETO, parent, random),
    };
  return {
    parent: (view, random) => drawn(winning(view), random),
    mate: (view, parent, random) =>
      drawn(
        winning(view).filter(({ id }) => id !== parent),
        random,
      ),
  };

  function winning(view: View): readonly Winner[] {
    const residents = view
      .top(PARETO, MOST_ON_FRONT)
      .flatMap(({ proposal, evaluation }) => (evaluation === undefined ? [] : [{ id: proposal.id, evaluation }]));
    return winners(residents, direction);
  }
}

function drawn(all: readonly Winner[], random: Rng): string | undefined {
  const total = all.reduce((sum, one) => sum + weightOf(one), 0);
  let left = random.int(total);
  for (const one of all) {
    left -= weightOf(one);
    if (left < 0) return one.id;
  }
  return undefined;
}
