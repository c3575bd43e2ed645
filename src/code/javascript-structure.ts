import type { Node } from 'web-tree-sitter';
import { fieldOf, type Place } from './place.ts';

/**
 * Left out, whatever the value: keys; subscripts and their offsets (`a[i + 1]`); what a member, call or subscript is
 * asked of (`5..toFixed()`); operands of signs and other prefixes (`void 0`, `!0`, `- -5`); case labels; what is
 * compared for equality (`i === -1`, `n % 2 === 0`); arguments that choose a format, a base or an element
 * (`toFixed(2)`); and a number that begins a statement, where a minus could become an operator of the line before.
 * Left out if whole: operands of bit operations (`x | 0`); offsets of a length (`a.length - 1`); start and step of a
 * `for`; what counters and sums start from. A fraction in these places is more likely a parameter.
 */
export function structural(places: readonly Place[]): (number: Place, integer: boolean) => boolean {
  const counted = new Set(places.flatMap(countedBy));
  return (number, integer) => {
    const outer = unwrapped(number);
    const up = outer.parent;
    if (up === undefined || beginsStatement(number)) return true;
    if (anywhere(number, outer, up)) return true;
    return integer && (wholeOperand(outer, up.node) || inForHead(outer) || startsCount(outer, up.node, counted));
  };
}

function anywhere(number: Place, outer: Place, up: Place): boolean {
  const field = fieldOf(outer);
  switch (up.type) {
    case 'unary_expression':
    case 'update_expression':
      return true;
    case 'pair':
    case 'pair_pattern':
      return field === 'key';
    case 'field_definition':
      return field === 'property';
    case 'method_definition':
      return field === 'name';
    case 'switch_case':
      return field === 'value';
    case 'member_expression':
    case 'call_expression':
    case 'new_expression':
      // In parentheses any number may be asked for a member.
      return number === outer;
    case 'arguments':
      return choosesByNumber(outer, up);
    case 'binary_expression':
      return equality.has(operatorOf(up.node)) || isSubscript(outer);
    default:
      return isSubscript(outer) || (up.type === 'subscript_expression' && number === outer);
  }
}

const equality: ReadonlySet<string> = new Set(['==', '===', '!=', '!==']);
const bitwise: ReadonlySet<string> = new Set(['|', '&', '^', '<<', '>>', '>>>']);
const additive: ReadonlySet<string> = new Set(['+', '-']);

/** Calls of which every number chooses a format, a base or an element. */
const choosing: ReadonlySet<string> = new Set([
  ...['at', 'charAt', 'charCodeAt', 'codePointAt', 'splice', 'exit'],
  ...['toFixed', 'toPrecision', 'toString', 'padStart', 'padEnd'],
]);

/** Calls of which one argument does, by its index: in `slice(0, 10)` the 10 may well be a parameter. */
const choosingOne: ReadonlyMap<string, number> = new Map([
  ['slice', 0],
  ['subarray', 0],
  ['substring', 0],
  ['substr', 0],
  ['parseInt', 1],
  ['stringify', 2],
]);

function choosesByNumber(outer: Place, up: Place): boolean {
  const call = up.parent?.node;
  if (call?.type !== 'call_expression') return false;
  const called = call.childForFieldName('function');
  const name = (called?.childForFieldName('property') ?? called)?.text ?? '';
  const one = choosingOne.get(name);
  if (one === undefined) return choosing.has(name);
  return up.node.namedChildren.filter((child) => child.type !== 'comment')[one]?.id === outer.node.id;
}

/** Also `a[i + 1]` and `{ [2 * k]: v }`: arithmetic and choices on the way up, but not through a call. */
function isSubscript(place: Place): boolean {
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) {
    const { type } = at.parent;
    if (type === 'computed_property_name') return true;
    if (type === 'subscript_expression') return fieldOf(at) === 'index';
    if (!arithmetic.has(type)) return false;
  }
  return false;
}

const arithmetic: ReadonlySet<string> = new Set([
  'binary_expression',
  'unary_expression',
  'parenthesized_expression',
  'ternary_expression',
]);

function wholeOperand(outer: Place, up: Node): boolean {
  if (up.type !== 'binary_expression') return false;
  const operator = operatorOf(up);
  const other = up.childForFieldName(fieldOf(outer) === 'left' ? 'right' : 'left');
  const property = other?.type === 'member_expression' ? other.childForFieldName('property')?.text : undefined;
  return bitwise.has(operator) || (additive.has(operator) && (property === 'length' || property === 'size'));
}

function inForHead(place: Place): boolean {
  for (let at: Place | undefined = place; at?.parent !== undefined; at = at.parent) {
    const { type } = at.parent;
    if (type === 'for_statement') return fieldOf(at) === 'initializer' || fieldOf(at) === 'increment';
    if (!arithmetic.has(type) && !assigning.has(type)) return false;
  }
  return false;
}

const assigning: ReadonlySet<string> = new Set([
  'variable_declarator',
  'lexical_declaration',
  'variable_declaration',
  'assignment_expression',
  'augmented_assignment_expression',
  'sequence_expression',
]);

/** What `i++`, `sum += x` and the like change, as it is written. */
function countedBy({ node, type }: Place): string[] {
  if (type === 'update_expression') return [node.childForFieldName('argument')?.text ?? ''];
  if (type !== 'augmented_assignment_expression') return [];
  return ['+=', '-='].includes(operatorOf(node)) ? [node.childForFieldName('left')?.text ?? ''] : [];
}

function startsCount(outer: Place, up: Node, counted: ReadonlySet<string>): boolean {
  switch (up.type) {
    case 'variable_declarator':
      return fieldOf(outer) === 'value' && counted.has(up.childForFieldName('name')?.text ?? '');
    case 'assignment_expression':
      return fieldOf(outer) === 'right' && counted.has(up.childForFieldName('left')?.text ?? '');
    case 'field_definition':
      return counted.has(`this.${up.childForFieldName('property')?.text ?? ''}`);
    default:
      return false;
  }
}

function beginsStatement({ node, parent }: Place): boolean {
  for (let at = parent; at !== undefined && at.node.startIndex === node.startIndex; at = at.parent) {
    if (at.type === 'expression_statement') return true;
  }
  return false;
}

function unwrapped(place: Place): Place {
  let outer = place;
  while (outer.parent?.type === 'parenthesized_expression') outer = outer.parent;
  return outer;
}

const operatorOf = (node: Node): string => node.childForFieldName('operator')?.type ?? '';
