import { better, type Direction, scoreOf } from '../domain/compare.ts';
import { whyOf } from '../domain/failure.ts';
import type { Tried, TriedNear } from '../domain/lane.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Entry, View } from '../domain/view.ts';

/** So many children of one are looked at for those that did not help. */
const MOST_CHILDREN = 32;
/** A round may have brought as many of one. */
const MOST_IN_ROUNDS = 128;
/** More than these nobody reads: of the parent itself, and of its kin when that leaves room. */
const MOST_OWN = 8;
const MOST_TOLD = 12;
/** Ancestors whose other children are kin: farther ones were other code. */
const GENERATIONS = 3;
/** An idea and a reason are told in a sentence each. */
const MOST_TEXT = 300;

interface Failures {
  readonly tried: readonly Tried[];
  readonly kin?: readonly TriedNear[];
}

/**
 * What was tried from the parent of a proposal and from its ancestors and did not help there: the parent's own first, then the
 * nearest kin, newest first, each idea once.
 * Contract: bounded, however long the history is.
 */
export function failures(view: View, proposal: Proposal, direction: Direction): Failures {
  const [parent] = proposal.parents;
  const known = new Set<string>();
  const from = (id: string) => failedFrom(view, id, direction, proposal);
  const tried = distinct(from(parent), known)
    .slice(0, MOST_OWN)
    .map(({ told }) => told);
  // Who mends has one error to think of.
  if (proposal.operator === 'repair') return { tried };
  const line = view
    .lineage(parent, GENERATIONS + 1)
    .map(({ proposal }) => proposal.id)
    .toReversed();
  const kin = line
    .slice(1)
    .flatMap((kin) => distinct(from(kin), known).map(({ id, told }) => ({ id, told: { ...told, from: kin } })))
    .filter(({ id }) => !line.includes(id))
    .map(({ told }) => told)
    .slice(0, MOST_TOLD - tried.length);
  return kin.length === 0 ? { tried } : { tried, kin };
}

interface Failed {
  /** The child, which somebody may have mended. */
  readonly id: string;
  readonly told: Tried;
}

/** The children of one that are not better than it is, newest first. Numbers that were tuned say nothing to an author. */
function failedFrom(view: View, id: string, direction: Direction, proposal: Proposal): readonly Failed[] {
  const parent = view.entry(id)?.evaluation;
  return childrenFor(view, id, proposal).flatMap((child): readonly Failed[] => {
    if (child.proposal.edit !== undefined) return [];
    const mended = child.evaluation?.outcome === 'invalid' ? mendedOf(view, child) : undefined;
    const { evaluation } = mended ?? child;
    const helped = parent !== undefined && evaluation !== undefined && better(evaluation, parent, direction);
    if (helped) return [];
    const told = mended === undefined ? inALine(child) : { ...inALine(mended), summary: inALine(child).summary };
    return [{ id: child.proposal.id, told }];
  });
}

/** In a round those of the rounds before, in their order: who has its place first there depends on how many work at once. */
function childrenFor(view: View, id: string, { seat, batch }: Proposal): readonly Entry[] {
  if (seat === undefined) return view.children(id, MOST_CHILDREN);
  return view
    .children(id, MOST_IN_ROUNDS)
    .filter(({ proposal }) => proposal.batch < batch)
    .toSorted(({ proposal: a }, { proposal: b }) => b.batch - a.batch || b.ord - a.ord)
    .slice(0, MOST_CHILDREN);
}

function mendedOf(view: View, { proposal }: Entry): Entry | undefined {
  const [repair] = view.children(proposal.id, 1);
  return repair?.evaluation?.outcome === 'scored' ? repair : undefined;
}

/** Without those whose idea came to the same before. */
function distinct(failed: readonly Failed[], known: Set<string>): readonly Failed[] {
  return failed.filter(({ told: { summary, score, reason } }) => {
    // Without a score the summary may be but a lens.
    const idea = `${summary.replace(/\s+/g, ' ').trim().toLowerCase()}\n${score === null ? reason : ''}`;
    if (known.has(idea)) return false;
    known.add(idea);
    return true;
  });
}

export function inALine(entry: Entry): Tried {
  const { proposal, candidate, dropped, evaluation, experiment } = entry;
  const reason =
    dropped?.reason ?? experiment?.laid?.reason ?? (evaluation?.outcome === 'invalid' ? whyOf(evaluation) : undefined);
  return {
    id: proposal.id,
    summary: (candidate?.summary ?? proposal.brief.lens ?? '').slice(0, MOST_TEXT),
    score: evaluation === undefined ? null : scoreOf(evaluation),
    ...(reason === undefined ? {} : { reason: reason.slice(0, MOST_TEXT) }),
  };
}
