import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const KEYS = ['fitness', 'files', 'k', 'generations', 'budget-evals', 'gates', 'lenses', 'direction'];
const read = (text: string) => readSettings(text, 'evolve.yaml', KEYS, { resume: 'It belongs on the command line.' });

describe('settings of a YAML file', () => {
  it.each(['', '\n\n', '# only a comment\n', '---\n'])('reads nothing out of %j', async (text) => {
    expect(await read(text)).toEqual([]);
  });

  it('gives every part its line, and scalars as they were written', async () => {
    expect(await read('k: 1.10\n\nfiles:\n  - a.js\n  - "b c.js"\nfitness: |\n  one\n  two\n')).toEqual([
      { key: 'k', line: 1, value: { kind: 'scalar', line: 1, value: 1.1, text: '1.10' } },
      {
        key: 'files',
        line: 3,
        value: {
          kind: 'list',
          line: 4,
          items: [
            { kind: 'scalar', line: 4, value: 'a.js', text: 'a.js' },
            { kind: 'scalar', line: 5, value: 'b c.js', text: 'b c.js' },
          ],
        },
      },
      { key: 'fitness', line: 6, value: { kind: 'scalar', line: 6, value: 'one\ntwo\n', text: 'one\ntwo' } },
    ]);
  });

  it('reads a byte order mark and line ends of Windows', async () => {
    expect((await read('\uFEFFk: 4\r\nfiles: a\r\n')).map(({ key, line }) => [key, line])).toEqual([
      ['k', 1],
      ['files', 2],
    ]);
  });

  it.each([
    ['a mistyped key', 'k: 4\n\ngeneratons: 3\n', '3: unknown key "generatons". Did you mean "generations"?'],
    ['a key in another spelling', 'budget_evals: 3\n', '1: unknown key "budget_evals". Did you mean "budget-evals"?'],
    ['the flag of a list', 'gate: x\n', '1: unknown key "gate". Did you mean "gates"?'],
    ['a word for which there is a note', 'resume: true\n', '1: unknown key "resume". It belongs on the command line.'],
    ['a key like no other', 'zebra-crossing: 1\n', '1: unknown key "zebra-crossing". There are: fitness, files, k,'],
    ['a key given twice', 'k: 4\nfiles: a\nk: 5\n', '3: "k" is given twice, first on line 1'],
    ['a list for a document', '- a\n', '1: write settings as "key: value"'],
    ['a text for a document', '\nhello\n', '2: write settings as "key: value"'],
    ['a tab', 'files:\n\t- a\n', '2: there is a tab in the indentation'],
    ['an open quote', 'k: 4\nfitness: "node\n', '2: Missing closing "quote'],
    ['an open bracket', 'k: 4\nfiles: [a\n', '2: the indentation does not fit the lines above, or a bracket'],
    ['a colon in a value', 'k: 4\nfitness: echo a: b\n', '2: two keys on one line, or wrong indentation'],
    ['two documents', 'k: 4\n---\nk: 5\n', '2: there is more than one document'],
    ['a star', 'files: *.js\n', '1: a value that begins with * or & needs quotes'],
    ['an exclamation mark', 'files:\n  - src/**\n  - !src/a.js\n', '3: a value that begins with ! needs quotes'],
    ['an at sign', 'fitness: @x\n', '1: a value that begins with @'],
    ['a list for a key', '? [a]\n: 1\n', '1: a key must be a word'],
  ])('refuses %s with file and line', async (_what, text, message) => {
    const error = await read(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: 'UserError' });
    expect(String(error)).toContain(`evolve.yaml:${message}`);
    expect(String(error)).not.toContain('\n');
  });
});
