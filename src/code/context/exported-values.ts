import type { Definition } from '../symbol/definition.ts';
import { inside, nodesOf, part } from '../syntax/tree.ts';
import type { Text } from './binding.ts';
import { unquoted } from './link/javascript-require.ts';
import { textIn } from './tree-words.ts';

/** Values in the object that a CommonJS module gives out: `module.exports = { LIMIT: 3 }`. */
export function exportedValues(file: Text, known: readonly Definition[]): readonly Definition[] {
  if (!/\bmodule\s*\.\s*exports\s*=/.test(file.text)) return [];
  const names = new Set(known.map(({ symbol }) => symbol));
  return [...nodesOf(file.root)].flatMap((node): readonly Definition[] => {
    const [left, right] = node.type === 'assignment_expression' ? [part(node, 'left'), part(node, 'right')] : [];
    if (left === undefined || right?.type !== 'object' || !/^module\s*\.\s*exports$/.test(textIn(file, left)))
      return [];
    return inside(right).flatMap((pair) => {
      const [key, value] = [part(pair, 'key'), part(pair, 'value')];
      if (key === undefined || value === undefined || /identifier|function|class|call/.test(value.type)) return [];
      const name = unquoted(textIn(file, key));
      if (names.has(name)) return [];
      const line = file.text.slice(0, pair.start).split('\n').length;
      const lines = textIn(file, pair).split('\n').length;
      const span = { start: pair.start, end: pair.end, startLine: line, endLine: line + lines - 1 };
      return [{ name, symbol: name, kind: 'value', signature: textIn(file, pair).replace(/\s+/g, ' '), ...span }];
    });
  });
}
