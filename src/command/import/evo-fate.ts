import type { Event } from '../../domain/event.ts';
import { DISCARDED } from '../../domain/experiment-fold.ts';
import type { EvoExperiment } from './evo-files.ts';
import type { Try } from './evo-history.ts';

/** What became of an experiment beyond its attempts: `last` is the newest of those whose code is there. */
export function fateOf({ node }: EvoExperiment, last: Try | undefined): readonly Event[] {
  const { id, status } = node;
  const discard = (reason: string): readonly Event[] => [
    { type: 'discarded', experiment: id, reason },
    ...(last === undefined || last.ending.end.cause === 'machine'
      ? [{ type: 'placed' as const, proposal: id, placement: { kind: 'refused' as const, reason: DISCARDED } }]
      : []),
  ];
  const reached = last?.ending.end.outcome;
  switch (status) {
    case 'root':
    case 'pending':
    case 'active':
      return [];
    case 'discarded':
      return discard(node.discard_reason ?? node.error ?? 'evo gives no reason');
    case 'pruned': {
      const reason = node.pruned_reason ?? 'evo gives no reason';
      if (reached !== 'committed' && reached !== 'evaluated') return discard(`${reason} (${lost(node)})`);
      return [{ type: 'pruned', experiment: id, kind: node.prune_kind ?? 'exhausted', reason }];
    }
    case 'committed':
    case 'evaluated':
    case 'failed':
      // A score that is no number has come to nothing, whatever evo made of it.
      return reached === status || (reached === 'failed' && node.score == null) ? [] : discard(lost(node));
  }
}

function lost({ status, score }: EvoExperiment['node']): string {
  const said = score == null ? status : `${status} with ${score}`;
  return `evo had it ${said}, but neither its commit nor a patch that fits is left`;
}
