import { describe, expect, it } from 'vitest';
import { deadDirections, ignoredMechanisms, plateaus } from './direction.ts';
import { annotation, trial } from './sight.fixture.ts';
import type { Trial } from './sight.ts';

const SORT = ['src/a.ts#sort', 'src/b.ts'];
const tried = (count: number, more: Partial<Trial> = {}) =>
  Array.from({ length: count }, (_, index) => trial(`exp_000${index}`, { touched: SORT, ...more }));

describe('dead directions', () => {
  it.each<[why: string, trials: readonly Trial[], dead: boolean]>([
    ['three of the same places', tried(3), true],
    ['two', tried(2), false],
    ['in whatever order they are named', [...tried(2), trial('x', { touched: [...SORT].reverse() })], true],
    ['other places', [...tried(2), trial('x', { touched: ['src/a.ts#sort'] })], false],
    ['nobody knows what they touch', tried(5, { touched: [] }), false],
    ['laid aside since', tried(3, { status: 'discarded' }), true],
    [
      'one was committed there',
      [...tried(3), trial('x', { touched: SORT, status: 'committed', regressed: false })],
      false,
    ],
    ['they came to no score', tried(3, { status: 'failed', score: null, regressed: false }), false],
  ])('%s', (_, trials, dead) => {
    const found = deadDirections({ trials }, 3);
    expect(found.map(({ kind, head }) => [kind, head])).toEqual(
      dead ? [['hint', 'changes to src/a.ts#sort, src/b.ts keep regressing']] : [],
    );
  });

  it('names those that show it', () => {
    expect(deadDirections({ trials: tried(3) }, 3)[0]?.rest).toContain(
      '3 tries, none better (exp_0000, exp_0001, exp_0002)',
    );
  });
});

describe('mechanisms that nobody takes up', () => {
  const said = ['exp_0001', 'exp_0002', 'exp_0003'].map((id, at) =>
    annotation(id, `the tokenizer copies each line${at === 1 ? '!' : ''}`, at),
  );
  const later = (hypothesis: string, createdAt = 10) =>
    ['a', 'b', 'c'].map((id) => trial(id, { hypothesis, createdAt }));

  it.each([
    ['nobody speaks of it', said, later('a larger cache'), true],
    [
      'somebody does',
      said,
      [...later('a larger cache'), trial('d', { hypothesis: 'a faster tokenizer', createdAt: 11 })],
      false,
    ],
    ['two since', said, later('a larger cache').slice(1), false],
    ['they came before it was said', said, later('a larger cache', 1), false],
    ['two have said it', said.slice(1), later('a larger cache'), false],
    [
      'one has said it three times',
      said.map((one) => ({ ...one, experiment: 'exp_0001' })),
      later('a larger cache'),
      false,
    ],
    ['words that name nothing', said.map((one) => ({ ...one, text: 'it is no good' })), later('a cache'), false],
  ])('%s', (_, annotations, trials, ignored) => {
    const found = ignoredMechanisms({ trials, annotations: [...annotations].reverse() });
    expect(found.map(({ kind, head }) => [kind, head])).toEqual(
      ignored ? [['hint', 'annotations keep saying "the tokenizer copies each line"']] : [],
    );
  });
});

it('tells of an axis that is used up, and of no other pattern', () => {
  const experiments = ['exp_0001', 'exp_0002', 'exp_0003'];
  const found = plateaus([
    { kind: 'axis-warning', label: 'three changes at 12.5', experiments },
    { kind: 'gate', label: 'lint', experiments },
  ]);
  expect(found.map(({ kind, head }) => [kind, head])).toEqual([['hint', 'plateau at exp_0001']]);
  expect(found[0]?.rest).toContain('three changes at 12.5: exp_0001, exp_0002, exp_0003');
});
