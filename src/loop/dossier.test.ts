import { expect, it } from 'vitest';
import { configOf, SEED } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { Evaluation } from '../domain/evaluation.ts';
import type { Event } from '../domain/event.ts';
import type { Proposal } from '../domain/proposal.ts';
import { memoryJournal } from '../journal/journal.ts';
import { dossierOf } from './dossier.ts';

const scored = (score: number, metrics = {}): Evaluation => ({
  outcome: 'scored',
  epoch: 0,
  samples: [score],
  comparisons: [],
  metrics,
  channel: 'number',
  stages: [],
});
const INVALID: Evaluation = { outcome: 'invalid', epoch: 0, reason: 'benchmark exited with code 1', stages: [] };

const proposal = (id: string, parent = SEED, more: Partial<Proposal> = {}): Proposal => ({
  id,
  batch: 1,
  ord: 1,
  home: 'population',
  operator: 'mutate',
  by: 'claude',
  parents: [parent],
  inspirations: [],
  brief: { objective: '', boundaries: [], pointers: [], lens: 'caching' },
  ...more,
});

const made = (id: string, evaluation: Evaluation, parent?: string): readonly Event[] => [
  { type: 'proposed', proposal: proposal(id, parent) },
  {
    type: 'applied',
    candidate: { id, proposal: id, parents: [parent ?? SEED], commit: id, tree: id, summary: `made ${id}` },
  },
  { type: 'evaluated', candidate: id, evaluation },
];
const dropped = (id: string, kind: 'unchanged' | 'failed'): readonly Event[] => [
  { type: 'proposed', proposal: proposal(id) },
  { type: 'dropped', proposal: id, kind, reason: `${kind} for a reason` },
];
const placed = (id: string): Event => ({ type: 'placed', proposal: id, placement: { kind: 'refused', reason: '' } });

function viewOf(...events: readonly Event[]) {
  const journal = memoryJournal('r1', () => 0);
  open(journal, configOf({ direction: 'min' }), [5], 5);
  journal.append(() => events);
  return journal.view();
}

it('tells what was tried from the parent and did not help, newest first', () => {
  const view = viewOf(
    ...[...made('helped', scored(4)), placed('helped')],
    ...[...made('equal', scored(5)), placed('equal')],
    ...[...made('worse', scored(6)), placed('worse')],
    ...[...made('invalid', INVALID), placed('invalid')],
    ...[...dropped('same', 'unchanged'), placed('same')],
    ...[...dropped('late', 'failed'), placed('late')],
    ...[...made('elsewhere', scored(9), 'helped'), placed('elsewhere')],
    ...made('unplaced', scored(9)),
  );
  expect(dossierOf(view, proposal('next')).dossier.tried).toEqual([
    { id: 'late', summary: 'caching', score: null, reason: 'failed for a reason' },
    { id: 'same', summary: 'caching', score: null, reason: 'unchanged for a reason' },
    { id: 'invalid', summary: 'made invalid', score: null, reason: 'benchmark exited with code 1' },
    { id: 'worse', summary: 'made worse', score: 6 },
    { id: 'equal', summary: 'made equal', score: 5 },
  ]);
});

it('tells of no more than eight', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `n${index}`);
  const view = viewOf(...ids.flatMap((id) => [...made(id, scored(6)), placed(id)]));
  const { tried } = dossierOf(view, proposal('next')).dossier;
  expect(tried.map(({ id }) => id)).toEqual(ids.slice(-8).reverse());
});

it('tells the numbers of its parents, and its inspirations in a line', () => {
  const view = viewOf(
    ...made('one', scored(3, { passes: 2 })),
    placed('one'),
    ...made('two', scored(4)),
    placed('two'),
  );
  const { dossier } = dossierOf(view, proposal('next', 'one', { inspirations: ['two', 'nobody'] }));
  expect(dossier.parents).toMatchObject([{ id: 'one', metrics: { passes: 2 } }]);
  expect(dossier.inspirations).toEqual([{ id: 'two', summary: 'made two', score: 4 }]);
});
