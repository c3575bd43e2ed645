import type { Proposal } from '../domain/proposal.ts';
import type { Ask, Memo, Strategy } from '../domain/strategy.ts';
import type { RunFacts, View } from '../domain/view.ts';
import { isControl } from './control.ts';
import { type Change, partner } from './partner.ts';
import { steadyEnd } from './steady-end.ts';

/**
 * A steady search in which the numbers of an agent's candidate are tuned as soon as it is best, beside whatever else is in flight. No plateau ends
 * it before they are; a target and budgets do.
 */
export function withPartner(search: Strategy): Strategy {
  return {
    ...search,
    ask(view, slots, now) {
      const run = view.run();
      const end = run === undefined ? undefined : steadyEnd(view, run, now);
      const forced = end !== undefined && end.cause !== 'plateau';
      if (run === undefined || forced) return search.ask(view, slots, now);
      const nth = view.counts().proposed + 1;
      const next = partner(view, run, `c${nth}`);
      const ending = end !== undefined;
      if (next.kind === 'none') return withMemos(search.ask(view, slots, now), next.memos);
      if (slots <= 0) return { kind: 'wait' };
      if (next.kind === 'gather') return next;
      if (next.kind === 'busy') return ending ? { kind: 'wait' } : search.ask(view, slots, now);
      if (!ending && isControl(run, nth)) return search.ask(view, slots, now);
      return { kind: 'propose', proposals: [proposalOf(next.change, nth, view, run)], memos: next.memos };
    },
  };
}

function proposalOf(change: Change, nth: number, view: View, run: RunFacts): Proposal {
  const home = view.entry(change.edit.of)?.proposal.home ?? '';
  const brief = { objective: run.config.adjustable.goal, boundaries: [], pointers: [] };
  return { id: `c${nth}`, batch: nth, ord: 1, home, brief, ...change };
}

const withMemos = (ask: Ask, memos: readonly Memo[]): Ask =>
  ask.kind === 'propose' && memos.length > 0 ? { ...ask, memos: [...(ask.memos ?? []), ...memos] } : ask;
