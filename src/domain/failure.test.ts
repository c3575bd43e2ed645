import { expect, it } from 'vitest';
import { whyOf } from './failure.ts';

const NODE = [
  'file:///checkout/solver.js:3',
  '  retrun a * i + b;',
  '         ^',
  '',
  "SyntaxError: Unexpected identifier 'a'",
  '    at compileSourceTextModule (node:internal/modules/esm/utils:338:16)',
  '',
  'Node.js v20.20.2',
].join('\n');

it.each([
  ['Node', NODE, "SyntaxError: Unexpected identifier 'a'"],
  ['Python', 'Traceback:\n  File "a.py"\nValueError: nine is too many\n', 'ValueError: nine is too many'],
  ['a program’s own words', 'starting\nwrong sum 7, want 9\n', 'wrong sum 7, want 9'],
  ['a thrown value', 'Uncaught:\n7\n\nNode.js v20.20.2\n', '7'],
])('says what %s said went wrong', (_who, tail, said) => {
  expect(whyOf({ outcome: 'invalid', epoch: 0, reason: 'exited with code 1', tail, stages: [] })).toBe(
    `exited with code 1 (${said})`,
  );
});

it.each([undefined, '', ' \n', 'Node.js v20.20.2\n'])(
  'says no more than the reason where nothing was said: %j',
  (tail) => {
    const more = tail === undefined ? {} : { tail };
    expect(whyOf({ outcome: 'invalid', epoch: 0, reason: 'no', stages: [], ...more })).toBe('no');
  },
);
