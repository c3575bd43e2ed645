import type { View } from '../domain/view.ts';
import type { Observer } from '../observer/observer.ts';
import { POPULATION } from '../strategy/strategy.ts';
import { publish, type Repository } from '../workspace/workspace.ts';

/** Shows the living of a run as branches of the user's repository: after each generation, never more than k + 1. */
export function publisher(repository: Repository, tell: (line: string) => void): Observer {
  let shown = '';
  const complained = new Set<string>();
  return {
    async look(view) {
      const run = view.run();
      if (run === undefined || isPlacing(view, run.batch)) return;
      const wanted = living(view, run.config.adjustable.k);
      const now = JSON.stringify([...wanted]);
      if (now === shown) return;
      shown = now;
      const { refused } = await publish(repository.place, run.id, wanted);
      for (const branch of refused.filter((name) => !complained.has(name))) {
        complained.add(branch);
        tell(`warning: ${branch} is not shown: that branch is yours or checked out`);
      }
    },
  };
}

/** Whether some of a generation have their place and others not yet: who lives is not decided. */
function isPlacing(view: View, batch: number): boolean {
  const entries = view.entries(batch);
  const placed = entries.filter(({ placement }) => placement !== undefined).length;
  return placed > 0 && placed < entries.length;
}

function living(view: View, k: number): ReadonlyMap<string, { readonly commit: string }> {
  const entries = [view.entries(0)[0], ...view.top(POPULATION, k)];
  return new Map(
    entries.flatMap((entry) =>
      entry?.candidate === undefined
        ? []
        : [[`evolve/${entry.proposal.id}`, { commit: entry.candidate.commit }] as const],
    ),
  );
}
