import { better, scoreOf } from '../../../domain/compare.ts';
import { isComparable } from '../../../domain/conclusion.ts';
import { hypothesisOf } from '../../../domain/hypothesis.ts';
import type { Opening, Pattern } from '../../../domain/round.ts';
import type { Entry, RunFacts, View } from '../../../domain/view.ts';
import { clipped, entriesOf, inOrder, roundEntries, roundsOf } from '../course.ts';
import { axisWarning } from './axis.ts';
import { featuresOf, intersections, named, SEVERAL } from './feature.ts';
import { errorTexts, failedGates, zeroTasks } from './shown.ts';

/** Of each kind: beyond them the prompt would be about nothing else. */
const MOST_FEATURES = 12;
const MOST_PATTERNS = 200;
const MOST_TEXT = 120;
/** Rounds back in which a plateau is looked for. */
const ROUNDS_BACK = 4;

/** What experiments have in common, counted: of what is new and of whom to branch from. Costs no more after a long history. */
export function patternsOf(view: View, run: RunFacts, { round, scans, parents }: Opening): readonly Pattern[] {
  const ids = new Set([...scans.flatMap(({ experiments }) => experiments), ...parents.map(({ id }) => id)]);
  const entries = entriesOf(view, [...ids]).toSorted(inOrder);
  const { direction } = run.config.fixed;
  const features = [
    ...featuresOf('gate', entries, (entry) => failedGates(view, entry)).slice(0, MOST_FEATURES),
    ...featuresOf('task', entries, (entry) => zeroTasks(entry, direction)).slice(0, MOST_FEATURES),
    ...featuresOf('error', entries, (entry) => errorTexts(view, entry)).slice(0, MOST_FEATURES),
  ].filter(({ experiments }) => experiments.length >= SEVERAL);
  const recent = Array.from({ length: ROUNDS_BACK }, (_, back) => round - 1 - back).flatMap((nth) =>
    roundEntries(view, nth),
  );
  const committed = new Map([...entries, ...recent].filter(isChild).map((entry) => [entry.proposal.id, entry]));
  const singles = features.map((feature): Pattern => ({ ...feature, label: named(feature) }));
  return [
    ...axisWarning(run, [...committed.values()], roundsOf(run).plateau),
    ...entries.flatMap((entry) => improver(view, run, entry)),
    ...singles,
    ...intersections(features).toSorted((a, b) => b.experiments.length - a.experiments.length),
  ].slice(0, MOST_PATTERNS);
}

const isChild = (entry: Entry): boolean => entry.proposal.operator !== 'seed' && isComparable(entry);

function improver(view: View, { config }: RunFacts, entry: Entry): readonly Pattern[] {
  const { proposal, evaluation } = entry;
  const parent = view.entry(proposal.parents[0]);
  if (!isChild(entry) || evaluation === undefined || parent?.evaluation === undefined) return [];
  if (!better(evaluation, parent.evaluation, config.fixed.direction)) return [];
  const gained = `${scoreOf(parent.evaluation)} to ${scoreOf(evaluation)}`;
  const label = `${proposal.id} took ${proposal.parents[0]} from ${gained}: ${clipped(hypothesisOf(entry), MOST_TEXT)}`;
  return [{ kind: 'improver', label, experiments: [proposal.id] }];
}
