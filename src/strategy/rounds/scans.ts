import type { CandidateId } from '../../domain/candidate.ts';
import type { Status } from '../../domain/experiment.ts';
import type { Question } from '../../domain/question.ts';
import { isScanAnswer, type Opening, planAt, type ScanAnswer, scanKey } from '../../domain/round.ts';
import type { Entry, View } from '../../domain/view.ts';
import { entriesOf, inOrder, laneEntries } from './course.ts';
import { subjectOf } from './subject.ts';

export type Scan = Opening['scans'][number];

/** Of what others made: so many are read in a round, whatever there is. */
const MOST_OTHERS = 24;
/** As many are looked at to find them. */
const LOOKED_AT = 200;

const READ: readonly Status[] = ['committed', 'evaluated', 'failed', 'discarded'];

/** Where a run begins: whom to branch from, and what nobody has decided about. */
export function firstScans(view: View, parents: readonly CandidateId[], batch: number): readonly Scan[] {
  const undecided = view.experiments('evaluated', MOST_OTHERS).toSorted(inOrder);
  const ids = new Set([...parents, ...undecided.map(({ proposal }) => proposal.id)]);
  return chunked('start', [...ids], batch);
}

/** What is new since a round was opened: what its lanes have made, and what others have. */
export function newScans(view: View, last: Opening, batch: number): readonly Scan[] {
  const lanes = planAt(view, last.round)?.briefs ?? [];
  const own = lanes.flatMap((_, lane) => laneScans(view, last.round, lane, batch));
  const others = READ.flatMap((status) => view.experiments(status, LOOKED_AT))
    .filter(({ proposal, experiment }) => proposal.hand === true && (experiment?.changedAt ?? 0) > last.openedAt)
    .filter(isMeasured)
    .toSorted((a, b) => inOrder(b, a))
    .slice(0, MOST_OTHERS)
    .toSorted(inOrder);
  return [...own, ...chunked('hand', idsOf(others), batch)];
}

/** Of one lane: the names are the same whenever it is asked, once the lane is done. */
export function laneScans(view: View, round: number, lane: number, batch: number): readonly Scan[] {
  const ids = idsOf(laneEntries(view, round, lane).filter(isMeasured));
  return chunked(`l${lane}`, ids, batch).map((scan, nth) => (nth === 0 ? { ...scan, name: `l${lane}` } : scan));
}

function chunked(name: string, ids: readonly CandidateId[], size: number): readonly Scan[] {
  const count = Math.ceil(ids.length / size);
  return Array.from({ length: count }, (_, nth) => ({
    name: `${name}-${nth}`,
    experiments: ids.slice(nth * size, (nth + 1) * size),
  }));
}

/** There are files to read. */
const isMeasured = ({ experiment }: Entry): boolean => (experiment?.attempt ?? 0) > 0;

const idsOf = (entries: readonly Entry[]): readonly CandidateId[] => entries.map(({ proposal }) => proposal.id);

/** Those that nobody has answered yet. */
export const scanQuestions = (view: View, round: number, scans: readonly Scan[]): readonly Question[] =>
  scans
    .map(({ name, experiments }) => ({ key: scanKey(round, name), experiments }))
    .filter(({ key }) => view.answer(key) === undefined)
    .map(({ key, experiments }) => ({
      key,
      of: 'scan' as const,
      subjects: entriesOf(view, experiments).map((entry) => subjectOf(view, entry)),
    }));

export const scanAnswers = (view: View, { round, scans }: Opening): readonly ScanAnswer[] =>
  scans.map(({ name }) => view.answer(scanKey(round, name))).filter(isScanAnswer);
