import { describe, expect, it } from 'vitest';
import { proven } from './evidence.ts';

const SHOWN = new Map([
  ['a', ['task 7 timed out\n   after 30 s', 'score: 0.50']],
  ['b', ['task 7 timed out after 31 s']],
  ['c', []],
]);

const claim = (evidence: readonly string[], experiments: readonly string[] = ['a', 'b']) => ({
  description: 'task 7 never ends',
  experiments,
  evidence,
});

describe('evidence of a finding', () => {
  it.each<[name: string, evidence: readonly string[], experiments: readonly string[], kept: readonly string[] | 0]>([
    ['stands in a file', ['score: 0.50'], ['a', 'b'], ['score: 0.50']],
    ['is the same but for white space', ['task 7  timed out after 30 s'], ['a'], ['task 7 timed out after 30 s']],
    ['is made up', ['task 7 timed out after 99 s'], ['a', 'b'], 0],
    ['is corrected', ['Task 7 timed out'], ['a'], 0],
    ['joins two pieces', ['after 30 s score: 0.50'], ['a'], 0],
    ['is of another experiment', ['timed out after 31 s'], ['a'], 0],
    ['is of an experiment that was not shown', ['timed out after 31 s'], ['z'], 0],
    ['is of one of which nothing was shown', ['timed out after 31 s'], ['c'], 0],
    ['is too short to prove anything', ['task'], ['a'], 0],
    ['is empty', ['', '   '], ['a'], 0],
    ['is not there', [], ['a'], 0],
    ['is partly made up', ['made up altogether', 'score: 0.50'], ['a'], ['score: 0.50']],
    ['comes twice', ['score: 0.50', 'score:  0.50'], ['a'], ['score: 0.50']],
  ])('%s', (_, evidence, experiments, kept) => {
    const { findings, unproven } = proven([claim(evidence, experiments)], SHOWN);
    if (kept === 0) expect({ findings, unproven }).toEqual({ findings: [], unproven: 1 });
    else expect(findings).toEqual([claim(kept, experiments)]);
  });

  it('is at most three quotes, each shorter than 200 characters', () => {
    const text = Array.from({ length: 60 }, (_, nth) => `line number ${nth};`).join(' ');
    const shown = new Map([['a', [text]]]);
    const long = proven([claim([text.slice(0, 200)], ['a'])], shown);
    expect(long).toEqual({ findings: [], unproven: 1 });
    expect(proven([claim([text.slice(0, 199).trim()], ['a'])], shown).findings).toHaveLength(1);
    const many = [1, 2, 3, 4, 5].map((nth) => `line number ${nth};`);
    expect(proven([claim(many, ['a'])], shown).findings[0]?.evidence).toEqual(many.slice(0, 3));
  });

  it('takes experiments that were not shown out of what it is about', () => {
    const [finding] = proven([claim(['score: 0.50'], ['z', 'a', 'a'])], SHOWN).findings;
    expect(finding?.experiments).toEqual(['a']);
  });
});
