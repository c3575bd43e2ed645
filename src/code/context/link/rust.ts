import { inside, nodesOf, part, type SyntaxNode } from '../../syntax/tree.ts';
import {
  type Binding,
  firstThat,
  folderOf,
  foldersAround,
  isThere,
  joined,
  type Linker,
  type Module,
  nameOf,
  type Shelf,
} from '../binding.ts';

export const rust: Linker = {
  bindings({ root, text }) {
    return [...nodesOf(root)].flatMap((node): readonly Binding[] => {
      if (node.type === 'mod_item' && part(node, 'body') === undefined) return declared(node, text);
      const argument = node.type === 'use_declaration' ? part(node, 'argument') : undefined;
      return argument === undefined ? [] : used(argument, '', node, text);
    });
  },
  async module(file, specifier, shelf) {
    const [first = '', ...rest] = specifier.split('::');
    const start = await startOf(first, file.path, shelf);
    return start && walk(start, rest, shelf);
  },
  beside: async () => [],
};

const declared = (node: SyntaxNode, text: string): readonly Binding[] => {
  const name = part(node, 'name');
  if (name === undefined) return [];
  const local = text.slice(name.start, name.end);
  return [{ start: node.start, end: node.end, local, module: `self::${local}`, imported: undefined }];
};

/** The leaves of `use a::{b, c::d as e, f::*}`, each with the path to it. */
function used(node: SyntaxNode, path: string, statement: SyntaxNode, text: string): readonly Binding[] {
  const textOf = (at: SyntaxNode) => text.slice(at.start, at.end).replace(/\s/g, '');
  const below = (at: SyntaxNode | undefined) => [path, at === undefined ? '' : textOf(at)].filter(Boolean).join('::');
  const { start, end } = statement;
  const leaf = (whole: string, local: string): Binding => {
    const cut = whole.lastIndexOf('::');
    if (local === '_' || cut === -1) return { start, end, local, module: whole, imported: undefined };
    return { start, end, local, module: whole.slice(0, cut), imported: whole.slice(cut + 2) };
  };
  switch (node.type) {
    case 'use_list':
      return inside(node).flatMap((one) => used(one, path, statement, text));
    case 'scoped_use_list': {
      const list = part(node, 'list');
      return list === undefined ? [] : used(list, below(part(node, 'path')), statement, text);
    }
    case 'use_wildcard':
      return [{ start, end, local: '*', imported: '*', module: below(inside(node)[0]) }];
    case 'use_as_clause': {
      const alias = part(node, 'alias');
      return alias === undefined ? [] : [leaf(below(part(node, 'path')), textOf(alias))];
    }
    case 'self':
      return [leaf(path, path.split('::').at(-1) ?? path)];
    default: {
      const whole = below(node);
      return [leaf(whole, whole.split('::').at(-1) ?? whole)];
    }
  }
}

const ROOTS = ['lib.rs', 'main.rs'];

async function startOf(first: string, path: string, shelf: Shelf): Promise<Module | undefined> {
  if (first === 'self') return { files: [path], folder: below(path) };
  const there = isThere(shelf);
  if (first === 'super') {
    const folder = folderOf(nameOf(path) === 'mod.rs' ? folderOf(path) : path);
    const found = await firstThat(
      [...ROOTS, 'mod.rs'].map((name) => joined(folder, name)).concat(`${folder}.rs`),
      there,
    );
    return found === undefined ? undefined : { files: [found], folder };
  }
  for (const folder of foldersAround(folderOf(path))) {
    const manifest = await shelf.text(joined(folder, 'Cargo.toml') ?? '');
    const roots = ROOTS.map((name) => joined(folder, `src/${name}`));
    const found = await firstThat(roots, there);
    if (found === undefined) continue;
    const own = /^\s*name\s*=\s*"([^"]+)"/m.exec(manifest ?? '')?.[1]?.replaceAll('-', '_');
    if (first === 'crate' || first === own) return { files: [found], folder: folderOf(found) };
    // In the 2015 edition a path begins at the crate; in later ones a module of the same file may be meant.
    return (await walk({ files: [path], folder: below(path) }, [first], shelf)) ?? undefined;
  }
  return undefined;
}

/** Where the modules of a file are. */
const below = (path: string): string =>
  [...ROOTS, 'mod.rs'].includes(nameOf(path)) ? folderOf(path) : path.replace(/\.rs$/, '');

async function walk(start: Module, steps: readonly string[], shelf: Shelf): Promise<Module | undefined> {
  let at = start;
  for (const [index, step] of steps.entries()) {
    if (step === 'super') {
      const up = await startOf('super', at.files[0] ?? '', shelf);
      if (up === undefined) return undefined;
      at = up;
      continue;
    }
    const found = await moduleBelow(at, step, shelf);
    if (found === undefined) {
      // A module that is written inside the file, or one that it gives on: found by its symbols there.
      const prefix = [at.prefix, ...steps.slice(index)].filter((one) => one !== undefined).join('.');
      return { ...at, prefix };
    }
    at = found;
  }
  return at;
}

export async function moduleBelow({ folder, prefix }: Module, name: string, shelf: Shelf): Promise<Module | undefined> {
  if (folder === undefined || prefix !== undefined) return undefined;
  const found = await firstThat([joined(folder, `${name}.rs`), joined(folder, `${name}/mod.rs`)], isThere(shelf));
  return found === undefined ? undefined : { files: [found], folder: joined(folder, name) ?? name };
}
