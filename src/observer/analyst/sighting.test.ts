import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_TEXT, type Sighting, saidOf, unheard, unsaid } from './sighting.ts';

const seen = (head: string, rest = ''): Sighting => ({ kind: 'alert', head, rest });

describe('what is new', () => {
  it('knows what code has seen by its head, whatever follows', () => {
    const before = [saidOf(seen('round 4 takes far longer', 'it has gone on for 20 min')).text];
    expect(unsaid([seen('round 4 takes far longer', '40 min'), seen('round 5 takes far longer')], before)).toEqual([
      seen('round 5 takes far longer'),
    ]);
    expect(unsaid([seen('a', '1'), seen('a', '2')], [])).toEqual([seen('a', '1')]);
  });

  it('says a sighting once: what was said is never unsaid again', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 500 });
    fc.assert(
      fc.property(texts, texts, texts, (head, rest, later) => {
        const { text } = saidOf(seen(head, rest));
        expect([...text].length).toBeLessThanOrEqual(MOST_TEXT);
        expect(unsaid([seen(head, later)], [text])).toEqual([]);
      }),
    );
  });

  it.each([
    ['The cache is cold for every task.', 'the cache is cold, for every task', true],
    ['The cache is cold for every task.', 'For each task the cache is cold', true],
    ['The cache is cold for every task.', 'The parser copies each line', false],
    ['exp_0003 is stuck in its gate', 'exp_0004 is stuck in its gate', false],
    ['r1-l0-d0 is stuck in its gate', 'r1-l0-d1 is stuck in its gate', false],
    ['r1-l0-d0 is stuck in its gate', 'It is stuck in its gate', true],
  ])('%s / %s', (before, text, same) => {
    expect(unheard([text], [before])).toEqual(same ? [] : [text]);
  });

  it('hears one of two that say the same, and nothing of what says nothing', () => {
    expect(unheard(['Look at the parser.', 'look at the parser', ' '], [])).toEqual(['Look at the parser.']);
  });
});
