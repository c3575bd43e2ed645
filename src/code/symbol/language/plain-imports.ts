import { inside, nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import { sliced } from '../grammar.ts';
import type { Import, ImportReader } from '../import.ts';

const statement = (node: SyntaxNode, text: string, from: string, names: readonly string[]): Import => {
  const written = sliced(text, node).trimEnd();
  return { start: node.start, end: node.start + written.length, text: written, names, from };
};

export const pythonImports: ImportReader = (node, text) => {
  const named = node.children.filter((child) => child.field === 'name');
  const alias = (one: SyntaxNode) => {
    const other = part(one, 'alias');
    return other === undefined ? undefined : sliced(text, other);
  };
  switch (node.type) {
    case 'import_statement': {
      const names = named.map((one) => alias(one) ?? sliced(text, one).split('.')[0] ?? '');
      const from = named.map((one) => sliced(text, part(one, 'name') ?? one)).join(', ');
      return [statement(node, text, from, names)];
    }
    case 'import_from_statement': {
      const module = part(node, 'module_name');
      const all = node.children.some((child) => child.type === 'wildcard_import') ? ['*'] : [];
      const names = [...named.map((one) => alias(one) ?? sliced(text, one)), ...all];
      return [statement(node, text, module === undefined ? '' : sliced(text, module), names)];
    }
    case 'future_import_statement':
      return [
        statement(
          node,
          text,
          '__future__',
          named.map((one) => sliced(text, one)),
        ),
      ];
    default:
      return [];
  }
};

/** In groups each line is one. */
export const goImports: ImportReader = (node, text) => {
  if (node.type !== 'import_declaration') return [];
  const specs = [...nodesOf(node)].filter(({ type }) => type === 'import_spec');
  return specs.map((spec) => {
    const path = part(spec, 'path');
    const name = part(spec, 'name');
    const from = path === undefined ? '' : sliced(text, path).slice(1, -1);
    const called = name === undefined ? packageName(from) : sliced(text, name);
    const names = called === '_' ? [] : [called === '.' ? '*' : called];
    const alone = spec.parent === node;
    const { start, end } = alone ? node : spec;
    return { start, end, text: alone ? sliced(text, node) : `import ${sliced(text, spec)}`, names, from };
  });
};

/** The last part of a path that is no version, as most packages are called. */
const packageName = (path: string): string => {
  const parts = path.split('/').filter((one) => !/^v\d+$/.test(one));
  return (parts.at(-1) ?? path).replace(/\.v\d+$/, '').replace(/^go-|-go$|\.go$/g, '');
};

export const cImports: ImportReader = (node, text) => {
  if (node.type === 'preproc_include') {
    const path = part(node, 'path');
    return [statement(node, text, path === undefined ? '' : sliced(text, path).replace(/^"|"$/g, ''), [])];
  }
  if (node.type !== 'using_declaration') return [];
  const name = inside(node)[0];
  const parts = name === undefined ? [] : sliced(text, name).split(/\s*::\s*/);
  const whole = node.children.some((child) => child.type === 'namespace');
  return [statement(node, text, (whole ? parts : parts.slice(0, -1)).join('::'), whole ? ['*'] : parts.slice(-1))];
};

export const javaImports: ImportReader = (node, text) => {
  if (node.type !== 'import_declaration') return [];
  const name = inside(node)[0];
  const written = name === undefined ? '' : sliced(text, name).replace(/\s+/g, '');
  if (node.children.some((child) => child.type === 'asterisk')) return [statement(node, text, written, ['*'])];
  const at = written.lastIndexOf('.');
  return [statement(node, text, written.slice(0, Math.max(at, 0)), [written.slice(at + 1)])];
};
