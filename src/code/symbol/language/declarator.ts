import { inside, part, type SyntaxNode } from '../../syntax/tree.ts';
import { type Head, sliced } from '../grammar.ts';

interface Declared {
  readonly names: Head['names'];
  readonly callable: boolean;
}

const NAMES = new Set([
  ...['identifier', 'field_identifier', 'type_identifier', 'qualified_identifier', 'destructor_name'],
  ...['operator_name', 'operator_cast', 'template_function', 'template_method', 'template_type', 'primitive_type'],
]);

/** What a declarator of C or C++ declares, however it is wrapped in pointers, references and parentheses. */
export function declared(declarator: SyntaxNode, text: string): Declared | undefined {
  let callable = false;
  let at: SyntaxNode | undefined = declarator;
  while (at !== undefined && !NAMES.has(at.type)) {
    if (at.type !== 'parenthesized_declarator') callable = at.type === 'function_declarator';
    at = part(at, 'declarator') ?? inside(at).find(({ type }) => type.endsWith('declarator') || NAMES.has(type));
  }
  if (at === undefined) return undefined;
  const [first, ...rest] = qualified(at, text);
  if (first === undefined || first === '') return undefined;
  return { names: [first, ...rest], callable: callable || isConversion(at) };
}

const isConversion = (node: SyntaxNode): boolean => {
  const name = node.type === 'qualified_identifier' ? part(node, 'name') : undefined;
  return name === undefined ? node.type === 'operator_cast' : isConversion(name);
};

/** `a::Foo<T>::bar` without what is not a name. */
function qualified(node: SyntaxNode, text: string): readonly string[] {
  const name = part(node, 'name');
  switch (node.type) {
    case 'qualified_identifier': {
      const scope = part(node, 'scope');
      return [
        ...(scope === undefined ? [] : qualified(scope, text)),
        ...(name === undefined ? [] : qualified(name, text)),
      ];
    }
    case 'template_function':
    case 'template_method':
    case 'template_type':
      return name === undefined ? [] : qualified(name, text);
    case 'operator_cast': {
      const type = part(node, 'type');
      return [`operator ${type === undefined ? '' : sliced(text, type)}`];
    }
    default:
      return [
        sliced(text, node)
          .replace(/\s+/g, ' ')
          .replace(/^operator (?=\W)/, 'operator'),
      ];
  }
}
