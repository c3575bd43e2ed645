import { inside, part, type SyntaxNode } from '../../syntax/tree.ts';
import { sliced } from '../grammar.ts';
import type { ImportReader } from '../import.ts';

/** `use` and `extern crate`. */
export const rustImports: ImportReader = (node, text) => {
  const { start, end } = node;
  if (node.type === 'extern_crate_declaration') {
    const name = part(node, 'name');
    const called = part(node, 'alias') ?? name;
    if (name === undefined || called === undefined) return [];
    return [{ start, end, text: sliced(text, node), names: [sliced(text, called)], from: sliced(text, name) }];
  }
  const argument = node.type === 'use_declaration' ? part(node, 'argument') : undefined;
  if (argument === undefined) return [];
  return [
    { start, end, text: sliced(text, node), names: namesOf(argument, undefined, text), from: pathOf(argument, text) },
  ];
};

function namesOf(node: SyntaxNode, above: string | undefined, text: string): readonly string[] {
  switch (node.type) {
    case 'use_list':
      return inside(node).flatMap((one) => namesOf(one, above, text));
    case 'scoped_use_list': {
      const path = part(node, 'path');
      const list = part(node, 'list');
      return list === undefined ? [] : namesOf(list, path === undefined ? above : lastOf(path, text), text);
    }
    case 'use_as_clause': {
      const alias = part(node, 'alias');
      return alias === undefined || sliced(text, alias) === '_' ? [] : [sliced(text, alias)];
    }
    case 'use_wildcard':
      return ['*'];
    case 'self':
      return above === undefined ? [] : [above];
    default:
      return [lastOf(node, text)];
  }
}

const lastOf = (node: SyntaxNode, text: string): string => sliced(text, part(node, 'name') ?? node);

/** What all its names have in common. */
function pathOf(node: SyntaxNode, text: string): string {
  switch (node.type) {
    case 'scoped_use_list':
    case 'scoped_identifier': {
      const path = part(node, 'path');
      return path === undefined ? '' : sliced(text, path);
    }
    case 'use_as_clause': {
      const path = part(node, 'path');
      return path === undefined ? '' : path.type === 'scoped_identifier' ? pathOf(path, text) : sliced(text, path);
    }
    case 'use_wildcard':
      return sliced(text, node).replace(/\s*::\s*\*$/, '');
    default:
      return node.type === 'use_list' ? '' : sliced(text, node);
  }
}
