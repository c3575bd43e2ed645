import { inside, nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import {
  type Binding,
  folderOf,
  foldersAround,
  isThere,
  joined,
  type Linker,
  type Module,
  nameOf,
} from '../binding.ts';

export const python: Linker = {
  bindings({ root, text }) {
    const textOf = ({ start, end }: SyntaxNode) => text.slice(start, end);
    return [...nodesOf(root)].flatMap((node): readonly Binding[] => {
      if (node.type === 'import_statement') return inside(node).map((one) => whole(one, node, textOf));
      if (node.type !== 'import_from_statement') return [];
      const module = part(node, 'module_name');
      if (module === undefined) return [];
      const common = { start: node.start, end: node.end, module: textOf(module).replace(/\s/g, '') };
      return inside(node)
        .filter((one) => one !== module)
        .map((one): Binding => {
          if (one.type === 'wildcard_import') return { ...common, local: '*', imported: '*' };
          const name = textOf(part(one, 'name') ?? one);
          return { ...common, local: textOf(part(one, 'alias') ?? one), imported: name };
        });
    });
  },
  async module(file, specifier, shelf) {
    const [, dots = '', rest = ''] = /^(\.*)(.*)$/s.exec(specifier) ?? [];
    const inner = rest.replaceAll('.', '/');
    const here = folderOf(file.path);
    if (dots !== '') {
      const from = joined(here, '../'.repeat(dots.length - 1));
      return from === undefined ? undefined : moduleAt(joined(from, inner) ?? '', shelf);
    }
    // The folder that holds the package comes first, then the usual roots.
    const roots = [...foldersAround(here), 'src', 'lib', 'python'];
    const first = inner.split('/')[0] ?? '';
    for (const root of [...new Set(roots)]) {
      const [top] = [joined(root, first) ?? ''];
      // A folder named like the package of a file in it is the package, not what holds it.
      if (!(await holdsModule(top, shelf))) continue;
      const found = await moduleAt(joined(root, inner) ?? '', shelf);
      if (found !== undefined) return found;
    }
    return undefined;
  },
  beside: async () => [],
};

/** `import a.b` binds a; `import a.b as c` binds all of it. */
function whole(one: SyntaxNode, { start, end }: SyntaxNode, textOf: (node: SyntaxNode) => string): Binding {
  const alias = part(one, 'alias');
  if (alias !== undefined)
    return { start, end, local: textOf(alias), module: textOf(part(one, 'name') ?? one), imported: undefined };
  const first = textOf(one).split('.')[0]?.trim() ?? '';
  return { start, end, local: first, module: first, imported: undefined };
}

async function moduleAt(path: string, shelf: Parameters<Linker['module']>[2]): Promise<Module | undefined> {
  const there = isThere(shelf);
  if (path !== '' && (await there(`${path}.py`))) return { files: [`${path}.py`] };
  const init = joined(path, '__init__.py') ?? '';
  if (await there(init)) return { files: [init], folder: path };
  return (await shelf.list(path)).some((one) => nameOf(one).endsWith('.py')) ? { files: [], folder: path } : undefined;
}

async function holdsModule(path: string, shelf: Parameters<Linker['module']>[2]): Promise<boolean> {
  const there = isThere(shelf);
  if ((await there(`${path}.py`)) || (await there(`${path}/__init__.py`))) return true;
  return (await shelf.list(path)).some((one) => nameOf(one).endsWith('.py'));
}
