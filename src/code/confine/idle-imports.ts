import type { Span } from '../symbol/definition.ts';
import type { Import } from '../symbol/import.ts';
import type { Splice } from '../syntax/splice.ts';
import { nodesOf } from '../syntax/tree.ts';
import { covers } from './helpers.ts';
import { lineEnd, lineStart } from './lines.ts';
import type { Reading } from './reading.ts';

/** Imports of the seed that only the target used, and no longer does. Go refuses such a file; elsewhere they stay. */
export function idleImports(seed: Reading, made: Reading, helpers: readonly Span[]): readonly Import[] {
  if (seed.language !== 'Go') return [];
  const [kept, before] = [packagesIn(made, [made.target, ...helpers]), packagesIn(seed, [seed.target])];
  const rest = packagesIn(seed, [
    { start: 0, end: seed.target.start },
    { start: seed.target.end, end: seed.text.length },
  ]);
  return seed.imports.filter(
    (one) =>
      isAlone(seed, one) &&
      one.names.length > 0 &&
      one.names.every((name) => before.has(name) && !kept.has(name) && !rest.has(name)),
  );
}

export const withoutImports = ({ text }: Reading, imports: readonly Import[]): readonly Splice[] =>
  imports.map(({ start, end }) => ({ start: lineStart(text, start), end: lineEnd(text, end), text: '' }));

/** The names before dots. */
function packagesIn({ root, text }: Reading, spans: readonly Span[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of nodesOf(root)) {
    const isOperand = node.type === 'identifier' && node.field === 'operand';
    if (!isOperand && node.type !== 'package_identifier') continue;
    if (node.parent?.type !== 'selector_expression' && node.parent?.type !== 'qualified_type') continue;
    if (spans.some((span) => covers(span, node))) found.add(text.slice(node.start, node.end));
  }
  return found;
}

/** Whether nothing else is on its lines. */
function isAlone({ text }: Reading, { start, end }: Span): boolean {
  const [before, after] = [text.slice(lineStart(text, start), start), text.slice(end, lineEnd(text, end))];
  return before.trim() === '' && /^\s*(?:\/\/.*)?\s*$/.test(after);
}
