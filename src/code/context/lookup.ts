import type { Definition } from '../symbol/definition.ts';
import { type Binding, folderOf, joined, type Module } from './binding.ts';
import { definingFiles } from './link/c.ts';
import { moduleBelow } from './link/rust.ts';
import type { Library, Source } from './shelf.ts';

/** What a name means: something that is defined in the repository, or one of its modules. */
export type Entity =
  | { readonly kind: 'definition'; readonly source: Source; readonly definition: Definition }
  | { readonly kind: 'module'; readonly source: Source; readonly module: Module };

export type Defined = Extract<Entity, { kind: 'definition' }>;

/** A name may be given on from file to file, and round in circles. */
const DEEPEST = 8;

/** What a name means at the top of a file. */
export async function lookUp(library: Library, source: Source, name: string, depth = 0): Promise<Entity | undefined> {
  const own = ownDefinition(source, name);
  if (own !== undefined && !isBinding(source, own)) return best(library, own);
  if (depth > DEEPEST) return undefined;
  for (const binding of source.bindings) {
    if (binding.local !== name || binding.outward) continue;
    const found = await follow(library, source, binding, depth + 1);
    if (found !== undefined) return found;
  }
  const beside = await inFiles(library, await source.linker.beside(source, name, library), name);
  if (beside !== undefined) return beside;
  for (const binding of source.bindings) {
    if (binding.local !== '*' || binding.outward) continue;
    const found = await throughAll(library, source, binding, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a file itself defines under a name: at its top, else in a namespace or an inline module. */
export function ownDefinition(source: Source, symbol: string): Defined | undefined {
  const { definitions } = source;
  const same = definitions.filter((one) => one.symbol === symbol && one.local !== true);
  const inner =
    same.length === 0 && isC(source)
      ? definitions.filter((one) => one.symbol.endsWith(`.${symbol}`) && one.local !== true && !isInClass(source, one))
      : same;
  // What has a body rather than what is only declared.
  const definition = inner.find(({ body }) => body !== undefined) ?? inner[0];
  return definition && { kind: 'definition', source, definition };
}

const isC = ({ language }: Source): boolean => language === 'C' || language === 'C++';

/** `const a = require('./b')` is another file's matter. */
const isBinding = ({ bindings }: Source, { definition }: Defined): boolean =>
  definition.kind === 'value' &&
  bindings.some(
    ({ local, start, end, outward }) =>
      !outward && local === definition.name && start < definition.end && end > definition.start,
  );

function isInClass({ definitions }: Source, { symbol }: Definition): boolean {
  const around = symbol.slice(0, symbol.lastIndexOf('.'));
  return definitions.some((one) => one.symbol === around && (one.kind === 'class' || one.kind === 'type'));
}

/** A definition rather than the declaration that a header has of it. */
async function best(library: Library, declared: Defined): Promise<Defined> {
  const { source, definition } = declared;
  if (!isC(source) || definition.body !== undefined) return declared;
  if (definition.kind !== 'function' && definition.kind !== 'method') return declared;
  const files = await definingFiles(source.path, library);
  const found = await inFiles(library, files, definition.symbol);
  return found?.definition.body === undefined ? declared : found;
}

/** What is defined in one of some files; those that don't have the word are not parsed. */
async function inFiles(library: Library, paths: readonly string[], symbol: string): Promise<Defined | undefined> {
  const word = symbol.slice(symbol.lastIndexOf('.') + 1);
  for (const path of paths) {
    if (!(await library.text(path))?.includes(word)) continue;
    const source = await library.source(path);
    const found = source && ownDefinition(source, symbol);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function follow(library: Library, source: Source, binding: Binding, depth: number): Promise<Entity | undefined> {
  const { module: specifier, imported } = binding;
  if (specifier === '') return imported === undefined ? undefined : lookUp(library, source, imported, depth);
  const module = await library.module(source, specifier);
  if (module === undefined) return undefined;
  if (imported === undefined) return { kind: 'module', source, module };
  return exported(library, source, module, imported, depth);
}

async function throughAll(
  library: Library,
  source: Source,
  binding: Binding,
  name: string,
  depth: number,
): Promise<Entity | undefined> {
  const module = await library.module(source, binding.module);
  return module && exported(library, source, module, name, depth);
}

/** What a module gives out under a name. */
export async function exported(
  library: Library,
  from: Source,
  module: Module,
  name: string,
  depth = 0,
): Promise<Entity | undefined> {
  if (depth > DEEPEST) return undefined;
  const symbol = module.prefix === undefined ? name : `${module.prefix}.${name}`;
  const own = await inFiles(library, module.files, symbol);
  if (own !== undefined) return best(library, own);
  if (module.prefix !== undefined) {
    const itself = module.prefix === name || module.prefix.endsWith(`.${name}`);
    return itself ? inFiles(library, module.files, module.prefix) : undefined;
  }
  for (const path of module.files) {
    const text = await library.text(path);
    if (text === undefined || from.language === 'Go' || isC(from)) continue;
    const source = await library.source(path);
    if (source === undefined) continue;
    const found = await givenOn(library, source, name, depth + 1);
    if (found !== undefined) return found;
  }
  return submodule(library, from, module, name);
}

/** What a file gives out without defining it itself. */
async function givenOn(library: Library, source: Source, name: string, depth: number): Promise<Entity | undefined> {
  const outwardOnly = /^(JavaScript|TypeScript)$/.test(source.language);
  const bindings = source.bindings.filter(({ outward }) => outward || !outwardOnly);
  for (const binding of bindings) {
    if (binding.local !== name) continue;
    const found = await follow(library, source, binding, depth + 1);
    if (found !== undefined) return found;
  }
  for (const binding of bindings) {
    if (binding.local !== '*') continue;
    const found = await throughAll(library, source, binding, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function submodule(library: Library, source: Source, module: Module, name: string): Promise<Entity | undefined> {
  const { folder } = module;
  if (folder === undefined) return undefined;
  if (source.language === 'Rust') {
    const found = await moduleBelow(module, name, library);
    return found && { kind: 'module', source, module: found };
  }
  if (source.language === 'Java') return inFiles(library, [joined(folder, `${name}.java`) ?? ''], name);
  const init = joined(folder, '__init__.py') ?? '';
  const path = joined(folder, name) ?? name;
  if ((await library.text(`${path}.py`)) !== undefined)
    return { kind: 'module', source, module: { files: [`${path}.py`] } };
  const below = joined(path, '__init__.py') ?? '';
  if (below === init || (await library.text(below)) === undefined) return undefined;
  return { kind: 'module', source, module: { files: [below], folder: folderOf(below) } };
}
