import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rng } from '../../domain/rng.ts';
import { languageOf, parserOf } from '../languages.ts';
import { markers } from '../markers.ts';
import { cross } from './cross.ts';
import { editable, mutate } from './syntax.ts';

const FOLDER = join(import.meta.dirname, '../../../test/sample/syntax');
const files = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')] as const);
/** One of each grammar. */
const samples = [
  ...files,
  ...files
    .filter(([name]) => name === 'tour.ts')
    .map(([, text]) => ['tour.tsx', `const b = <b id="1">{5}</b>;\n${text}`] as const),
];

async function parses(path: string, text: string): Promise<boolean> {
  const language = languageOf(path);
  if (language === undefined) return false;
  const tree = (await parserOf(language)).parse(text);
  const fine = tree !== null && !tree.rootNode.hasError;
  tree?.delete();
  return fine;
}

/** The text with markers around some of its lines, and with other line ends. */
interface Shape {
  readonly from: number;
  readonly lines: number;
  readonly marked: boolean;
  readonly crlf: boolean;
  readonly tabs: boolean;
  readonly bom: boolean;
  /** Whether the last line is ended. */
  readonly ended: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  from: fc.double({ min: 0, max: 0.9, noNaN: true }),
  lines: fc.integer({ min: 4, max: 40 }),
  marked: fc.boolean(),
  crlf: fc.boolean(),
  tabs: fc.boolean(),
  bom: fc.boolean(),
  ended: fc.boolean(),
});

function shaped(path: string, sample: string, { from, lines, marked, crlf, tabs, bom, ended }: Shape): string {
  const leader = path.endsWith('.py') ? '#' : '//';
  let text = sample.trimEnd().split('\n');
  if (tabs) text = text.map((line) => line.replace(/^(?: {2}| {4})+/, (spaces) => '\t'.repeat(spaces.length / 2)));
  if (marked) {
    const start = Math.floor(from * text.length);
    text.splice(Math.min(start + lines, text.length), 0, `${leader} EVOLVE-BLOCK-END`);
    text.splice(start, 0, `${leader} EVOLVE-BLOCK-START`);
  }
  const newline = crlf ? '\r\n' : '\n';
  return (bom ? '\uFEFF' : '') + text.join(newline) + (ended ? newline : '');
}

/** What no edit may touch: everything but the insides of the blocks. */
function fixed(path: string, text: string): readonly string[] {
  const found = markers(path, text);
  if (found.kind !== 'blocks') return [];
  const edges = [0, ...found.blocks.flatMap(({ start, end }) => [start, end]), text.length];
  return edges.flatMap((edge, index) => (index % 2 === 0 ? [text.slice(edge, edges[index + 1])] : []));
}

function expectKept(path: string, before: string, after: string): void {
  expect(after).not.toBe(before);
  expect(fixed(path, after)).toEqual(fixed(path, before));
  if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  else expect(after).not.toContain('\r');
  expect(after.startsWith('\uFEFF')).toBe(before.startsWith('\uFEFF'));
  expect(after.endsWith('\n'), after).toBe(before.endsWith('\n'));
}

test.each(samples)(
  'every mutant of %s parses, differs, and keeps what it may not touch',
  async (path, sample) => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer(), fc.constantFrom('small', 'large'), async (shape, seed, size) => {
        const text = shaped(path, sample, shape);
        fc.pre(await parses(path, text));
        const made = await mutate(path, text, rng(seed, 'test'), size);
        if (made.kind !== 'edited') {
          expect([made.kind, shape.marked]).toEqual(['none', true]);
          return;
        }
        expectKept(path, text, made.text);
        expect(await parses(path, made.text), made.text).toBe(true);
        expect(made.summary).toMatch(/^line \d+/);
        expect(await mutate(path, text, rng(seed, 'test'), size)).toEqual(made);
      }),
      { numRuns: 30 },
    );
  },
  120_000,
);

test.each(samples)(
  'crossing two versions of %s takes from the other',
  async (path, sample) => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.integer(), fc.integer(), async (shape, seed, foreign) => {
        const text = shaped(path, sample, shape);
        fc.pre(await parses(path, text));
        const one = await mutate(path, text, rng(seed, 'one'), 'large');
        const two = await mutate(path, text, rng(foreign, 'two'), 'large');
        if (one.kind !== 'edited' || two.kind !== 'edited' || one.text === two.text) return;
        const made = await cross(path, one.text, two.text, rng(seed, 'cross'));
        if (made.kind !== 'edited') {
          expect(made.kind).toBe('none');
          return;
        }
        expectKept(path, one.text, made.text);
        expect(await parses(path, made.text), made.text).toBe(true);
        expect(made.summary).toMatch(/^took .* from the other parent$/);
        expect(await cross(path, one.text, two.text, rng(seed, 'cross'))).toEqual(made);
      }),
      { numRuns: 15 },
    );
  },
  120_000,
);

test('the same parents have nothing to exchange', async () => {
  for (const [path, text] of samples) expect((await cross(path, text, text, rng(1))).kind).toBe('none');
});

test.each([
  ['a.js', ''],
  ['a.js', 'import a from "a";\n'],
  ['a.ts', 'export interface A { readonly b: true | 5 }\n'],
  ['a.py', 'import a\n"""text 5"""\n'],
  ['a.js', 'let x = 5;\n// EVOLVE-BLOCK-START\n// EVOLVE-BLOCK-END\n'],
])('%s with %j has nothing to edit', async (path, text) => {
  expect(await mutate(path, text, rng(1), 'large')).toMatchObject({ kind: 'none' });
});

test('what is no program is said to be none', async () => {
  expect(await mutate('a.md', '5', rng(1), 'small')).toEqual({
    kind: 'unsupported',
    reason: 'a.md: not JavaScript, TypeScript, Python, Rust, Go, C, C++ or Java',
  });
  expect(await mutate('a.js', 'f();\nlet = = 5', rng(1), 'small')).toEqual({
    kind: 'unparsable',
    reason: 'a.js:2: not valid JavaScript',
  });
  expect(await editable('a.js', '// EVOLVE-BLOCK-START')).toMatchObject({ kind: 'unparsable' });
  expect(await cross('a.js', 'x = 1', 'x = = 2', rng(1))).toMatchObject({ kind: 'unparsable' });
});
