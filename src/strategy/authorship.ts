import { tokensOf } from '../domain/agent.ts';
import { gain } from '../domain/compare.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Call } from '../domain/ledger.ts';
import type { Memo } from '../domain/strategy.ts';
import type { Entry, Improvement, View } from '../domain/view.ts';
import { choice } from './bandit.ts';
import { chosen, NOBODY, type Outcome, type Standings, told, type Weighed } from './standing.ts';

const KEY = 'authors';

/** How the authors of a run stand, after so many placements. */
export interface Ledgered extends Standings {
  readonly placements: number;
}

/** A run that gets a second author late is not read from its beginning. */
const MOST_RESULTS = 200;

/** Whose turn it is, by all results so far, and what is to be remembered of it. */
export function authorInTurn(view: View, authors: readonly Weighed[]): { readonly by?: string; readonly memo: Memo } {
  const now = standingsNow(view, authors);
  const by = choice(now, authors);
  if (by === undefined) return { memo: { key: KEY, value: now } };
  return { by, memo: { key: KEY, value: { ...now, ...chosen(now, by) } } };
}

/** What was remembered, brought up to date. */
export function standingsNow(view: View, authors: readonly Weighed[]): Ledgered {
  const before = remembered(view);
  const placements = view.counts().proposed - view.counts().open;
  const since = Math.min(MOST_RESULTS, placements - before.placements);
  if (since <= 0) return before;
  // Each of them may have been best, after one that was before.
  const bests = view.improvements(since + 1);
  const names = new Set(authors.map(({ name }) => name));
  const outcomes = view
    .placed(since)
    .toReversed()
    .flatMap((entry) => outcomeOf(view, entry, bests, names));
  return { ...before, ...outcomes.reduce(told, before), placements };
}

/** Nothing where no choice was made yet. */
export function remembered(view: Pick<View, 'memo'>): Ledgered {
  const memo = view.memo(KEY);
  return isLedgered(memo) ? memo : { ...NOBODY, placements: 0 };
}

/** Plain samples say nothing: late in a run it is easy to beat the seed. */
function outcomeOf(
  view: View,
  entry: Entry,
  bests: readonly Improvement[],
  names: ReadonlySet<string>,
): readonly Outcome[] {
  const { proposal, candidate, sameAs } = entry;
  const calls = callsOf(view, proposal.id);
  const author = calls[0]?.agent ?? proposal.by;
  if (proposal.arm !== undefined || !names.has(author)) return [];
  const at = bests.findIndex((best) => best.candidate === proposal.id);
  const lead =
    at < 0 ? {} : { lead: Math.abs((bests[at]?.score ?? 0) - (bests[at - 1]?.score ?? bests[at]?.score ?? 0)) };
  const outcome: Outcome = {
    author,
    repair: proposal.operator === 'repair',
    candidate: candidate !== undefined && sameAs === undefined,
    gain: sameAs === undefined ? gainOf(view, entry) : 0,
    ...lead,
    spent: calls.map(spentOn),
  };
  return [outcome];
}

/** An answer that could not be used went back once, and one that failed may have been asked once more. */
const STEPS = ['author', 'author/again', 'author/retry', 'author/retry/again'];

const callsOf = (view: View, id: string): readonly Call[] => STEPS.flatMap((step) => view.call(`${id}/${step}`) ?? []);

const spentOn = ({ usd, usage }: Call): Outcome['spent'][number] => ({
  ...(usd === undefined ? {} : { usd }),
  ...(usage === undefined ? {} : { tokens: tokensOf(usage) }),
});

/** By how much it is better than what it was made from. */
function gainOf(view: View, { proposal, evaluation }: Entry): number {
  const direction = view.run()?.config.fixed.direction;
  const from = scoredAncestor(view, proposal.parents[0]);
  if (direction === undefined || from === undefined || evaluation?.outcome !== 'scored') return 0;
  const { delta, better } = gain(evaluation.samples, from.samples, direction);
  return better ? Math.abs(delta) : 0;
}

/** What is mended was invalid: it counts from what that was made from. */
function scoredAncestor(view: View, id: string): Extract<Evaluation, { outcome: 'scored' }> | undefined {
  const parent = view.entry(id);
  if (parent?.evaluation?.outcome === 'scored') return parent.evaluation;
  const before = parent === undefined ? undefined : view.entry(parent.proposal.parents[0])?.evaluation;
  return before?.outcome === 'scored' ? before : undefined;
}

const isLedgered = (memo: unknown): memo is Ledgered =>
  typeof memo === 'object' && memo !== null && 'authors' in memo && 'placements' in memo && 'turns' in memo;
