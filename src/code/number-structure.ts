import type { Node } from 'web-tree-sitter';
import { fieldOf, type Place } from './place.ts';

/** Kinds of nodes, with the fields meant: `*` is all, `first` and `later` are children that have no field. */
type Parts = Readonly<Record<string, readonly string[]>>;

/** Arguments that choose a format, a base or an element, by the name of what is called. */
interface Choosing {
  /** All of them. */
  readonly every: readonly string[];
  /** Some, by index. */
  readonly some: Readonly<Record<string, readonly number[]>>;
  /** Some, by index, but none where it stands alone: of `range`, start and step. */
  readonly several?: Readonly<Record<string, readonly number[]>>;
  /** By the argument's own name, and the kind of such arguments. */
  readonly named?: { readonly kind: string; readonly names: readonly string[] };
}

/** Where a language has numbers that mostly break the program when changed. Kinds are those of its grammar. */
export interface Structure {
  /** Whatever is below, however deep: types, attributes, patterns. */
  readonly closed: Parts;
  /** The number itself, in parentheses or not: keys, labels, operands of prefixes. */
  readonly fixed: Parts;
  /** The number itself, unless it is in parentheses: what a member or a call is asked of. */
  readonly bare: Parts;
  /** Subscripts, which also have their offsets: `a[i + 1]`. */
  readonly subscripts: Parts;
  /** If whole: starts and steps of loops. */
  readonly heads: Parts;
  /** What a subscript or the head of a loop reaches through: not calls. */
  readonly arithmetic: readonly string[];
  readonly assigning: readonly string[];
  /** Kinds with an operator between a left and a right; and those with a list of operands and operators. */
  readonly operations: readonly string[];
  readonly chains?: readonly string[];
  readonly equality: readonly string[];
  /** Left out if whole. */
  readonly bitwise: readonly string[];
  /** What a whole offset of is left out, by kind and text: `a.length - 1`. */
  readonly lengths: { readonly kinds: readonly string[]; readonly text: RegExp };
  /** What changes a counter or a sum: where the target is, and by which operators if there are several. */
  readonly counters: Readonly<Record<string, { readonly target?: string; readonly by?: readonly string[] }>>;
  /** Where a counter or a sum gets its first value, and what its name may be preceded by where it counts. */
  readonly starts: Readonly<
    Record<string, { readonly name: string; readonly value: string; readonly under?: readonly string[] }>
  >;
  /** Whether sums of fractions count too: where the language makes them start from 0.0. */
  readonly fractionalSums: boolean;
  /** Lists of names and values in a start: `a, b = 0, 1`. */
  readonly lists: readonly string[];
  readonly choosing: Choosing;
  /** Statements in which a minus in front could become an operator of the line before. */
  readonly runsOn?: readonly string[];
  /** What ends the program with a status: the return of a function of this kind and declaration. */
  readonly exits?: { readonly kind: string; readonly function: string; readonly declares: RegExp };
}

