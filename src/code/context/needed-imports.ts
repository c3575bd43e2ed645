import { importsIn } from '../symbol/imports.ts';
import type { Binding } from './binding.ts';
import { exported, ownDefinition } from './lookup.ts';
import { memberIn } from './member.ts';
import type { Library, Source } from './shelf.ts';
import { isKnown, traitMethods } from './standard.ts';
import type { Uses } from './uses.ts';

/** The statements that bring what a definition uses, as written, in their order. */
export async function neededImports(
  library: Library,
  source: Source,
  target: { readonly start: number; readonly end: number },
  uses: Uses,
): Promise<readonly string[]> {
  const outside = source.bindings.filter(
    ({ outward, start, end }) => !outward && !(start >= target.start && end <= target.end),
  );
  const needed: Binding[] = [];
  for (const binding of outside) if (await isNeeded(library, source, binding, uses, outside)) needed.push(binding);
  const statements = await importsIn(source.path, source.text);
  const texts = needed
    .sort((a, b) => a.start - b.start)
    .map((binding) => {
      const statement = statements.find(({ start, end }) => start < binding.end && end > binding.start);
      return (statement?.text ?? source.text.slice(binding.start, binding.end)).trim();
    });
  return [...new Set(texts)];
}

async function isNeeded(
  library: Library,
  source: Source,
  binding: Binding,
  uses: Uses,
  all: readonly Binding[],
): Promise<boolean> {
  if (binding.local === '*') return bringsAny(library, source, binding, uses, all);
  if (uses.names.has(binding.local)) return true;
  return source.language === 'Rust' && (await isTraitInUse(library, source, binding, uses));
}

async function bringsAny(
  library: Library,
  source: Source,
  binding: Binding,
  uses: Uses,
  all: readonly Binding[],
): Promise<boolean> {
  const module = await library.module(source, binding.module);
  const open = [...uses.names].filter(
    (name) => !all.some(({ local }) => local === name) && ownDefinition(source, name) === undefined,
  );
  if (module === undefined) return isKnown(source.language, binding.module, open, [...uses.unknown]);
  const isC = source.language === 'C' || source.language === 'C++';
  const direct = isC ? { ...module, files: module.files.slice(0, 1) } : module;
  for (const name of open) if ((await exported(library, source, direct, name)) !== undefined) return true;
  if (!isC) return false;
  for (const name of open) {
    if ((await exported(library, source, module, name)) === undefined) continue;
    if (!(await isDirect(library, source, name, all))) return true;
  }
  return false;
}

/** Whether a header that is included by name has it, not one that this includes. */
async function isDirect(library: Library, source: Source, name: string, all: readonly Binding[]): Promise<boolean> {
  for (const { module: specifier } of all) {
    const module = await library.module(source, specifier);
    if (module === undefined) continue;
    const own = { ...module, files: module.files.slice(0, 1) };
    if ((await exported(library, source, own, name)) !== undefined) return true;
  }
  return false;
}

/** A trait is brought for its methods, and not named again. */
async function isTraitInUse(library: Library, source: Source, binding: Binding, uses: Uses): Promise<boolean> {
  const { module, imported } = binding;
  if (imported === undefined) return false;
  const known = traitMethods(imported);
  if (/^(std|core|alloc)\b/.test(module)) return known.some((name) => uses.members.has(name) || uses.names.has(name));
  const at = await library.module(source, module);
  const trait = at && (await exported(library, source, at, imported));
  if (trait?.kind !== 'definition' || !/\btrait\b/.test(trait.definition.signature)) return false;
  for (const name of uses.members) if ((await memberIn(library, trait, name)) !== undefined) return true;
  return false;
}
