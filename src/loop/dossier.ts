import { better, type Direction, scoreOf } from '../domain/compare.ts';
import type { Dossier, ParentFacts, Tried } from '../domain/lane.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Entry, View } from '../domain/view.ts';

/** What a benchmark said may be long; this much of its end goes to the next proposer. */
const MOST_TEXT = 4000;

/** So many children are looked at for those that did not help, and so many of these are told. */
const MOST_CHILDREN = 32;
const MOST_TRIED = 8;

/**
 * The facts that a proposal is made with: its parents, what became of their other children, and its inspirations. Only
 * what is placed is told of others, so that it is the same however many are worked on at once.
 */
export function dossierOf(view: View, proposal: Proposal): { readonly seed: number; readonly dossier: Dossier } {
  const run = view.run();
  if (run === undefined) throw new Error('the run is not open');
  const { identity, fixed } = run.config;
  const dossier = {
    fitness: identity.fitness,
    direction: fixed.direction,
    scope: identity.files,
    baseline: scoreIn(view.entries(0)[0]),
    best: scoreIn(view.best()),
    parents: proposal.parents.flatMap((id) => factsOf(view, view.entry(id))),
    tried: triedFrom(view, proposal.parents[0], fixed.direction),
    inspirations: proposal.inspirations.flatMap((id) => {
      const entry = view.entry(id);
      return entry === undefined ? [] : [inALine(entry)];
    }),
  };
  return { seed: fixed.seed, dossier };
}

function factsOf(view: View, entry: Entry | undefined): readonly ParentFacts[] {
  if (entry === undefined) return [];
  const { proposal, candidate, evaluation } = entry;
  const twin = candidate?.form === undefined ? undefined : view.sameForm(candidate.form)?.proposal.id;
  return [
    {
      id: proposal.id,
      score: scoreIn(entry),
      summary: candidate?.summary ?? '',
      ...(evaluation?.outcome === 'scored' && Object.keys(evaluation.metrics).length > 0
        ? { metrics: evaluation.metrics }
        : {}),
      ...(evaluation?.outcome === 'scored' && evaluation.feedback !== undefined
        ? { feedback: evaluation.feedback.slice(-MOST_TEXT) }
        : {}),
      ...(evaluation?.outcome === 'invalid'
        ? { failure: { reason: evaluation.reason, tail: (evaluation.tail ?? '').slice(-MOST_TEXT) } }
        : {}),
      refused: candidate?.refused ?? [],
      ...(twin === undefined || twin === proposal.id ? {} : { sameSyntax: twin }),
    },
  ];
}

/** Its children that are not better than it is, newest first. */
function triedFrom(view: View, id: string, direction: Direction): readonly Tried[] {
  const parent = view.entry(id)?.evaluation;
  const helped = ({ evaluation }: Entry): boolean =>
    parent !== undefined && evaluation !== undefined && better(evaluation, parent, direction);
  const children = view.children(id, MOST_CHILDREN).filter((child) => !helped(child));
  return children.slice(0, MOST_TRIED).map(inALine);
}

function inALine(entry: Entry): Tried {
  const { proposal, candidate, dropped, evaluation } = entry;
  const reason = dropped?.reason ?? (evaluation?.outcome === 'invalid' ? evaluation.reason : undefined);
  return {
    id: proposal.id,
    summary: (candidate?.summary ?? proposal.brief.lens ?? '').slice(0, MOST_TEXT),
    score: scoreIn(entry),
    ...(reason === undefined ? {} : { reason: reason.slice(0, MOST_TEXT) }),
  };
}

const scoreIn = (entry: Entry | undefined): number | null =>
  entry?.evaluation === undefined ? null : scoreOf(entry.evaluation);
