import { inside, nodesOf } from '../../syntax/tree.ts';
import { type Binding, firstThat, folderOf, isThere, joined, type Linker, type Shelf, type Text } from '../binding.ts';

/** A class is looked for in the file of its name, below the source roots. */
export const java: Linker = {
  bindings({ root, text }) {
    return [...nodesOf(root)].flatMap((node): readonly Binding[] => {
      if (node.type !== 'import_declaration') return [];
      const name = inside(node).find(({ type }) => type.endsWith('identifier'));
      if (name === undefined) return [];
      const module = text.slice(name.start, name.end).replace(/\s/g, '');
      const { start, end } = node;
      if (node.children.some(({ type }) => type === 'asterisk'))
        return [{ start, end, local: '*', module, imported: '*' }];
      const cut = module.lastIndexOf('.');
      const local = module.slice(cut + 1);
      return [{ start, end, local, module: module.slice(0, Math.max(0, cut)), imported: local }];
    });
  },
  async module(file, specifier, shelf) {
    const path = specifier.replaceAll('.', '/');
    const roots = rootsOf(file);
    // The class that a static import or a nested class is in comes before the package.
    for (const root of roots) {
      for (const [stem, inner] of splits(path)) {
        const found = await firstThat([joined(root, `${stem}.java`)], isThere(shelf));
        if (found !== undefined) return { files: [found], prefix: inner };
      }
    }
    for (const root of roots) {
      const folder = joined(root, path) ?? path;
      if ((await shelf.list(folder)).some((one) => one.endsWith('.java'))) return { files: [], folder };
    }
    return undefined;
  },
  beside: (file, name, shelf) => classFile(folderOf(file.path), file, name, shelf),
};

export async function classFile(folder: string, file: Text, name: string, shelf: Shelf): Promise<readonly string[]> {
  if (!/^[A-Z]/.test(name)) return [];
  const own = packageOf(file)?.replaceAll('.', '/');
  const places = [folder, ...(own === undefined ? [] : rootsOf(file).map((root) => joined(root, own) ?? ''))];
  const found = await firstThat(
    [...new Set(places)].map((place) => joined(place, `${name}.java`)),
    isThere(shelf),
  );
  return found === undefined ? [] : [found];
}

const packageOf = ({ text }: Text): string | undefined => /^\s*package\s+([\w.]+)\s*;/m.exec(text)?.[1];

function rootsOf(file: Text): readonly string[] {
  const own = packageOf(file)?.replaceAll('.', '/');
  const here = folderOf(file.path);
  const root =
    own !== undefined && `/${here}`.endsWith(`/${own}`) ? here.slice(0, -own.length).replace(/\/$/, '') : here;
  const main = root.replace(/(^|\/)test(\/java)?$/, '$1main$2');
  return [...new Set([root, main, 'src/main/java', 'src', ''])];
}

/** `a/b/C/D` as the file `a/b/C` with `C.D` in it, the longest file first. */
function splits(path: string): readonly (readonly [stem: string, inner: string])[] {
  const parts = path.split('/');
  return parts.flatMap((_, index) => {
    const length = parts.length - index;
    const inner = parts.slice(length - 1).join('.');
    return /^[A-Z]/.test(inner) ? [[parts.slice(0, length).join('/'), inner] as const] : [];
  });
}
