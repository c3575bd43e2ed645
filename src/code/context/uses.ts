import type { Definition } from '../symbol/definition.ts';
import { around, part, type SyntaxNode } from '../syntax/tree.ts';
import { entityOf } from './entity.ts';
import { type Defined, lookUp } from './lookup.ts';
import { memberIn, ownerOf } from './member.ts';
import type { Library, Source } from './shelf.ts';
import { localOf, type Sight } from './sight.ts';
import { bare, isName, memberOf, nodesWithin, textIn } from './tree-words.ts';

/** Something of the repository that a definition speaks of. */
export interface Use {
  readonly of: Defined;
  /** It makes one of these. */
  readonly constructs: boolean;
}

export interface Uses {
  /** In the order of their first mention. */
  readonly all: readonly Use[];
  /** Names that mean something outside of the definition. */
  readonly names: ReadonlySet<string>;
  /** Those of them that nothing in the repository explains. */
  readonly unknown: ReadonlySet<string>;
  /** Names after a dot. */
  readonly members: ReadonlySet<string>;
}

const SKIPPED = /comment|^(import_statement|import_from_statement|use_declaration|import_declaration|preproc_include)$/;
const TYPES = new Set(['type']);

export async function usesOf(library: Library, source: Source, target: Definition): Promise<Uses> {
  const sight: Sight = { library, source, self: await ownerOf(library, source, target.symbol) };
  const found = new Map<string, Use>();
  const [names, unknown, members] = [new Set<string>(), new Set<string>(), new Set<string>()];

  function record(of: Defined, constructs: boolean): void {
    const { definition } = of;
    const isOwn = of.source.path === source.path && definition.start >= target.start && definition.end <= target.end;
    if (isOwn || (of.source.path === source.path && definition.symbol === target.symbol) || isField(of)) return;
    const key = `${of.source.path}#${definition.symbol}`;
    const before = found.get(key);
    found.set(
      key,
      before === undefined ? { of, constructs } : { ...before, constructs: before.constructs || constructs },
    );
  }
  async function word(name: string, at: SyntaxNode): Promise<void> {
    names.add(name);
    const entity = await entityOf(sight, at);
    if (entity?.kind === 'definition') record(entity, isConstruction(at));
    else if (entity === undefined) unknown.add(name);
  }

  const stack = [...nodesWithin(source.root, target.start, target.end)].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (SKIPPED.test(node.type)) continue;
    if (node.type === 'string' && source.language === 'Python' && around(node, TYPES) !== undefined) {
      for (const [name] of textIn(source, node).matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) await quoted(name);
      continue;
    }
    const member = memberOf(node);
    if (member !== undefined && !isOwnName(node, target, source)) {
      members.add(textIn(source, bare(member.name)));
      const entity = await entityOf(sight, node);
      if (entity?.kind === 'definition') record(entity, isConstruction(node));
      const object = member.object;
      const isPath = entity?.kind === 'definition' && object !== undefined && isStatic(object);
      if (isPath) head(object);
      else if (entity === undefined && object === undefined) unknown.add(textIn(source, member.name));
      if (object === undefined) names.add(textIn(source, member.name));
      for (const child of [...node.children].reverse())
        if (child !== member.name && !(isPath && child === object)) stack.push(child);
      continue;
    }
    if (isName(node) && node.children.length === 0) {
      const name = textIn(source, node);
      if (node.parent?.type === 'token_tree') await token(node, name);
      else if (name === 'Self') {
        if (sight.self !== undefined) record(sight.self, isConstruction(node));
      } else if (localOf(source, node) === undefined) await word(name, node);
      continue;
    }
    for (const child of [...node.children].reverse()) stack.push(child);
  }
  return { all: [...found.values()], names, unknown, members };

  async function quoted(name: string): Promise<void> {
    names.add(name);
    const entity = await lookUp(library, source, name);
    if (entity?.kind === 'definition') record(entity, false);
  }
  /** What a path begins with needs its import. */
  function head(object: SyntaxNode): void {
    let at = bare(object);
    for (let next = memberOf(at)?.object; next !== undefined; next = memberOf(at)?.object) at = bare(next);
    if (isName(at) && localOf(source, at) === undefined) names.add(textIn(source, at));
  }
  /** What a macro gets is not parsed: a name, one after `self.`, or one after a path. */
  async function token(node: SyntaxNode, name: string): Promise<void> {
    const siblings = node.parent?.children ?? [];
    const before = siblings[node.index - 1];
    const object = siblings[node.index - 2];
    if (before?.type === '.') {
      members.add(name);
      const own = object?.type === 'self' && sight.self !== undefined;
      const found = own && sight.self ? await memberIn(library, sight.self, name) : undefined;
      if (found !== undefined) record(found, false);
    } else if (before?.type === '::' && object !== undefined) {
      const of = textIn(source, object) === 'Self' ? sight.self : await lookUp(library, source, textIn(source, object));
      const found = of?.kind === 'definition' ? await memberIn(library, of, name) : undefined;
      if (found !== undefined) record(found, false);
    } else if (localOf(source, node) === undefined) await word(name, node);
  }
}

/** Whether an expression is only a way to a name: `a.b` in `a.b.c`. */
function isStatic(node: SyntaxNode): boolean {
  const at = bare(node);
  if (isName(at) || /^(self|this|super|crate)$/.test(at.type)) return true;
  const member = at.type === 'method_invocation' ? undefined : memberOf(at);
  return member?.object !== undefined && isStatic(member.object);
}

/** `Foo::bar` where `Foo::bar` is being defined. */
function isOwnName(node: SyntaxNode, target: Definition, source: Source): boolean {
  if (node.type !== 'qualified_identifier' || node.field !== 'declarator') return false;
  return textIn(source, node).endsWith(target.name);
}

function isConstruction(node: SyntaxNode): boolean {
  const { parent, field } = node;
  if (parent === undefined) return false;
  if (/^(new_expression|object_creation_expression|composite_literal|struct_expression)$/.test(parent.type))
    return field === 'constructor' || field === 'type' || field === 'name';
  return /^(call|call_expression)$/.test(parent.type) && part(parent, 'function') === node;
}

/** A field of an object is part of its class; what all objects share is a constant. */
function isField({ source, definition }: Defined): boolean {
  const { kind, symbol, name, signature } = definition;
  const cut = symbol.lastIndexOf('.');
  if (kind !== 'value' || cut === -1 || /\b(static|const|constexpr)\b/.test(signature)) return false;
  const around = symbol.slice(0, cut);
  const inClass = source.definitions.some(
    (one) => one.symbol === around && (one.kind === 'class' || one.kind === 'type'),
  );
  return inClass && !/^[A-Z][A-Z0-9_]*$/.test(name);
}
