import { scoreOf } from '../domain/compare.ts';
import { commandDirection, isAllPlain } from '../domain/config.ts';
import type { Dossier, ParentFacts } from '../domain/lane.ts';
import type { Proposal } from '../domain/proposal.ts';
import type { Entry, View } from '../domain/view.ts';
import { directivesFor } from './directives.ts';
import { failures, inALine } from './failures.ts';
import { laneFactsOf, openingOf } from './lane-facts.ts';

/** What a benchmark said may be long; this much of its end goes to the next proposer. */
const MOST_TEXT = 4000;

/**
 * The facts that a proposal is made with: its parents, what was tried from them and their kin and failed, and its inspirations.
 * Only what is placed is told of others, so that it is the same however many are worked on at once. A plain sample is told of
 * nobody: it is what somebody would do who has tried nothing yet. In a round nothing is told of its other lanes. What the user
 * says is told to everybody.
 */
export function dossierOf(view: View, proposal: Proposal): { readonly seed: number; readonly dossier: Dossier } {
  const run = view.run();
  if (run === undefined) throw new Error('the run is not open');
  const { identity, fixed } = run.config;
  const isPlain = proposal.arm === 'control' || isAllPlain(run.config);
  const baseline = scoreIn(view.entries(0)[0]);
  const directives = directivesFor(view, proposal);
  const [lane, opening] = [laneFactsOf(view, proposal), openingOf(view, proposal)];
  const best = opening === undefined ? scoreIn(view.best()) : (opening.best?.score ?? null);
  const dossier = {
    fitness: identity.fitness,
    ...(fixed.judging === undefined ? {} : { judged: fixed.judging.weight }),
    direction: fixed.direction,
    ...(commandDirection(fixed) === fixed.direction ? {} : { commandDirection: commandDirection(fixed) }),
    scope: identity.files,
    ...(fixed.target === undefined ? {} : { target: fixed.target }),
    baseline,
    best: isPlain ? baseline : best,
    parents: proposal.parents.flatMap((id) => factsOf(view, view.entry(id))),
    ...(isPlain ? { tried: [] } : failures(view, proposal, fixed.direction)),
    inspirations: proposal.inspirations.flatMap((id) => {
      const entry = view.entry(id);
      return entry === undefined ? [] : [inALine(entry)];
    }),
    ...(directives === undefined ? {} : { directives }),
    ...(lane === undefined ? {} : { lane }),
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
      ...(proposal.operator === 'seed' ? { original: true } : {}),
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

const scoreIn = (entry: Entry | undefined): number | null =>
  entry?.evaluation === undefined ? null : scoreOf(entry.evaluation);
