import { around, part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Grammar, type Head, sliced, upTo, wrapped } from '../grammar.ts';

const OUTER = new Set(['decorated_definition']);
const HOLDERS = new Set(['class_definition', 'function_definition']);

export const python: Grammar = {
  heads,
  scope: () => [],
  functions: new Set(['function_definition', 'lambda']),
  marks: new Set(['decorator']),
};

function heads(node: SyntaxNode, text: string): readonly Head[] {
  switch (node.type) {
    case 'function_definition': {
      const kind = around(node, HOLDERS)?.type === 'class_definition' ? 'method' : 'function';
      return named(node, kind, text);
    }
    case 'class_definition':
      return named(node, 'class', text);
    case 'assignment':
      return assigned(node, text);
    case 'type_alias_statement': {
      const left = part(node, 'left');
      if (left === undefined) return [];
      return [{ names: [sliced(text, left)], kind: 'type', outer: node, ...upTo(part(node, 'right'), node, text) }];
    }
    default:
      return [];
  }
}

function named(node: SyntaxNode, kind: Head['kind'], text: string): readonly Head[] {
  const name = part(node, 'name');
  const outer = wrapped(node, OUTER);
  return name === undefined
    ? []
    : [{ names: [sliced(text, name)], kind, outer, ...upTo(part(node, 'body'), node, text) }];
}

function assigned(node: SyntaxNode, text: string): readonly Head[] {
  const left = part(node, 'left');
  const right = part(node, 'right');
  const { parent } = node;
  if (left?.type !== 'identifier' || parent?.type !== 'expression_statement') return [];
  const names: Head['names'] = [sliced(text, left)];
  const body = right?.type === 'lambda' ? part(right, 'body') : right;
  return [{ names, kind: right?.type === 'lambda' ? 'function' : 'value', outer: parent, ...upTo(body, node, text) }];
}
