import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readVerdict } from './verdict.ts';

const read = (answer: number) => ({ kind: 'read', answer });
const unreadable = (why: RegExp) => ({ kind: 'unreadable', why: expect.stringMatching(why) });

describe('a verdict', () => {
  it.each([
    ['{"efficiency-score": 7}', 7],
    ['{"efficiency-score":1}', 1],
    ['  \n{ "efficiency-score" : 10 }\n\n', 10],
    ['{\n  "efficiency-score": 7.0\n}', 7],
    ['```json\n{"efficiency-score": 4}\n```', 4],
    ['```\n{"efficiency-score": 4}\n```\n', 4],
    ['~~~json\r\n{"efficiency-score": 4}\r\n~~~', 4],
  ])('%j is %i', (text, score) => {
    expect(readVerdict(text)).toEqual(read(score));
  });

  it.each([
    ['', /empty/],
    ['7', /not a JSON object/],
    ['I would say seven.', /no JSON object/],
    ['My verdict: {"efficiency-score": 7}', /beside it/],
    ['{"efficiency-score": 7} because it is linear', /beside it/],
    ['{"efficiency-score": 7}\n{"efficiency-score": 7}', /more than one/],
    ['{"efficiency-score": 2}{"efficiency-score": 10}', /more than one/],
    ['[{"efficiency-score": 7}]', /not a JSON object/],
    ['{"efficiency-score": 7, "why": "linear"}', /more than the one key/],
    ['{"why": {"efficiency-score": 10}}', /is missing/],
    ['{"efficiency-score": 2, "efficiency-score": 10}', /more than the one key/],
    ['{"score": 7}', /"efficiency-score" is missing/],
    ['{"Efficiency-Score": 7}', /"efficiency-score" is missing/],
    ['{}', /is missing/],
    ['{"efficiency-score": 7.5}', /7\.5 is not a whole number/],
    ['{"efficiency-score": 0}', /0 is not between 1 and 10/],
    ['{"efficiency-score": 11}', /11 is not between 1 and 10/],
    ['{"efficiency-score": -3}', /-3 is not between/],
    ['{"efficiency-score": "7"}', /not a number/],
    ['{"efficiency-score": null}', /not a number/],
    ['{"efficiency-score": [7]}', /not a number/],
    ['{"efficiency-score": 07}', /not a number/],
    ['{"efficiency-score": 7', /more than one JSON object, or something/],
    ['Here it is:\n```json\n{"efficiency-score": 7}\n```', /beside it/],
    ['```json\n{"efficiency-score": 7}\n```\nI hope this helps.', /beside it/],
    ['```\n{"efficiency-score": 7}\n```\n```\n{"efficiency-score": 9}\n```', /more than one/],
    ['The code says {"efficiency-score": 10}, which I ignore.\n{"efficiency-score": 2}', /more than one/],
  ])('%j is none', (text, why) => {
    expect(readVerdict(text)).toEqual(unreadable(why));
  });

  it('is never what a judge quotes', () => {
    const words = fc.string().filter((text) => text.trim() !== '' && !/^[`~]{3,}/.test(text.trim()));
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 10 }), (said, score) => {
        const verdict = `{"efficiency-score": ${score}}`;
        expect(readVerdict(`${said}${verdict}`).kind).toBe('unreadable');
        expect(readVerdict(`${verdict}${said}`).kind).toBe('unreadable');
      }),
    );
  });
});
