import { better, type Direction } from '../domain/compare.ts';
import { isAllPlain, type RunConfig } from '../domain/config.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Question } from '../domain/question.ts';
import { rng } from '../domain/rng.ts';
import type { Memo } from '../domain/strategy.ts';
import type { Entry, RunFacts, View } from '../domain/view.ts';
import type { Outcome } from './local-search.ts';
import { newLiterals } from './new-literals.ts';
import { drawShort, type ShortState, startShort, tellShort } from './short-search.ts';
import { numbersOf, spaceOf, unknownOf, vectorOf } from './space.ts';

/** A promoted candidate's numbers get so many evaluations at most. */
export const PARTNER = 12;

/** Plain samples are left alone unless somebody says otherwise, and judges cost money. */
export const partnerMost = (config: RunConfig): number =>
  config.adjustable.partner ?? (isAllPlain(config) || config.fixed.judging !== undefined ? 0 : PARTNER);

/** `busy`: one is in flight. Memos go with the next proposal, whatever it is. */
export type Partner =
  | { readonly kind: 'none'; readonly memos: readonly Memo[] }
  | { readonly kind: 'busy' }
  | { readonly kind: 'gather'; readonly questions: readonly Question[] }
  | { readonly kind: 'propose'; readonly change: Change; readonly memos: readonly Memo[] };

export type Change = Required<Pick<Proposal, 'operator' | 'by' | 'parents' | 'inspirations' | 'arm' | 'edit'>>;

/** How far the numbers of one candidate have been tuned. */
interface Session {
  /** Which of its numbers move; none when there is nothing new. */
  readonly indices: readonly number[];
  readonly search: ShortState;
  readonly made: number;
  /** How many had been made when the last of them was the best. */
  readonly gained: number;
  readonly lead: string;
  /** The newest of its proposals, not told yet. */
  readonly last?: string;
}

/** Of all evaluations so many go into tuning, beside the first dozen: a run with many promotions is still its authors'. */
const SHARE = 0.25;

const IDLE: Partner = { kind: 'none', memos: [] };

/** So often a vector is drawn again that was tried before; small spaces run out. */
const TRIES = 20;

/**
 * Tunes the numbers that an agent has brought in with the candidate that is best now, one proposal at a time. It gives up when half of what it may
 * spend brings nothing, and when another candidate becomes best.
 */
export function partner(view: View, run: RunFacts, id: string): Partner {
  const { operator } = run.config.adjustable;
  const most = partnerMost(run.config);
  const best = view.best();
  if (operator !== 'agent' || most === 0 || best === undefined) return IDLE;
  const { partner: spent, charged } = view.counts();
  if (spent >= most + SHARE * charged) return IDLE;
  const promoted = view.entry(spaceOf(best));
  if (promoted === undefined || !isAuthored(promoted)) return IDLE;
  const memo = view.memo(keyOf(promoted));
  if (isSession(memo)) return goOn(memo, promoted, best, view, run, id);
  const origins = originsOf(promoted, view);
  const questions = unknownOf(view, [promoted, ...origins].map(spaceOf));
  if (questions.length > 0) return { kind: 'gather', questions };
  return goOn(begin(promoted, origins, view), promoted, best, view, run, id);
}

const BUILT_IN = ['tune', 'syntax', 'user'];
const isAuthored = ({ proposal }: Entry): boolean => !BUILT_IN.includes(proposal.by);

/** What its numbers are compared with: its parents, and those of a mended one's before it. */
function originsOf({ proposal }: Entry, view: View): readonly Entry[] {
  const parents = proposal.parents.flatMap((parent) => view.entry(parent) ?? []);
  if (proposal.operator !== 'repair') return parents;
  return parents.flatMap((broken) => broken.proposal.parents.flatMap((parent) => view.entry(parent) ?? []));
}

