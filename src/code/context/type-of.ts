import type { Declaration } from '../syntax/names.ts';
import { inside, nodesOf, part, type SyntaxNode } from '../syntax/tree.ts';
import { DEEPEST, entityOf } from './entity.ts';
import { fieldIn } from './field.ts';
import { commentOf } from './goal.ts';
import { type Defined, lookUp } from './lookup.ts';
import { basesOf, memberIn, ownerOf } from './member.ts';
import type { Source } from './shelf.ts';
import { localOf, type Sight } from './sight.ts';
import { bare, memberOf, nodeOf, textIn } from './tree-words.ts';
import { elementIn, headsOf } from './written-type.ts';

/** A type as it is written somewhere, or a class itself. */
export type Type =
  | { readonly kind: 'class'; readonly class: Defined }
  | { readonly kind: 'written'; readonly sight: Sight; readonly node: SyntaxNode }
  /** By its name, in a comment. */
  | { readonly kind: 'named'; readonly sight: Sight; readonly name: string };

/** The class of the repository that a type means. */
export async function classOf(type: Type, depth = 0): Promise<Defined | undefined> {
  if (type.kind === 'class') return type.class;
  if (depth > DEEPEST) return undefined;
  if (type.kind === 'named') {
    const found = await lookUp(type.sight.library, type.sight.source, type.name);
    return found?.kind === 'definition' && /^(class|type)$/.test(found.definition.kind) ? found : undefined;
  }
  const { sight, node } = type;
  for (const head of headsOf(node, sight.source)) {
    const found =
      typeof head === 'string'
        ? await lookUp(sight.library, sight.source, head)
        : await entityOf(sight, head, depth + 1);
    if (found?.kind === 'definition' && /^(class|type)$/.test(found.definition.kind)) return found;
  }
  return undefined;
}

/** Methods that give back what they are called on, or what is in it. */
const SAME =
  /^(unwrap\w*|expect|clone|as_ref|as_mut|borrow|borrow_mut|lock|read|write|to_owned|iter|iter_mut|into_iter|get|get_mut)$/;

/** What kind of value an expression has, as far as types are written or constructors called. */
export async function typeOf(sight: Sight, expression: SyntaxNode, depth = 0): Promise<Type | undefined> {
  if (depth > DEEPEST) return undefined;
  const node = bare(expression);
  const { source, self } = sight;
  const word = textIn(source, node);
  if (/^(self|this)$/.test(word)) return self && { kind: 'class', class: self };
  if (/^super(\(\))?$/.test(word)) {
    const base = self && (await basesOf(sight.library, self))[0];
    return base && { kind: 'class', class: base };
  }
  switch (node.type) {
    case 'call':
    case 'call_expression':
    case 'method_invocation':
      return called(sight, node, depth + 1);
    case 'new_expression':
    case 'object_creation_expression':
    case 'composite_literal':
    case 'struct_expression': {
      const made = part(node, 'constructor') ?? part(node, 'type') ?? part(node, 'name');
      return made && { kind: 'written', sight, node: made };
    }
    case 'subscript':
    case 'subscript_expression':
    case 'index_expression':
    case 'array_access': {
      const list = inside(node)[0];
      const type = list && (await typeOf(sight, list, depth + 1));
      return type && elementOf(type, depth + 1);
    }
    default:
      return memberOf(node) === undefined ? ofName(sight, node, depth) : ofMember(sight, node, depth + 1);
  }
}

/** What a list or a map has in it, also where its type has a name: `type Items []*Item`. */
async function elementOf(type: Type, depth: number): Promise<Type | undefined> {
  const own = type.kind === 'written' ? elementIn(type.node, type.sight.source) : undefined;
  if (own !== undefined && type.kind === 'written') return { ...type, node: own };
  const named = await classOf(type, depth);
  if (named?.definition.kind !== 'type' || type.kind !== 'written') return undefined;
  for (const node of nodesOf(nodeOf(named.source, named.definition))) {
    const meant = NAMING.test(node.type) ? (part(node, 'type') ?? part(node, 'value')) : undefined;
    const element = meant && elementIn(meant, named.source);
    const sight = { library: type.sight.library, source: named.source, self: undefined };
    if (element !== undefined) return { kind: 'written', sight, node: element };
  }
  return undefined;
}

/** Where a type gets a name: in Go, Rust, TypeScript and C++. */
const NAMING = /^(type_spec|type_alias|type_item|type_alias_declaration|alias_declaration)$/;

async function ofName(sight: Sight, node: SyntaxNode, depth: number): Promise<Type | undefined> {
  const local = localOf(sight.source, node);
  if (local !== undefined) return declared(sight, local, depth + 1);
  const found = await entityOf(sight, node, depth + 1);
  if (found?.kind !== 'definition' || found.definition.kind !== 'value') return undefined;
  const { source, definition } = found;
  const all = source.names.declared.get(definition.name) ?? [];
  const own = all.find((one) => one.node.start >= definition.start && one.node.end <= definition.end);
  return own && declared({ ...sight, source, self: undefined }, own, depth + 1);
}

