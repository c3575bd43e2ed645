import { part, type SyntaxNode } from '../syntax/tree.ts';
import { type Defined, type Entity, exported, lookUp } from './lookup.ts';
import { memberIn } from './member.ts';
import { localOf, type Sight } from './sight.ts';
import { bare, isName, memberOf, textIn } from './tree-words.ts';
import { classOf, typeOf } from './type-of.ts';

/** Chains are rarely longer, and a text may be made to be. */
export const DEEPEST = 30;

/** What an expression names: something defined in the repository, or a module of it; not the value that it has. */
export async function entityOf(sight: Sight, expression: SyntaxNode, depth = 0): Promise<Entity | undefined> {
  const found = await meant(sight, expression, depth);
  return found?.kind === 'module' ? ((await itselfOf(sight, found)) ?? found) : found;
}

async function meant(sight: Sight, expression: SyntaxNode, depth: number): Promise<Entity | undefined> {
  if (depth > DEEPEST) return undefined;
  const node = bare(expression);
  const { library, source } = sight;
  if (node.type === 'qualified_identifier') return qualified(sight, node);
  const member = memberOf(node);
  if (member === undefined) {
    const generic = part(node, 'name') ?? part(node, 'type');
    if (/^(generic_type|template_type|template_function|generic_type_with_turbofish)$/.test(node.type) && generic)
      return meant(sight, generic, depth + 1);
    return named(sight, node);
  }
  const { object, name } = member;
  const word = textIn(source, bare(name));
  if (object === undefined) return (await ownMember(sight, word)) ?? lookUp(library, source, word);
  if (/^(module\s*\.\s*)?exports$/.test(textIn(source, object))) return lookUp(library, source, word);
  if (source.language === 'Rust' && /^(crate|self|super)$/.test(object.type) && node.type !== 'field_expression') {
    const module = await library.module(source, object.type);
    return module && exported(library, source, module, word);
  }
  const of = await meant(sight, object, depth + 1);
  if (of?.kind === 'module') {
    const itself = await itselfOf(sight, of);
    return (await exported(library, of.source, of.module, word)) ?? (itself && memberIn(library, itself, word));
  }
  if (of !== undefined && isClass(of)) return memberIn(library, of, word);
  const type = await typeOf(sight, object, depth + 1);
  const itsClass = type && (await classOf(type, depth + 1));
  if (itsClass !== undefined) return memberIn(library, itsClass, word);
  // An object that holds functions, or a function with some of its own.
  return of && memberIn(library, of, word);
}

const isClass = ({ definition }: Defined): boolean => definition.kind === 'class' || definition.kind === 'type';

async function named(sight: Sight, node: SyntaxNode): Promise<Entity | undefined> {
  const { library, source, self } = sight;
  if (!isName(node) && !/^(crate|super|self)$/.test(node.type)) return undefined;
  const word = textIn(source, node);
  if (word === 'Self' || (word === 'cls' && source.language === 'Python')) return self;
  if (source.language === 'Rust' && /^(crate|super)$/.test(word)) {
    const module = await library.module(source, word);
    return module && { kind: 'module', source, module };
  }
  if (localOf(source, node) !== undefined) return undefined;
  return (await ownMember(sight, word)) ?? lookUp(library, source, word);
}

/** In JavaScript a module may be the function or class that it gives out, unless others are taken from it. */
async function itselfOf({ library, source }: Sight, { source: from, module }: Extract<Entity, { kind: 'module' }>) {
  if (!/^(JavaScript|TypeScript)$/.test(source.language)) return undefined;
  const found = await exported(library, from, module, 'default');
  return found?.kind === 'definition' && found.definition.kind !== 'value' ? found : undefined;
}

/** In Java and C++ a method needs no `this`. */
async function ownMember({ library, source, self }: Sight, word: string): Promise<Defined | undefined> {
  if (self === undefined || word === self.definition.name || !/^(Java|C\+\+)$/.test(source.language)) return undefined;
  return memberIn(library, self, word);
}

/** `a::b::c`: a namespace is part of the symbol, or left out of it. */
async function qualified({ library, source }: Sight, node: SyntaxNode): Promise<Entity | undefined> {
  const parts = textIn(source, node)
    .replace(/<[^()]*>/g, '')
    .split('::')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (parts[0] === 'std') return undefined;
  for (let from = 0; from < parts.length; from++) {
    const found = await lookUp(library, source, parts.slice(from).join('.'));
    if (found !== undefined) return found;
  }
  const around = await lookUp(library, source, parts.slice(0, -1).join('.'));
  return around?.kind === 'definition' ? memberIn(library, around, parts.at(-1) ?? '') : undefined;
}
