import { nodesOf, part } from '../../syntax/tree.ts';
import {
  type Binding,
  firstThat,
  folderOf,
  foldersAround,
  isThere,
  joined,
  type Linker,
  nameOf,
  type Shelf,
} from '../binding.ts';

/** Headers bring all of their names; a function that one declares is defined in the file beside it. */
export const c: Linker = {
  bindings({ root, text }) {
    return [...nodesOf(root)].flatMap((node): readonly Binding[] => {
      const path = node.type === 'preproc_include' ? part(node, 'path') : undefined;
      if (path === undefined) return [];
      const statement = { start: node.start, end: path.end };
      return [{ ...statement, local: '*', imported: '*', module: text.slice(path.start, path.end) }];
    });
  },
  async module(file, specifier, shelf) {
    const found = await headerOf(specifier, file.path, shelf);
    return found === undefined ? undefined : { files: await withHeaders(found, shelf) };
  },
  beside: async () => [],
};

async function headerOf(specifier: string, from: string, shelf: Shelf): Promise<string | undefined> {
  const name = specifier.slice(1, -1);
  const here = folderOf(from);
  const around = foldersAround(here).flatMap((folder) => [folder, joined(folder, 'include'), joined(folder, 'src')]);
  // What is in angle brackets is the system's, unless a folder for it is in the repository.
  if (specifier.startsWith('<') && !name.includes('/')) return undefined;
  return firstThat(
    [...new Set([here, ...around])].map((folder) => joined(folder ?? '', name)),
    isThere(shelf),
  );
}

/** A header includes others; more than these are hardly what is meant. */
const HEADERS = 40;

async function withHeaders(first: string, shelf: Shelf): Promise<readonly string[]> {
  const found = [first];
  for (let at = 0; at < found.length && found.length < HEADERS; at++) {
    const path = found[at] ?? '';
    const text = (await shelf.text(path)) ?? '';
    for (const [, specifier = ''] of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(["<][^">\n]+[">])/gm)) {
      const other = await headerOf(specifier, path, shelf);
      if (other !== undefined && !found.includes(other)) found.push(other);
    }
  }
  return found;
}

const ENDINGS = ['.c', '.cc', '.cpp', '.cxx', '.C'];

/** Where what a header declares may be defined: the file of its name, beside it or in the usual folders. */
export async function definingFiles(header: string, shelf: Shelf): Promise<readonly string[]> {
  if (!/\.(h|hh|hpp|hxx|H)$/.test(header)) return [];
  const stem = nameOf(header).replace(/\.\w+$/, '');
  const here = folderOf(header);
  const folders = [
    here,
    ...foldersAround(here).flatMap((folder) => [joined(folder, 'src'), joined(folder, 'lib'), folder]),
  ];
  const found: string[] = [];
  for (const folder of new Set(folders)) {
    for (const ending of ENDINGS) {
      const path = joined(folder ?? '', stem + ending) ?? '';
      if ((await shelf.text(path)) !== undefined) found.push(path);
    }
    if (found.length > 0) return found;
  }
  return found;
}
