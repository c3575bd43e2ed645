import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnswerEdits, blocksOf, readAnswer } from './answer.ts';

const plain = fc.constantFrom(
  'a',
  'b',
  '  a',
  '\tb',
  'a  ',
  '',
  '  ',
  'def f():',
  '    return 1',
  '}',
  'é😀',
  '$&',
  '# note',
);
/** Lines that could be taken for parts of an answer. */
const tricky = fc.constantFrom(
  '```',
  '```py',
  '  ```',
  '````',
  '~~~',
  '<<<<<<< SEARCH',
  '<<<<<<< HEAD',
  '=======',
  '=====',
  '=========',
  '>>>>>>> REPLACE',
  '--- a/a.py',
  '+++ b/a.py',
  '@@ -1 +1 @@',
  'DELETE a.py',
  'a.py',
  'b.py:',
  '<think>',
  '</think>',
  '# ... rest unchanged ...',
);
const ends = fc.constantFrom('\n', '\n', '\n', '\r\n');

const textOf = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.tuple(line, ends), { maxLength: 12 }),
      fc.constantFrom('', '', '\uFEFF'),
      fc.constantFrom('', '', 'end'),
    )
    .map(([lines, mark, last]) => mark + lines.map((parts) => parts.join('')).join('') + last);
/** Two texts that share most of their lines, as a file and a better one do. */
const pairOf = (line: fc.Arbitrary<string>): fc.Arbitrary<readonly [string, string]> =>
  fc.oneof(
    fc.tuple(textOf(line), textOf(line)),
    fc
      .tuple(
        fc.array(line, { maxLength: 15 }),
        fc.array(fc.tuple(fc.nat(15), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 3 }),
        ends,
      )
      .map(([lines, edits, end]) => {
        const after = [...lines];
        for (const [at, count, fresh] of edits) after.splice(at, count, ...fresh);
        return [lines.map((one) => one + end).join(''), after.map((one) => one + end).join('')] as const;
      }),
  );

const none = { mayCreate: () => false };
const filesOf = (got: AnswerEdits): Readonly<Record<string, string | null>> | undefined =>
  got.kind === 'edits' ? Object.fromEntries(got.files) : undefined;
const wanted = (path: string, before: string, after: string) => (before === after ? {} : { [path]: after });

it.each([
  ['plain lines', plain],
  ['lines that look like parts of an answer', fc.oneof(plain, tricky)],
  ['any lines', fc.string({ unit: 'binary', maxLength: 6 })],
])('an answer made of two texts gives the second, or is refused: %s', (_, line) => {
  fc.assert(
    fc.property(pairOf(line), ([before, after]) => {
      const answer = blocksOf('a.py', before, after);
      if (answer === undefined) return;
      const got = readAnswer(answer, [{ path: 'a.py', text: before }], none);
      if (got.kind === 'unusable') return;
      expect(filesOf(got)).toEqual(wanted('a.py', before, after));
    }),
    { numRuns: 1500 },
  );
});

it('plain texts with the same kind of lines can always be written and read', () => {
  const line = plain.map((one) => `${one}.`);
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.array(line, { maxLength: 12 }),
      ends,
      (a, b, end) => {
        const [before, after] = [a, b].map((lines) => lines.map((one) => one + end).join(''));
        const answer = blocksOf('a.py', before ?? '', after ?? '') ?? 'impossible';
        const got = readAnswer(answer, [{ path: 'a.py', text: before ?? '' }], none);
        expect(filesOf(got)).toEqual(wanted('a.py', before ?? '', after ?? ''));
      },
    ),
    { numRuns: 500 },
  );
});

const parts = fc.array(
  fc.oneof(plain, tricky, fc.constantFrom('c.py', '../x.py', 'b.py', '*** Begin Patch', '1. `a.py`')),
  { maxLength: 25 },
);

it('never throws, and changes only files that the answer names', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        parts.map((lines) => lines.join('\n')),
        fc.string({ unit: 'binary' }),
      ),
      fc.boolean(),
      (answer, may) => {
        const files = [
          { path: 'a.py', text: 'a\nb\n' },
          { path: 'b.py', text: 'def f():\n    return 1\n' },
          { path: 'hidden.py', text: 'a\n\tb\n```\n' },
        ];
        const got = readAnswer(answer, files, { mayCreate: () => may });
        for (const path of Object.keys(filesOf(got) ?? {})) {
          expect(answer).toContain(path);
          expect(path).not.toContain('..');
          if (!may) expect(files.map((one) => one.path)).toContain(path);
        }
      },
    ),
    { numRuns: 2500 },
  );
});

/** Three files with an answer for all of them, as a list of lines. */
const answers = fc
  .tuple(pairOf(plain), pairOf(plain), pairOf(plain))
  .map((pairs) => {
    const files = pairs.map(([text, after], index) => ({ path: `${'abc'[index]}.py`, text, after }));
    const written = files.map(({ path, text, after }) => ({ path, text, after, answer: blocksOf(path, text, after) }));
    return written.filter(({ answer }) => answer !== undefined);
  })
  .filter((files) => files.length > 0);
const structure = /^(?:`{3,}|<{5,9} SEARCH|={5,9}|>{5,9} REPLACE|[abc]\.py)$/;

it('a cut, or a marker, fence or path dropped or doubled, gives whole files as meant, or fewer of them, or nothing', () => {
  fc.assert(
    fc.property(answers, fc.constantFrom('cut', 'drop', 'double'), fc.nat(), (files, harm, draw) => {
      const answer = files.map((file) => file.answer).join('\n');
      const got = readAnswer(harmed(answer, harm, draw), files, none);
      const meant = new Map(files.map(({ path, after }) => [path, after]));
      for (const [path, text] of Object.entries(filesOf(got) ?? {})) expect(text).toBe(meant.get(path));
    }),
    { numRuns: 2500 },
  );
});

function harmed(answer: string, harm: string, draw: number): string {
  if (harm === 'cut') return answer.slice(0, draw % (answer.length + 1));
  const lines = answer.split('\n');
  const places = lines.flatMap((line, index) => (structure.test(line) ? [index] : []));
  const place = places[draw % places.length] ?? 0;
  return lines.flatMap((line, index) => (index !== place ? [line] : harm === 'drop' ? [] : [line, line])).join('\n');
}
