import { expect, it } from 'vitest';
import { configOf, SEED } from '../../test/fake/config.ts';
import { open } from '../../test/fake/run.ts';
import type { RunConfig } from '../domain/config.ts';
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

const viewOf = (...events: readonly Event[]) => viewOfRun(configOf({ direction: 'min' }), events);

function viewOfRun(config: RunConfig, events: readonly Event[]) {
  const journal = memoryJournal('r1', () => 0);
  open(journal, config, [5], 5);
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

const all = (...ids: readonly (readonly [string, Evaluation, (string | undefined)?])[]): readonly Event[] =>
  ids.flatMap(([id, evaluation, parent]) => [...made(id, evaluation, parent), placed(id)]);

it('tells what failed from ancestors, the nearest first, and nothing of the line itself', () => {
  const view = viewOf(
    ...all(['a', scored(4)], ['a-bad', scored(6)], ['a-worse', scored(7)], ['aa', scored(3), 'a']),
    ...all(['aa-bad', INVALID, 'a'], ['even', scored(3), 'aa'], ['even-bad', scored(9), 'even']),
    ...all(['b', scored(1)], ['b-bad', scored(2), 'b']),
  );
  const { tried, kin } = dossierOf(view, proposal('next', 'even')).dossier;
  expect(tried.map(({ id }) => id)).toEqual(['even-bad']);
  expect(kin?.map(({ id, from }) => `${id} from ${from}`)).toEqual([
    'aa-bad from a',
    `a-worse from ${SEED}`,
    `a-bad from ${SEED}`,
  ]);
  expect(kin?.[0]?.reason).toBe('benchmark exited with code 1');
});

it('looks no farther than three generations up', () => {
  const line = ['a', 'b', 'c', 'd'].map((id, index, ids) => [id, scored(4 - index), ids[index - 1]] as const);
  const view = viewOf(...all(...line, ['seed-bad', scored(9)], ['a-bad', scored(9), 'a']));
  expect(dossierOf(view, proposal('next', 'd')).dossier.kin?.map(({ id }) => id)).toEqual(['a-bad']);
});

it('tells an idea once, twelve at most, and little of each', () => {
  const idea = (id: string, summary: string, parent = SEED): readonly Event[] => [
    ...made(id, scored(9), parent).map((event) =>
      event.type === 'applied' ? { ...event, candidate: { ...event.candidate, summary } } : event,
    ),
    placed(id),
  ];
  const long = (index: number) => `idea ${index} ${'x'.repeat(5000)}`;
  const view = viewOf(
    ...idea('again', 'Use a heap'),
    ...Array.from({ length: 30 }, (_, index) => idea(`s${index}`, long(index))).flat(),
    ...all(['a', scored(4)]),
    ...idea('own', 'use a  heap', 'a'),
    ...Array.from({ length: 20 }, (_, index) => idea(`o${index}`, 'the same', 'a')).flat(),
  );
  const { tried, kin = [] } = dossierOf(view, proposal('next', 'a')).dossier;
  expect(tried.map(({ id }) => id)).toEqual(['o19', 'own']);
  expect(kin).toHaveLength(10);
  expect(kin.map(({ id }) => id)).not.toContain('again');
  expect(JSON.stringify([tried, kin]).length).toBeLessThan(5000);
});

it('tells what was mended by what came of it', () => {
  const repair = (id: string, parent: string, evaluation: Evaluation): readonly Event[] => [
    ...made(id, evaluation, parent).map((event) =>
      event.type === 'proposed' ? { ...event, proposal: { ...event.proposal, operator: 'repair' as const } } : event,
    ),
    placed(id),
  ];
  const view = viewOf(
    ...[...all(['one', INVALID]), ...repair('one-r', 'one', scored(4))],
    ...[...all(['two', INVALID]), ...repair('two-r', 'two', scored(6))],
    ...[...all(['three', INVALID]), ...repair('three-r', 'three', INVALID)],
  );
  expect(dossierOf(view, proposal('next')).dossier.tried).toEqual([
    { id: 'three', summary: 'made three', score: null, reason: 'benchmark exited with code 1' },
    { id: 'two-r', summary: 'made two', score: 6 },
  ]);
  // Who mends thinks of one error.
  expect(dossierOf(view, proposal('next', 'three', { operator: 'repair' })).dossier.kin).toBeUndefined();
});

it('tells the last that a failing command printed', () => {
  const tail = 'Traceback:\n  a line\nValueError: nine is too many\n';
  const view = viewOf(...all(['bad', { ...INVALID, tail }]));
  const { tried } = dossierOf(view, proposal('next')).dossier;
  expect(tried[0]?.reason).toBe('benchmark exited with code 1 (ValueError: nine is too many)');
});

it('tells a plain sample of nobody', () => {
  const view = viewOf(...all(['better', scored(1)], ['worse', scored(9)]));
  const { tried, kin, best, baseline } = dossierOf(view, proposal('next', SEED, { arm: 'control' })).dossier;
  expect({ tried, kin, best, baseline }).toEqual({ tried: [], kin: undefined, best: 5, baseline: 5 });
});

it('tells nobody of others where all are plain samples', () => {
  const events = [
    ...made('better', scored(1), 'seed'),
    placed('better'),
    ...made('worse', scored(9), 'seed'),
    placed('worse'),
  ];
  const view = viewOfRun(configOf({ direction: 'min' }, {}, 'best-of-n'), events);
  const { tried, best } = dossierOf(view, proposal('next', 'seed')).dossier;
  expect({ tried, best }).toEqual({ tried: [], best: 5 });
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