/** The rule of a language, by its table. It has no look at values: what was found once must be found again. */
export function structureOf(
  table: Structure,
): (places: readonly Place[]) => (number: Place, integer: boolean) => boolean {
  const parts = {
    closed: new Map(Object.entries(table.closed)),
    fixed: new Map(Object.entries(table.fixed)),
    bare: new Map(Object.entries(table.bare)),
    subscripts: new Map(Object.entries(table.subscripts)),
    heads: new Map(Object.entries(table.heads)),
  };
  const starts = new Map(Object.entries(table.starts));
  const counters = new Map(Object.entries(table.counters));
  const some = new Map(Object.entries(table.choosing.some));
  const several = new Map(Object.entries(table.choosing.several ?? {}));
  const arithmetic = new Set(table.arithmetic);
  const headway = new Set([...table.arithmetic, ...table.assigning]);
  return (places) => {
    const counted = countedIn(places);
    const isClosed = reaching(parts.closed, () => true);
    const isSubscript = reaching(parts.subscripts, (kind) => arithmetic.has(kind));
    const isInHead = reaching(parts.heads, (kind) => headway.has(kind));
    return (number, integer) => {
      const outer = unwrapped(number);
      if (outer.parent === undefined || runsOn(number) || isClosed(number)) return true;
      if (isPart(parts.fixed, outer) || (number === outer && isPart(parts.bare, outer))) return true;
      if (isSubscript(outer) || isCompared(outer, outer.parent) || chooses(outer, outer.parent)) return true;
      if (exits(outer.parent)) return true;
      if (integer && (isWholeOperand(outer, outer.parent.node) || isInHead(outer))) return true;
      return startsCount(outer, integer, counted);
    };
  };

  /** Out of parentheses, and of a list that has nothing else in it. */
  function unwrapped(place: Place): Place {
    let outer = place;
    for (let up = outer.parent; up !== undefined && isWrapper(up); up = outer.parent) outer = up;
    return outer;
  }

  function isWrapper({ node, type }: Place): boolean {
    return type === 'parenthesized_expression' || (table.lists.includes(type) && node.namedChildCount === 1);
  }

  function isCompared(outer: Place, up: Place): boolean {
    if (table.operations.includes(up.type)) return table.equality.includes(operatorOf(up.node));
    if (table.chains?.includes(up.type) !== true) return false;
    const beside = [up.node.child(outer.index - 1), up.node.child(outer.index + 1)];
    return beside.some((token) => token !== null && table.equality.includes(token.type));
  }

  function isWholeOperand(outer: Place, up: Node): boolean {
    if (!table.operations.includes(up.type)) return false;
    const operator = operatorOf(up);
    if (table.bitwise.includes(operator)) return true;
    if (operator !== '+' && operator !== '-') return false;
    const other = up.childForFieldName(fieldOf(outer) === 'left' ? 'right' : 'left');
    return other !== null && table.lengths.kinds.includes(other.type) && table.lengths.text.test(other.text);
  }

  function chooses(outer: Place, up: Place): boolean {
    const { every, named } = table.choosing;
    if (up.type === named?.kind) return named.names.includes(up.node.childForFieldName('name')?.text ?? '');
    if (!/^argument(s|_list)$/.test(up.type)) return false;
    const call = up.parent?.node;
    const called = call?.childForFieldName('function') ?? call?.childForFieldName('name');
    const name = /[\p{ID_Continue}#$]+$/u.exec(called?.text ?? '')?.[0] ?? '';
    if (every.includes(name)) return true;
    const indices = some.get(name) ?? several.get(name);
    if (indices === undefined) return false;
    const given = up.node.namedChildren.filter((child) => !child.type.endsWith('comment'));
    return (some.has(name) || given.length > 1) && indices.some((index) => given[index]?.id === outer.node.id);
  }

  function exits(up: Place): boolean {
    if (table.exits === undefined || up.type !== table.exits.kind) return false;
    let at: Place | undefined = up;
    while (at !== undefined && at.type !== table.exits.function) at = at.parent;
    return table.exits.declares.test(at?.node.childForFieldName('declarator')?.text ?? '');
  }

  function runsOn({ node, parent }: Place): boolean {
    if (table.runsOn === undefined) return false;
    for (let at = parent; at !== undefined && at.node.startIndex === node.startIndex; at = at.parent) {
      if (table.runsOn.includes(at.type)) return true;
    }
    return false;
  }

  /** What `i++`, `sum += x` and the like change, as it is written, and whether something is added to it. */
  function countedIn(places: readonly Place[]): ReadonlyMap<string, boolean> {
    const counted = new Map<string, boolean>();
    for (const { node, type } of places) {
      const counter = counters.get(type);
      if (counter === undefined) continue;
      const operator = operatorOf(node);
      if (counter.by !== undefined && !counter.by.includes(operator)) continue;
      const target = counter.target === undefined ? node.namedChild(0) : node.childForFieldName(counter.target);
      const name = target?.text ?? '';
      counted.set(name, counted.get(name) === true || operator === '+=');
    }
    return counted;
  }

  function startsCount(outer: Place, integer: boolean, counted: ReadonlyMap<string, boolean>): boolean {
    if (!integer && !table.fractionalSums) return false;
    const listed = outer.parent !== undefined && table.lists.includes(outer.parent.type) ? outer.parent : undefined;
    const value = listed ?? outer;
    const start = starts.get(value.parent?.type ?? '');
    if (start === undefined || value.parent === undefined || fieldOf(value) !== start.value) return false;
    const names = namesOf(value.parent.node, start.name);
    if (listed !== undefined && names.length !== listed.node.namedChildCount) return false;
    const name =
      names[listed === undefined ? 0 : listed.node.namedChildren.findIndex(({ id }) => id === outer.node.id)];
    return (start.under ?? ['']).some((prefix) => {
      const added = counted.get(prefix + (name ?? ''));
      return integer ? added !== undefined : added === true;
    });
  }

  function namesOf(start: Node, field: string): readonly string[] {
    const names = start.childrenForFieldName(field).filter((name) => name?.isNamed === true);
    const [only] = names;
    const parts = names.length === 1 && only?.type.endsWith('_list') === true ? only.namedChildren : names;
    return parts.map((name) => name?.text.replace(/^[*&\s]+/, '') ?? '');
  }
}

/** Whether a place is one of the parts, or below one with only certain kinds between; the way up is gone once. */
function reaching(
  parts: ReadonlyMap<string, readonly string[]>,
  through: (kind: string) => boolean,
): (place: Place) => boolean {
  const known = new Map<Place, boolean>();
  return (place) => {
    const way: Place[] = [];
    let reached: boolean | undefined;
    for (let at = place; reached === undefined; at = at.parent ?? at) {
      way.push(at);
      if (at.parent === undefined) reached = false;
      else if (isPart(parts, at)) reached = true;
      else if (!through(at.parent.type)) reached = false;
      else reached = known.get(at.parent);
    }
    for (const step of way) known.set(step, reached);
    return reached;
  };
}

function isPart(parts: ReadonlyMap<string, readonly string[]>, place: Place): boolean {
  const fields = place.parent === undefined ? undefined : parts.get(place.parent.type);
  if (fields === undefined) return false;
  return fields.includes('*') || fields.includes(fieldOf(place) ?? (place.index === 0 ? 'first' : 'later'));
}

const operatorOf = (node: Node): string => node.childForFieldName('operator')?.type ?? '';