const LOOPS =
  /^(for_statement|for_in_clause|range_clause|for_in_statement|for_expression|enhanced_for_statement|for_range_loop)$/;

async function declared(sight: Sight, declaration: Declaration, depth: number): Promise<Type | undefined> {
  const { type, node, value } = declaration;
  if (type !== undefined && !/^(auto|var|placeholder)/.test(textIn(sight.source, type)))
    return { kind: 'written', sight, node: type };
  const said = value === undefined ? commentedType(sight.source, declaration) : undefined;
  if (said !== undefined) return { kind: 'named', sight, name: said };
  if (value === undefined || value === node) return undefined;
  let at: SyntaxNode | undefined = node;
  let place = 0;
  while (at !== undefined && !holdsValue(at, value)) {
    if (/^(pattern_list|tuple_pattern|expression_list)$/.test(at.parent?.type ?? ''))
      place = inside(at.parent ?? at).indexOf(at);
    else if (/pattern/.test(at.type) && at !== node) return undefined;
    at = at.parent;
  }
  const given = await typeOf(sight, value, depth + 1);
  if (given === undefined) return undefined;
  // Of what a loop of Go gives, the first is the index.
  if (at !== undefined && LOOPS.test(at.type))
    return at.type === 'range_clause' && place === 0 ? undefined : elementOf(given, depth + 1);
  if (given.kind === 'written' && given.node.type === 'parameter_list') {
    const one = inside(given.node)[place];
    return one && { ...given, node: part(one, 'type') ?? one };
  }
  return place === 0 ? given : undefined;
}

/** `@param {Type} name` in the comment of the function that a parameter is of. */
function commentedType(source: Source, { name, node }: Declaration): string | undefined {
  if (source.language !== 'JavaScript') return undefined;
  const around = source.definitions.filter(
    ({ start, end, body }) => start < node.start && node.end < (body?.start ?? end),
  );
  const comment = around.map((one) => commentOf(source, one)).findLast((one) => one !== undefined);
  const said = comment?.match(new RegExp(`@param\\s+\\{[!?]?([\\w$]+)=?\\}\\s+\\[?${name.replaceAll('$', '\\$')}\\b`));
  return said?.[1];
}

const holdsValue = (node: SyntaxNode, value: SyntaxNode): boolean => node.start <= value.start && value.end <= node.end;

async function called(sight: Sight, call: SyntaxNode, depth: number): Promise<Type | undefined> {
  const callee = call.type === 'method_invocation' ? call : part(call, 'function');
  if (callee === undefined) return undefined;
  const found = await entityOf(sight, callee, depth + 1);
  if (found?.kind === 'definition') {
    if (/^(class|type)$/.test(found.definition.kind)) return { kind: 'class', class: found };
    return returned(sight, found);
  }
  const member = memberOf(bare(callee));
  const isSame = member?.object !== undefined && SAME.test(textIn(sight.source, member.name));
  return isSame && member.object !== undefined ? typeOf(sight, member.object, depth + 1) : undefined;
}

const FUNCTIONS = /function|method|arrow/;

/** What a function says that it gives back. */
async function returned({ library }: Sight, { source, definition }: Defined): Promise<Type | undefined> {
  for (const node of nodesOf(nodeOf(source, definition))) {
    if (!FUNCTIONS.test(node.type) && node.type !== 'declaration' && node.type !== 'field_declaration') continue;
    const type = part(node, 'return_type') ?? part(node, 'result') ?? part(node, 'type');
    if (type === undefined) continue;
    return {
      kind: 'written',
      sight: { library, source, self: await ownerOf(library, source, definition.symbol) },
      node: type,
    };
  }
  return undefined;
}

async function ofMember(sight: Sight, node: SyntaxNode, depth: number): Promise<Type | undefined> {
  const member = memberOf(node);
  if (member?.object === undefined) return undefined;
  const word = textIn(sight.source, member.name);
  const type = await typeOf(sight, member.object, depth);
  const of = type && (await classOf(type, depth));
  if (of === undefined) {
    const found = await entityOf(sight, node, depth);
    return found?.kind === 'definition' && found.definition.kind === 'value' ? ofValue(sight, found, depth) : undefined;
  }
  const field = await fieldIn(sight.library, of, word);
  if (field !== undefined) {
    const inner = { ...sight, source: field.source, self: field.self };
    return field.kind === 'type'
      ? { kind: 'written', sight: inner, node: field.node }
      : typeOf(inner, field.node, depth);
  }
  const method = await memberIn(sight.library, of, word);
  return method && returned(sight, method);
}

async function ofValue(sight: Sight, { source, definition }: Defined, depth: number): Promise<Type | undefined> {
  const all = source.names.declared.get(definition.name) ?? [];
  const own = all.find((one) => one.node.start >= definition.start && one.node.end <= definition.end);
  return own && declared({ ...sight, source, self: undefined }, own, depth + 1);
}
