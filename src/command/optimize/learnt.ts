import { hypothesisOf } from '../../domain/hypothesis.ts';
import type { Entry, View } from '../../domain/view.ts';
import { difference, scoreIn } from '../document.ts';
import { alike } from '../exp/alike.ts';

/** Of each kind; more are in `evolve exp tree`, `discards` and `notes`. */
const MOST = 12;
/** Of those that are looked through. */
const RECENT = 400;

/** What is known now that was not known before. */
export interface Learnt {
  /** What held beyond one experiment, the newest first. */
  readonly notes: readonly string[];
  /** Committed and valid, the greatest gain over its parent first. */
  readonly worked: readonly Step[];
  /** Given up or not better, with how often the same was found. */
  readonly failed: readonly Failed[];
  /** Commits that an audit, or somebody, has called invalid. */
  readonly invalid: readonly Failed[];
}

export interface Step {
  readonly id: string;
  readonly parent: string;
  readonly hypothesis: string;
  /** What was done, in its author's words. */
  readonly summary: string;
  readonly score: number | null;
  readonly delta: number | null;
}

export interface Failed {
  readonly id: string;
  readonly hypothesis: string;
  readonly reason: string;
  /** Others of which the same was said. */
  readonly alike: number;
}

export function learntFrom(view: View): Learnt {
  const laid = [...view.experiments('discarded', RECENT), ...view.experiments('pruned', RECENT)];
  const invalid = laid.filter(({ experiment }) => experiment?.laid?.kind === 'invalid');
  const failed = laid.filter(({ experiment }) => experiment?.laid?.kind === undefined);
  return {
    notes: view.remarks({ kind: 'note', general: true }, MOST).map(({ text }) => text),
    worked: workedIn(view).slice(0, MOST),
    failed: grouped(failed).slice(0, MOST),
    invalid: grouped(invalid).slice(0, MOST),
  };
}

function workedIn(view: View): readonly Step[] {
  const sign = view.run()?.config.fixed.direction === 'min' ? -1 : 1;
  return view
    .experiments('committed', RECENT)
    .filter(({ alive, proposal }) => alive && proposal.operator !== 'seed')
    .map((entry): Step => {
      const [parent] = entry.proposal.parents;
      const score = scoreIn(entry);
      const delta = difference(score, scoreIn(view.entry(parent)));
      return {
        id: entry.proposal.id,
        parent,
        hypothesis: hypothesisOf(entry),
        summary: entry.candidate?.summary ?? '',
        score,
        delta,
      };
    })
    .toSorted((a, b) => sign * ((b.delta ?? 0) - (a.delta ?? 0)));
}

const grouped = (entries: readonly Entry[]): readonly Failed[] =>
  alike(entries, reasonOf).map(({ first, count }) => ({
    id: first.proposal.id,
    hypothesis: hypothesisOf(first),
    reason: reasonOf(first),
    alike: count - 1,
  }));

const reasonOf = ({ experiment }: Entry): string => experiment?.laid?.reason ?? '';