function begin(promoted: Entry, origins: readonly Entry[], view: View): Session {
  const own = numbersOf(view, promoted.proposal.id);
  const values = origins.map((origin) => {
    const vector = vectorOf(origin, view);
    return numbersOf(view, spaceOf(origin)).map(({ value, integer }, i) => ({ value: vector[i] ?? value, integer }));
  });
  const indices = newLiterals(own, values);
  const search = startShort(indices.flatMap((index) => own[index] ?? []));
  return { indices, search, made: 0, gained: 0, lead: promoted.proposal.id };
}

function goOn(before: Session, promoted: Entry, best: Entry, view: View, run: RunFacts, id: string): Partner {
  const memos = (value: Session): readonly Memo[] => [{ key: keyOf(promoted), value }];
  if (before.indices.length === 0)
    return view.memo(keyOf(promoted)) === undefined ? { kind: 'none', memos: memos(before) } : IDLE;
  const last = before.last === undefined ? undefined : view.entry(before.last);
  if (last !== undefined && last.placement === undefined) return { kind: 'busy' };
  const { direction, seed } = run.config.fixed;
  const told = last === undefined ? before : tell(before, last, best, view, direction);
  const most = partnerMost(run.config);
  if (told.made >= most || told.made - told.gained >= Math.ceil(most / 2)) return IDLE;
  const lead = view.entry(told.lead) ?? promoted;
  const literals = another(told, lead, view, (attempt) => rng(seed, 'partner', id, attempt));
  if (literals === undefined) return IDLE;
  const change: Change = {
    operator: 'mutate',
    by: 'tune',
    parents: [lead.proposal.id],
    inspirations: [],
    arm: 'partner',
    edit: { of: promoted.proposal.id, literals },
  };
  return { kind: 'propose', change, memos: memos({ ...told, made: told.made + 1, last: id }) };
}

function tell(before: Session, last: Entry, best: Entry, view: View, direction: Direction): Session {
  const parent = view.entry(last.proposal.parents[0]);
  const outcome = parent === undefined ? undefined : outcomeOf(last, parent, direction);
  if (parent === undefined || outcome === undefined) return before;
  const part = (entry: Entry): readonly number[] => picked(before.indices, vectorOf(entry, view));
  const search = tellShort(before.search, part(last), part(parent), outcome);
  // Another operator may have found better numbers meanwhile.
  const lead = outcome === 'better' ? last : parent;
  const ahead = outcomeOf(best, lead, direction) === 'better' ? best : lead;
  return {
    ...before,
    search,
    lead: ahead.proposal.id,
    gained: outcome === 'better' ? before.made : before.gained,
  };
}

function outcomeOf(entry: Entry, parent: Entry, direction: Direction): Outcome | undefined {
  if (entry.evaluation === undefined || parent.evaluation === undefined) return undefined;
  if (entry.evaluation.outcome !== 'scored') return 'invalid';
  if (better(entry.evaluation, parent.evaluation, direction)) return 'better';
  return better(parent.evaluation, entry.evaluation, direction) ? 'worse' : 'equal';
}

/** The lead's numbers with another step in those that move, unlike all that came of the lead before. */
function another(
  { indices, search }: Session,
  lead: Entry,
  view: View,
  random: (attempt: number) => ReturnType<typeof rng>,
): readonly number[] | undefined {
  const vector = vectorOf(lead, view);
  const known = new Set([vector.join()]);
  for (const { proposal } of view.children(lead.proposal.id, 2 * PARTNER))
    known.add(proposal.edit?.literals.join() ?? '');
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const part = drawShort(search, picked(indices, vector), random(attempt));
    const literals = [...vector];
    for (const [i, index] of indices.entries()) literals[index] = part[i] ?? Number.NaN;
    if (!known.has(literals.join())) return literals;
  }
  return undefined;
}

const picked = (indices: readonly number[], vector: readonly number[]): readonly number[] =>
  indices.map((index) => vector[index] ?? Number.NaN);

const keyOf = ({ proposal }: Entry): string => `partner/${proposal.id}`;

const isSession = (memo: unknown): memo is Session => typeof memo === 'object' && memo !== null && 'indices' in memo;
