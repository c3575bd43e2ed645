import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDotenv } from './dotenv.ts';

const values = (text: string) => {
  const read = readDotenv(text);
  return read.kind === 'read' ? read.values : read;
};

describe('readDotenv', () => {
  it.each([
    ['A=1\nB=two words  \n', { A: '1', B: 'two words' }],
    ['# a comment\n\n  export A = 1 # why\nB=a#b\nC=\nD= # nothing', { A: '1', B: 'a#b', C: '', D: '' }],
    [`A="x # \\"y\\"\\n\\$Z \\\\"\nB='\\n $Z'  # c\nC=\`"'\``, { A: 'x # "y"\n$Z \\', B: '\\n $Z', C: `"'` }],
    ['KEY="-----BEGIN\nabc==\n-----END"\nNEXT=1', { KEY: '-----BEGIN\nabc==\n-----END', NEXT: '1' }],
    ['\uFEFFA=1\r\nA=2\r\n', { A: '2' }],
    ['URL=postgres://u:p@h/db?a=b&c=$D', { URL: 'postgres://u:p@h/db?a=b&c=$D' }],
    ['', {}],
    [`A=it's`, { A: `it's` }],
  ])('reads %j', (text, expected) => expect(values(text)).toEqual(expected));

  it.each([
    ['A=1\nnot a variable', 2, 'there is no NAME=value'],
    ['1A=2', 1, 'there is no NAME=value'],
    ['A=1\n\nB="never', 3, 'the " of B is never closed'],
    [`A='x' y`, 1, 'something stands after the value of A'],
    ['A=a\0b', 1, 'the value of A has a NUL in it'],
  ])('says what is wrong with %j', (text, line, why) =>
    expect(values(text)).toEqual({ kind: 'unreadable', line, why }),
  );

  it('gives back whatever was written in double quotes', () => {
    const written = (value: string) => value.replace(/["\\]/g, '\\$&').replace(/\r/g, '\\r');
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/),
          fc.string().map((text) => text.replaceAll('\0', '')),
        ),
        (wanted) => {
          const text = Object.entries(wanted).map(([name, value]) => `${name}="${written(value)}"\n`);
          expect(values(text.join(''))).toEqual({ ...wanted });
        },
      ),
    );
  });
});
