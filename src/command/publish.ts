import { bestOfAll } from '../archive/archive.ts';
import type { Islands } from '../domain/config.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import type { Observer } from '../observer/observer.ts';
import { POPULATION } from '../strategy/strategy.ts';
import { publish, type Repository } from '../workspace/workspace.ts';
import { isBred } from './breeding.ts';

/** Of a run without generations so many are shown beside the seed: a pool has thousands. */
const BEST = 5;

/** Shows the living of a run, or the best of them, as branches of the user's repository: never more than k + 1, or 7. */
export function publisher(repository: Repository, tell: (line: string) => void): Observer {
  let shown = '';
  const complained = new Set<string>();
  return {
    async look(view) {
      const run = view.run();
      if (run === undefined || isPlacing(view, run)) return;
      const wanted = living(view, run);
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
function isPlacing(view: View, { batch, config }: RunFacts): boolean {
  if (!isBred(config)) return false;
  const entries = view.entries(batch);
  const placed = entries.filter(({ placement }) => placement !== undefined).length;
  return placed > 0 && placed < entries.length;
}

const leading = (view: View, islands: Islands | undefined, home: string): readonly Entry[] =>
  islands === undefined ? view.top(home, BEST) : bestOfAll(view, islands, BEST);

function living(view: View, { config }: RunFacts): ReadonlyMap<string, { readonly commit: string }> {
  const seed = view.entries(0)[0];
  const best = isBred(config)
    ? view.top(POPULATION, config.adjustable.k)
    : [view.best(), ...leading(view, config.fixed.islands, seed?.proposal.home ?? '')];
  const entries = [seed, ...best];
  return new Map(
    entries.flatMap((entry) =>
      entry?.candidate === undefined
        ? []
        : [[`evolve/${entry.proposal.id}`, { commit: entry.candidate.commit }] as const],
    ),
  );
}
