import type { View } from '../../src/domain/view.ts';

/** The keys of a round's questions and memos that a tree is told with. */
const ROUND = ['', '/hints', '/brief', '/plan', '/end', '/ideate/frontier', '/ideate/failures', '/ideate/literature'];

/** Everything that a run of rounds has come to, without when and in which order it came there. */
export function treeOf(view: View): unknown {
  const run = view.run();
  const entries = Array.from({ length: (run?.batch ?? 0) + 1 }, (_, batch) => view.entries(batch)).flat();
  const nodes = entries.map(({ proposal, candidate, evaluation, placement, experiment, alive, homes }) => {
    const { createdAt: _1, changedAt: _2, chargedAt: _3, ...known } = experiment ?? {};
    const attempts = view.attempts(proposal.id).map(({ startedAt: _4, end, ...attempt }) => {
      const { endedAt: _5, ...ended } = end ?? {};
      return { ...attempt, end: ended };
    });
    return { proposal, candidate, evaluation, placement, experiment: known, alive, homes, attempts };
  });
  const rounds = Array.from({ length: 20 }, (_, nth) => nth + 1).map((round) =>
    ROUND.map((part) => [view.memo(`round/${round}${part}`), view.answer(`round/${round}${part}`)]),
  );
  const calls = view.callsAfter('', 10_000).map(({ key, agent, role, session }) => ({ key, agent, role, session }));
  return {
    nodes,
    rounds,
    calls,
    counts: view.counts(),
    statuses: run?.statuses,
    best: view.best()?.proposal.id,
    end: run?.end,
    history: view.history(100),
  };
}
