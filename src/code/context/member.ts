import { inside, nodesOf, part, type SyntaxNode } from '../syntax/tree.ts';
import { folderOf } from './binding.ts';
import { entityOf } from './entity.ts';
import { definingFiles } from './link/c.ts';
import { type Defined, lookUp, ownDefinition } from './lookup.ts';
import type { Library, Source } from './shelf.ts';
import { nodeOf, textIn } from './tree-words.ts';

/** Classes above a class that are looked at. */
const HIGHEST = 6;

/** A method or value of a class, or of those that it is made from. */
export async function memberIn(library: Library, of: Defined, name: string, height = 0): Promise<Defined | undefined> {
  const own = await ownMember(library, of, name);
  if (own !== undefined || height > HIGHEST) return own;
  for (const base of await basesOf(library, of)) {
    if (base.definition === of.definition) continue;
    const found = await memberIn(library, base, name, height + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function ownMember(library: Library, of: Defined, name: string): Promise<Defined | undefined> {
  const symbol = `${of.definition.symbol}.${name}`;
  for (const path of await filesOf(library, of.source)) {
    if (path !== of.source.path && !(await library.text(path))?.includes(name)) continue;
    const source = await library.source(path);
    const found = source && ownDefinition(source, symbol);
    if (found !== undefined && found.definition.body !== undefined) return found;
  }
  return ownDefinition(of.source, symbol);
}

/** Where methods of a file's classes may be: in Go the package, in C++ the file beside the header. */
async function filesOf(library: Library, source: Source): Promise<readonly string[]> {
  const own = [source.path];
  if (source.language === 'Go') return [...own, ...(await source.linker.beside(source, '', library))];
  if (/^(C|C\+\+)$/.test(source.language)) return [...own, ...(await definingFiles(source.path, library))];
  if (source.language !== 'Rust') return own;
  const folder = folderOf(source.path);
  return [...own, ...(await library.list(folder)).filter((path) => path.endsWith('.rs') && path !== source.path)];
}

const HERITAGE =
  /^(class_heritage|extends_clause|extends_type_clause|implements_clause|superclass|super_interfaces|extends_interfaces|type_list|interface_type_list|base_class_clause)$/;

export async function basesOf(library: Library, { source, definition }: Defined): Promise<readonly Defined[]> {
  const sight = { library, source, self: undefined };
  const nodes = source.language === 'Rust' ? traitsOf(source, definition.name) : baseNodes(nodeOf(source, definition));
  const found: Defined[] = [];
  for (const node of nodes) {
    const base = await entityOf(sight, node);
    if (base?.kind === 'definition' && base.definition !== definition) found.push(base);
  }
  return found;
}

function baseNodes(node: SyntaxNode): readonly SyntaxNode[] {
  const heads: SyntaxNode[] = [];
  let isFirst = true;
  const enter = (at: SyntaxNode): boolean =>
    at === node ||
    !/^(class_body|block|field_declaration_list|declaration_list|interface_body|object_type)$/.test(at.type) ||
    at.parent?.type === 'struct_type';
  for (const at of nodesOf(node, enter)) {
    if (at.type === 'class_definition' && isFirst) {
      heads.push(
        ...inside(part(at, 'superclasses') ?? at).filter(
          ({ type }) => /^(identifier|attribute)$/.test(type) && at !== node.parent,
        ),
      );
      isFirst = false;
    }
    if (HERITAGE.test(at.type)) heads.push(...inside(at).filter(({ type }) => !HERITAGE.test(type)));
    // An embedded field of Go has a type and no name.
    if (at.type === 'field_declaration' && at.parent?.parent?.type === 'struct_type' && !part(at, 'name')) {
      const type = part(at, 'type');
      if (type !== undefined) heads.push(type.type === 'pointer_type' ? (inside(type)[0] ?? type) : type);
    }
  }
  return heads;
}

function traitsOf(source: Source, name: string): readonly SyntaxNode[] {
  return [...nodesOf(source.root)].flatMap((node) => {
    const [trait, type] = node.type === 'impl_item' ? [part(node, 'trait'), part(node, 'type')] : [];
    if (trait === undefined || type === undefined) return [];
    return new RegExp(`^${name}\\b`).test(textIn(source, type)) ? [trait] : [];
  });
}

/** The class that a symbol stands in. */
export async function ownerOf(library: Library, source: Source, symbol: string): Promise<Defined | undefined> {
  for (let cut = symbol.lastIndexOf('.'); cut > 0; cut = symbol.lastIndexOf('.', cut - 1)) {
    const found = await lookUp(library, source, symbol.slice(0, cut));
    if (found?.kind === 'definition' && /^(class|type)$/.test(found.definition.kind)) return found;
  }
  return undefined;
}
