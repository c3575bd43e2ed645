import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerIn } from './warm-line.ts';

const ID = '6f1d6c3e-1b1f-4a55-9d55-0f8e3f1c2a10';

describe('the answer of a warm server', () => {
  it('is the result without the id', () => {
    const line = JSON.stringify({ id: ID, score: 2, metrics: { a: 1 } });
    expect(answerIn(line, ID)).toEqual({ kind: 'answered', result: '{"score":2,"metrics":{"a":1}}' });
  });

  it('may be a failure', () => {
    expect(answerIn(JSON.stringify({ id: ID, error: 'no tour' }), ID)).toEqual({ kind: 'failed', reason: 'no tour' });
  });

  it.each([
    ['', 'nothing'],
    ['{"score": 1e9}', 'no id'],
    ['{"id": "1", "score": 1e9}', 'another id'],
    [`{"id": ["${ID}"], "score": 1e9}`, 'the id in another place'],
    [`{"note": "${ID}", "score": 1e9}`, 'the id under another name'],
    [`["${ID}"]`, 'a list'],
    [`{"id": "${ID}", "score": `, 'half a line'],
  ])('is not %s (%s)', (line) => {
    expect(answerIn(line, ID)).toBeUndefined();
  });

  it('is never anything that does not have the id', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(answerIn(text, ID)).toBeUndefined();
      }),
    );
  });
});
