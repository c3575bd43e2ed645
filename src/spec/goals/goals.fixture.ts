import fc from 'fast-check';
import { GOAL_TYPES, type Goal } from '../../domain/goals.ts';

/** Words as people write them into a cell: with strokes, back-ticks, backslashes and quotes. */
export const line = fc
  .array(
    fc.constantFrom(
      'a',
      'b c',
      '|',
      '`',
      '\\',
      "'",
      '"',
      '$(x)',
      '&&',
      '#',
      '-',
      '<y>',
      'ä',
      '  ',
      ':',
      '[z]',
      '{',
      ',',
    ),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  .map((parts) => parts.join('').trim().replace(/\s+/g, ' '))
  .filter((text) => text !== '');

/** A check is a command: what is nothing but back-ticks is none. */
const check = line.filter((text) => /[a-zäy]/.test(text));
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
const id = fc.stringMatching(/^[a-z0-9]{1,4}(-[a-z0-9]{1,4}){0,2}$/);

const optional = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [key]: one }));

export const goal: fc.Arbitrary<Goal> = fc
  .tuple(
    fc.record({
      id,
      description: line,
      check,
      weight: fc.integer({ min: 1, max: 10 }),
      type: fc.constantFrom(...GOAL_TYPES),
    }),
    optional('pillar', line),
    optional(
      'continuous',
      fc.record({
        metric: word,
        threshold: fc
          .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
          .map((x) => Math.round(x * 100) / 100 + 0),
      }),
    ),
    optional('tags', fc.array(word, { minLength: 1, maxLength: 3 })),
  )
  .map((parts) => Object.assign({}, ...parts));

export const goals = fc.uniqueArray(goal, { selector: (one) => one.id, maxLength: 5 });
