import type { Entry, View } from '../domain/view.ts';

/** Of a history, so many are read at once. */
const PAGE = 64;

/**
 * What a driver that was killed has left open of a strategy without a barrier: what is evaluated and has no place yet, and
 * what filled idle slots. Looked at once, before anything is started.
 */
export function leftOpen(view: View): { readonly unplaced: readonly string[]; readonly idle: readonly string[] } {
  const { open } = view.counts();
  const unfinished = view.unfinished(open);
  const evaluated = evaluatedIn(view, open - unfinished.length);
  return {
    unplaced: evaluated.filter((entry) => !isIdle(entry)).map(idOf),
    idle: [...evaluated, ...unfinished].filter(isIdle).map(idOf),
  };
}

/** Those without a place that need no more work, in order; there are so many of them. */
function evaluatedIn(view: View, count: number): readonly Entry[] {
  const first = view.unplaced();
  if (first === undefined || count <= 0) return [];
  const found = isDone(first) ? [first] : [];
  for (let at = first; found.length < count; ) {
    const page = view.entriesAfter(at.proposal.batch, at.proposal.ord, PAGE);
    found.push(...page.filter(isDone));
    const last = page.at(-1);
    if (last === undefined) break;
    at = last;
  }
  return found;
}

/** What people make is theirs. */
const isDone = ({ proposal, placement, dropped, evaluation }: Entry): boolean =>
  proposal.hand !== true &&
  placement === undefined &&
  (dropped !== undefined || (evaluation !== undefined && evaluation.outcome !== 'broken'));

export const isIdle = ({ proposal }: Entry): boolean => proposal.arm === 'idle';

const idOf = ({ proposal }: Entry): string => proposal.id;
