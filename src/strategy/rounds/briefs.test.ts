import { describe, expect, it } from 'vitest';
import type { Idea, Pointer } from '../../domain/round.ts';
import { type Admission, admitted } from './briefs.ts';
import type { Discard } from './discards.ts';
import { rankedIdeas, unusedIdeas } from './ideate.ts';
import { shares } from './plan.ts';
import { briefFrom } from './world.fixture.ts';

const RULE: Admission = { parents: ['root', 'a'], width: 5, overlap: 0.6, discards: [] };
const at = (kind: Pointer['kind'], name: string): Pointer => ({ kind, name, why: `as ${name} shows` });
const discard = (hypothesis: string, parent = 'root'): Discard => ({
  id: 'r1-l0-d0',
  parent,
  hypothesis,
  objective: hypothesis,
  reason: 'slower',
});

describe('briefs', () => {
  it.each([
    { name: 'no objective', brief: briefFrom('root', '  '), reason: 'it has no objective' },
    {
      name: 'a parent that was not offered',
      brief: briefFrom('b', 'x'),
      reason: 'b is not one of those to branch from',
    },
    { name: 'no parent', brief: briefFrom('', 'x'), reason: 'nothing is not one of those to branch from' },
  ])('leaves out one with $name', ({ brief, reason }) => {
    expect(admitted([brief], RULE)).toMatchObject({ briefs: [], dropped: [{ reason }] });
  });

  it.each([
    { shared: 3, of: 5, clash: true },
    { shared: 2, of: 5, clash: false },
    { shared: 1, of: 1, clash: true },
  ])('two that share $shared of $of pointers clash: $clash', ({ shared, of, clash }) => {
    const pointers = (own: string) =>
      Array.from({ length: of }, (_, nth) => at('task', nth < shared ? `shared ${nth}` : `${own} ${nth}`));
    const two = [
      briefFrom('root', 'faster parsing', { pointers: pointers('x') }),
      briefFrom('root', 'less memory', { pointers: pointers('y') }),
    ];
    expect(admitted(two, RULE).briefs).toHaveLength(clash ? 1 : 2);
    expect(
      admitted([two[0] ?? briefFrom('', ''), { ...(two[1] ?? briefFrom('', '')), parent: 'a' }], RULE).briefs,
    ).toHaveLength(2);
  });

  it('goes by what pointers are about, not by how they are written, nor why', () => {
    const one = briefFrom('root', 'one', { pointers: [{ kind: 'file', name: './src/Parse.ts', why: 'slow' }] });
    const other = briefFrom('root', 'other', {
      pointers: [{ kind: 'file', name: '`src/parse.ts` ', why: 'hot loop' }],
    });
    const apart = briefFrom('root', 'apart', { pointers: [{ kind: 'task', name: 'src/parse.ts', why: 'slow' }] });
    expect(admitted([one, other, apart], RULE).briefs.map(({ objective }) => objective)).toEqual(['one', 'apart']);
  });

  it('two without pointers clash when they say nearly the same', () => {
    const written = [
      briefFrom('root', 'Cache the parsed header between calls'),
      briefFrom('root', 'cache the parsed header between all calls'),
      briefFrom('root', 'Sort once before the loop'),
    ];
    expect(admitted(written, RULE).dropped).toMatchObject([{ reason: 'too near to brief 1' }]);
  });

  it('are as many as the round is wide, the first first', () => {
    const written = ['parse', 'sort', 'cache', 'hash'].map((objective) => briefFrom('root', objective));
    const { briefs, dropped } = admitted(written, { ...RULE, width: 3 });
    expect(briefs.map(({ objective }) => objective)).toEqual(['parse', 'sort', 'cache']);
    expect(dropped).toEqual([{ objective: 'hash', reason: 'the round is 3 wide' }]);
  });

  it('are told that the same was given up before, from the same parent', () => {
    const rule = { ...RULE, discards: [discard('sort once before the loop'), discard('parse lazily', 'a')] };
    const { briefs } = admitted(
      [briefFrom('root', 'Sort once, before the loop'), briefFrom('root', 'Parse lazily')],
      rule,
    );
    expect(briefs.map(({ boundaries }) => boundaries)).toEqual([
      ['r1-l0-d0 has tried this before: sort once before the loop. Given up: slower'],
      [],
    ]);
  });
});

describe('the evaluations that are left', () => {
  it.each([
    { left: Number.POSITIVE_INFINITY, lanes: 3, depth: 5, each: [5, 5, 5] },
    { left: 7, lanes: 3, depth: 5, each: [3, 2, 2] },
    { left: 2, lanes: 3, depth: 5, each: [1, 1, 0] },
    { left: 40, lanes: 2, depth: 5, each: [5, 5] },
    { left: -1, lanes: 2, depth: 5, each: [0, 0] },
    { left: 5, lanes: 0, depth: 5, each: [] },
  ])('$left among $lanes lanes are $each', ({ left, lanes, depth, each }) => {
    expect(shares(left, lanes, depth)).toEqual(each);
  });
});

describe('ideas', () => {
  const idea = (hypothesis: string, gain: number, confidence: number, ideator: Idea['ideator'] = 'frontier'): Idea => ({
    ideator,
    hypothesis,
    technique: '',
    gain,
    confidence,
    sources: [],
  });

  it('are ranked by what they may bring, of equals the frontier’s first', () => {
    const ideas = [
      idea('read less', 0.1, 0.5, 'literature'),
      idea('write less', 0.1, 0.5, 'failures'),
      idea('move less', 0.5, 0.1),
      idea('think more', 0.2, 0.9),
      idea('no number', Number.NaN, 1),
    ];
    expect(rankedIdeas(ideas, []).map(({ hypothesis }) => hypothesis)).toEqual([
      'think more',
      'move less',
      'write less',
      'read less',
      'no number',
    ]);
  });

  it('are told once, and not at all where they were given up', () => {
    const ideas = [
      idea('sort the keys once before the loop', 0.1, 0.5),
      idea('Sort the keys once, before the loop', 0.3, 0.5, 'failures'),
      idea('use a heap', 0.9, 0.9),
    ];
    expect(rankedIdeas(ideas, [discard('Use a heap')]).map(({ gain }) => gain)).toEqual([0.3]);
  });

  it('wait until a brief takes them up, at most 30', () => {
    const many = Array.from({ length: 50 }, (_, nth) =>
      idea(`idea ${'abcdefghij'[nth % 10]}${nth} ${nth * 7}`, nth, 1),
    );
    expect(rankedIdeas(many, [])).toHaveLength(30);
    const ideas = [idea('use a heap for the queue', 1, 1), idea('sort once', 1, 1)];
    const briefs = [briefFrom('root', 'The queue is slow at 1,000 items: use a heap for it')];
    expect(unusedIdeas(ideas, briefs).map(({ hypothesis }) => hypothesis)).toEqual(['sort once']);
  });
});
