import { nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import {
  type Binding,
  folderOf,
  foldersAround,
  joined,
  type Linker,
  type Module,
  nameOf,
  type Shelf,
} from '../binding.ts';

/** A package is a folder; a module's name comes from its go.mod. */
export const go: Linker = {
  bindings({ root, text }) {
    return [...nodesOf(root)].flatMap((node): readonly Binding[] => {
      if (node.type !== 'import_spec') return [];
      const path = part(node, 'path');
      if (path === undefined) return [];
      const module = text.slice(path.start + 1, path.end - 1);
      const name = node.children.find(({ field }) => field === 'name');
      const local = name === undefined ? usualName(module) : text.slice(name.start, name.end);
      if (local === '_') return [];
      const { start, end } = statementOf(node);
      return [{ start, end, module, local: local === '.' ? '*' : local, imported: local === '.' ? '*' : undefined }];
    });
  },
  async module(file, specifier, shelf) {
    for (const folder of foldersAround(folderOf(file.path))) {
      const text = await shelf.text(joined(folder, 'go.mod') ?? 'go.mod');
      const own = /^\s*module\s+"?([^\s"]+)/m.exec(text ?? '')?.[1];
      if (own === undefined) continue;
      if (specifier !== own && !specifier.startsWith(`${own}/`)) return undefined;
      return packageAt(joined(folder, specifier.slice(own.length)) ?? '', shelf);
    }
    return withoutModule(specifier, shelf);
  },
  beside: async (file, _name, shelf) =>
    (await goFiles(folderOf(file.path), shelf, file.path.endsWith('_test.go'))).filter((path) => path !== file.path),
};

/** One in a group is a statement of its own. */
const statementOf = (node: SyntaxNode): SyntaxNode => (node.parent?.type === 'import_declaration' ? node.parent : node);

const usualName = (module: string): string => {
  const parts = module.split('/');
  const last = parts.at(-1) ?? '';
  const name = /^v\d+$/.test(last) && parts.length > 1 ? (parts.at(-2) ?? last) : last;
  return name.replace(/\.v\d+$/, '').replace(/^go-|-go$/, '');
};

async function goFiles(folder: string, shelf: Shelf, tests: boolean): Promise<readonly string[]> {
  return (await shelf.list(folder)).filter(
    (path) => path.endsWith('.go') && (tests || !path.endsWith('_test.go')) && !nameOf(path).startsWith('_'),
  );
}

async function packageAt(folder: string, shelf: Shelf): Promise<Module | undefined> {
  const files = await goFiles(folder, shelf, false);
  return files.length === 0 ? undefined : { files };
}

/** As it was before modules: the path below a folder `src`, or what is left of it below the repository itself. */
async function withoutModule(specifier: string, shelf: Shelf): Promise<Module | undefined> {
  const parts = specifier.split('/');
  if (!parts[0]?.includes('.')) return undefined;
  const shorter = parts.map((_, index) => parts.slice(index).join('/')).slice(0, -1);
  for (const folder of [`src/${specifier}`, ...shorter]) {
    const found = await packageAt(folder, shelf);
    if (found !== undefined) return found;
  }
  return undefined;
}
