import type { Pair, Scalar, YAMLError, YAMLWarning } from 'yaml';
import { mistake } from './mistake.ts';
import type { Setting, Written } from './written.ts';

/** YAML's own words for these leave a reader guessing. */
const PLAIN: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'there is a tab in the indentation: use spaces.',
  MULTIPLE_DOCS: 'there is more than one document: keep one and remove the --- line.',
  BLOCK_AS_IMPLICIT_KEY: 'two keys on one line, or wrong indentation: a value that has ": " in it needs quotes.',
  MULTILINE_IMPLICIT_KEY: 'a key and its ":" must be on one line: look at the indentation.',
  BAD_SCALAR_START: 'a value that begins with @, ` or % needs quotes.',
  BAD_ALIAS: 'a value that begins with * or & needs quotes.',
  TAG_RESOLVE_FAILED: 'a value that begins with ! needs quotes.',
  BAD_INDENT: 'the indentation does not fit the lines above, or a bracket is not closed.',
  BAD_DQ_ESCAPE: 'unknown escape after \\ in double quotes: use single quotes.',
};

/** What a YAML text says; undefined when it says nothing. The parser is loaded here: most calls have nothing to read. */
export async function parseYaml(text: string, file: string): Promise<Written | undefined> {
  const { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  // What is missing at the end is missed after the last line.
  const last = text.trimEnd().split('\n').length;
  const lineOf = (offset: number): number => Math.max(1, Math.min(lines.linePos(offset).line, last));
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) throw mistake(file, lineOf(problem.pos[0]), wordsOf(problem));

  const read = (node: unknown, above: number): Written => {
    if (isAlias(node)) throw mistake(file, node.range ? lineOf(node.range[0]) : above, PLAIN.BAD_ALIAS ?? '');
    if (isScalar(node)) return scalar(node, node.range ? lineOf(node.range[0]) : above);
    if (isSeq(node)) {
      const line = node.range ? lineOf(node.range[0]) : above;
      return { kind: 'list', line, items: node.items.map((item) => read(item, line)) };
    }
    if (isMap(node)) {
      const line = node.range ? lineOf(node.range[0]) : above;
      return { kind: 'map', line, settings: settings(node.items, line) };
    }
    return { kind: 'scalar', line: above, value: null, text: '' };
  };

  const settings = (pairs: readonly Pair[], above: number): readonly Setting[] => {
    const lineBy = new Map<string, number>();
    return pairs.map(({ key, value }) => {
      const name = read(key, above);
      if (name.kind !== 'scalar') throw mistake(file, name.line, 'a key must be a word.');
      const { text: word, line } = name;
      const before = lineBy.get(word);
      if (before !== undefined)
        throw mistake(file, line, `${JSON.stringify(word)} is given twice, first on line ${before}: keep one.`);
      lineBy.set(word, line);
      return { key: word, line, value: read(value, line) };
    });
  };

  return document.contents === null ? undefined : read(document.contents, 1);
}

function wordsOf({ code, message }: YAMLError | YAMLWarning): string {
  return PLAIN[code] ?? `${message.split('\n')[0]}.`;
}

function scalar({ value, source, type }: Scalar, line: number): Written {
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
  const text = typeof plain === 'string' ? plain : type === 'PLAIN' ? (source ?? String(plain)) : String(plain);
  // A block of lines ends with a line break that nobody means.
  return { kind: 'scalar', line, value: plain, text: text.replace(/\n+$/, '') };
}
