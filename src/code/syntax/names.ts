import type { SyntaxTable } from './table.ts';
import { ancestorsOf, holds, nodesOf, part, type SyntaxNode } from './tree.ts';

/** A name and where it can be seen. */
export interface Declaration {
  readonly name: string;
  /** The name itself. */
  readonly node: SyntaxNode;
  /** From here on it is visible, in its own function; in functions inside, everywhere. */
  readonly from: number;
  readonly scope: SyntaxNode;
  /** The function around it, or the root. */
  readonly home: SyntaxNode;
  readonly variable: boolean;
  readonly type: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
}

export interface Names {
  readonly declared: ReadonlyMap<string, readonly Declaration[]>;
  /** By the scope that ends them, and by name, in source order. */
  readonly scopes: ReadonlyMap<SyntaxNode, ReadonlyMap<string, readonly Declaration[]>>;
  /** All places where a name is used or declared, in source order. */
  readonly uses: ReadonlyMap<string, readonly SyntaxNode[]>;
  /** Names of packages that are imported. */
  readonly packages: readonly string[];
}

/** Kinds whose names are visible only after them: `let x = x` sees another x. */
const WHOLE = new Set(
  'variable_declarator assignment let_declaration declaration short_var_declaration var_spec named_expression'.split(
    ' ',
  ),
);
/** Parts of a declaration that declare nothing. */
const OTHER = new Set('type right size parameters default_value return_type arguments body'.split(' '));

export function namesOf(root: SyntaxNode, text: string, table: SyntaxTable): Names {
  const declared = new Map<string, Declaration[]>();
  const scopes = new Map<SyntaxNode, Map<string, Declaration[]>>();
  const uses = new Map<string, SyntaxNode[]>();
  const packages: string[] = [];
  for (const node of nodesOf(root)) {
    if (node.type === 'import_spec') packages.push(/(\w+)"?$/.exec(text.slice(node.start, node.end))?.[1] ?? '');
    if (isName(node, table)) push(uses, text.slice(node.start, node.end), node);
    const field = table.binds[node.type];
    if (field === undefined) continue;
    const parts = node.children.filter((child) => child.named && (field === '*' || child.field === field));
    for (const [holder, name] of parts.flatMap((child) => bound(child, table).map((leaf) => [child, leaf] as const))) {
      const declaration = declare(node, field, holder, name, text, table);
      const scope = scopes.get(declaration.scope) ?? new Map<string, Declaration[]>();
      // In Python the first assignment declares.
      if (node.type === 'assignment' && scope.has(declaration.name)) continue;
      scopes.set(declaration.scope, scope);
      push(scope, declaration.name, declaration);
      push(declared, declaration.name, declaration);
    }
  }
  return { declared, scopes, uses, packages };
}

function declare(
  node: SyntaxNode,
  field: string,
  holder: SyntaxNode,
  name: SyntaxNode,
  text: string,
  table: SyntaxTable,
): Declaration {
  const isFunction = (table.functions.has(node.type) && field !== 'parameter') || node.type.startsWith('class_');
  const scope = scopeOf(isFunction ? (node.parent ?? node) : node, table);
  return {
    name: text.slice(name.start, name.end),
    node: name,
    from: isFunction ? 0 : WHOLE.has(node.type) ? node.end : holder.end,
    scope,
    home: homeOf(scope, table),
    variable: !isFunction,
    type: part(holder, 'type') ?? part(node, 'type') ?? (node.parent && part(node.parent, 'type')),
    value:
      part(node, 'value') ??
      part(node, 'right') ??
      part(holder, 'value') ??
      (holder.type === 'init_declarator' ? holder : undefined),
  };
}

function bound(node: SyntaxNode, table: SyntaxTable): readonly SyntaxNode[] {
  const leaves: SyntaxNode[] = [];
  const enter = (at: SyntaxNode): boolean =>
    at === node ||
    !(OTHER.has(at.field ?? '') || (at.field === 'value' && at.parent?.type !== 'pair_pattern')) ||
    false;
  for (const at of nodesOf(node, enter)) {
    const isLeaf = table.names.has(at.type) || at.type === 'shorthand_property_identifier_pattern';
    if (isLeaf && enter(at) && at.parent?.type !== 'attribute' && at.parent?.type !== 'subscript') leaves.push(at);
  }
  return leaves;
}

function scopeOf(node: SyntaxNode, table: SyntaxTable): SyntaxNode {
  const isScope = ({ type, parent }: SyntaxNode): boolean =>
    parent === undefined ||
    table.functions.has(type) ||
    table.scopes.has(type) ||
    // In Python a block ends no name.
    (table.lists.has(type) && table.style !== 'suite');
  if (isScope(node)) return node;
  for (const at of ancestorsOf(node)) if (isScope(at)) return at;
  return node;
}

/** The function around a node, the node itself included, or the root. */
export function homeOf(node: SyntaxNode, table: SyntaxTable): SyntaxNode {
  let at = node;
  while (!table.functions.has(at.type) && at.parent !== undefined) at = at.parent;
  return at;
}

/** Fields of nodes that are named like a variable and are none. */
const MEMBER = new Set('attribute field property key label'.split(' '));

function isName(node: SyntaxNode, table: SyntaxTable): boolean {
  if (!table.names.has(node.type) || MEMBER.has(node.field ?? '')) return false;
  return !(
    node.field === 'name' &&
    (node.parent?.type === 'keyword_argument' || table.calls.has(node.parent?.type ?? ''))
  );
}

export { isName };

/** What a name means at an offset inside a node. */
export function resolve(
  names: Names,
  table: SyntaxTable,
  name: string,
  within: SyntaxNode,
  at: number,
): Declaration | undefined {
  if (!names.declared.has(name)) return undefined;
  const home = homeOf(within, table);
  for (let scope: SyntaxNode | undefined = within; scope !== undefined; scope = scope.parent) {
    const found = names.scopes.get(scope)?.get(name);
    const seen = found?.findLast((declaration) => declaration.from <= at || declaration.home !== home);
    if (seen !== undefined) return seen;
  }
  return undefined;
}

/** How many local names are never read, and how many packages: some compilers refuse those. */
export function unread({ declared, uses, packages }: Names): number {
  const isRead = ({ name, node, scope, home }: Declaration): boolean =>
    home.parent === undefined ||
    node.parent?.type === 'parameter_declaration' ||
    (uses.get(name) ?? []).some((use) => use !== node && holds(scope, use) && !isTarget(use));
  const names = [...declared.values()].flat().filter((one) => one.name !== '_' && !isRead(one));
  return names.length + packages.filter((name) => !uses.has(name)).length;
}

/** Assigned, not read: `x = 1`, but not `x += 1`. */
function isTarget({ parent }: SyntaxNode): boolean {
  if (parent?.type !== 'expression_list' || parent.field !== 'left') return false;
  return parent.parent?.children.some(({ type }) => type === '=' || type === ':=') ?? false;
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
