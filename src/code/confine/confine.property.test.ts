import fc from 'fast-check';
import { expect, it } from 'vitest';
import { targetIn } from './confine.fixture.ts';
import { confine } from './confine.ts';

/** One way to write the parts of a file. */
interface Dialect {
  readonly path: string;
  readonly head: string;
  readonly importing: (name: string) => string;
  readonly define: (name: string, body: string, indent: string) => string;
}

const DIALECTS: readonly Dialect[] = [
  {
    path: 'a.py',
    head: '"""Doc."""\n',
    importing: (name) => `from m import ${name}\n`,
    define: (name, body, indent) => `def ${name}(a, b=1):\n${indent}return ${body}\n`,
  },
  {
    path: 'a.js',
    head: "'use strict';\n",
    importing: (name) => `import { ${name} } from 'm';\n`,
    define: (name, body, indent) => `export function ${name}(a, b = 1) {\n${indent}return ${body};\n}\n`,
  },
  {
    path: 'a.go',
    head: 'package p\n',
    importing: (name) => `import "m/${name}"\n`,
    define: (name, body, indent) => `func ${name}(a int) int {\n${indent}return ${body}\n}\n`,
  },
  {
    path: 'a.rs',
    head: '//! Doc.\n',
    importing: (name) => `use m::${name};\n`,
    define: (name, body, indent) => `fn ${name}(a: i32) -> i32 {\n${indent}${body}\n}\n`,
  },
  {
    path: 'a.c',
    head: '/* License */\n\n',
    importing: (name) => `#include <${name}.h>\n`,
    define: (name, body, indent) => `int ${name}(int a) {\n${indent}return ${body};\n}\n`,
  },
];

const NAMES = ['one', 'two', 'three'];
const body = fc.constantFrom('a', 'a + 1', 'seen(a)', 'lib0(a)', 'lib1(a) + seen(a)', 'help(a)', 'more(a) + help(a)');
const indent = fc.constantFrom('  ', '    ', '\t');

interface File {
  readonly head: boolean;
  readonly imports: readonly string[];
  readonly functions: readonly { readonly name: string; readonly body: string; readonly gap: number }[];
  readonly indent: string;
  readonly crlf: boolean;
}

/** A file with the target and some of the others, in any order. */
const file = (others: readonly string[]): fc.Arbitrary<File> =>
  fc.record({
    head: fc.boolean(),
    imports: fc.subarray(['lib0', 'lib1', 'seen']),
    functions: fc
      .tuple(fc.shuffledSubarray([...others]), fc.nat())
      .chain(([names, at]) =>
        fc.tuple(
          ...names
            .toSpliced(at % (names.length + 1), 0, 'target')
            .map((name) => fc.record({ name: fc.constant(name), body, gap: fc.nat(2) })),
        ),
      ),
    indent,
    crlf: fc.boolean(),
  });

function written({ path, head, importing, define }: Dialect, made: File): string {
  const parts = [
    made.head || path.endsWith('.go') ? head : '',
    ...made.imports.map(importing),
    ...made.functions.map((one) => '\n'.repeat(one.gap) + define(one.name, one.body, made.indent)),
  ];
  return made.crlf ? parts.join('').replaceAll('\n', '\r\n') : parts.join('');
}

it.each(DIALECTS)(
  'of $path every byte but the target, imports and helpers is the seed’s, and it stays so',
  async (dialect) => {
    const { path } = dialect;
    await fc.assert(
      fc.asyncProperty(
        file(NAMES),
        file([...NAMES, 'help', 'more']),
        fc.boolean(),
        async (original, changed, helpers) => {
          const [seed, made] = [written(dialect, original), written(dialect, changed)];
          const target = await targetIn(path, seed, 'target', helpers ? { helpers: true } : {});
          const found = await confine(target, seed, made);
          if (found.kind === 'lost') throw new Error(found.reason);
          expect(await confine(target, seed, found.text)).toEqual({ ...found, left: [] });
          const ends = found.text.includes('\r\n') ? '\r\n' : '\n';
          const bare = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
          const own = changed.functions.find(({ name }) => name === 'target');
          const lines = bare(dialect.define('target', own?.body ?? '', changed.indent).replaceAll('\n', ends));
          const rest = bare(found.text);
          const kept = bare(seed);
          const before = bare(
            dialect
              .define('target', original.functions.find(({ name }) => name === 'target')?.body ?? '', original.indent)
              .replaceAll('\n', ends),
          );
          expect(found.text).toContain(lines.join('\n'));
          // Without the target the seed's lines are all there in their order, and nothing but imports and helpers between them.
          const without = (all: readonly string[], part: readonly string[]) => {
            const at = all.findIndex((_, index) =>
              part.every((line, offset) => all[index + offset]?.trimEnd() === line.trimEnd()),
            );
            return all.toSpliced(at, part.length);
          };
          const [left, old] = [without(rest, lines), without(kept, before)];
          const added: string[] = [];
          let at = 0;
          for (const line of left) {
            if (line === old[at]) at++;
            else added.push(line.trim());
          }
          expect(at).toBe(old.length);
          const isImport = (line: string) => changed.imports.some((name) => dialect.importing(name).trim() === line);
          const ofHelpers = changed.functions
            .filter(({ name }) => !original.functions.some((one) => one.name === name))
            .flatMap((one) => dialect.define(one.name, one.body, '').split('\n'));
          for (const line of added) expect(isImport(line) || (helpers && ofHelpers.includes(line)), line).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  },
);
