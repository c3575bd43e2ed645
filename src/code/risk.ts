import { type Source, sourceOf } from './symbol/source.ts';
import { kinds } from './syntax/table.ts';
import { inside, nodesOf, part, type SyntaxNode } from './syntax/tree.ts';

/**
 * What often turns out to be a bug. `swallowed`: an error is caught and nothing is done about it, not even a comment. `unchecked`: an error
 * is given and never looked at. `postponed`: a TODO where an error is handled. `nan`: a comparison that is the same whatever the value is.
 * `assignment`: a condition that assigns. `shared-default`: a default value that all calls change. `loose-null`: `== None` where identity is
 * meant; in scripts `== null` asks for two values at once, which people mean.
 */
export type RiskKind = 'swallowed' | 'unchecked' | 'postponed' | 'nan' | 'assignment' | 'shared-default' | 'loose-null';

export interface Risk {
  readonly kind: RiskKind;
  /** From 1. */
  readonly line: number;
  /** The first line of the place. */
  readonly text: string;
}

type Look = (node: SyntaxNode, source: Source) => RiskKind | undefined;

/** Risky places in source order; none where the language is not known or a place can't be read. */
export async function risksIn(path: string, text: string): Promise<readonly Risk[]> {
  const read = await sourceOf(path, text);
  if (read.kind !== 'read') return [];
  const { source } = read;
  const look = LOOKS[source.language];
  if (look === undefined || source.errors.length > 0) return [];
  const found: Risk[] = [];
  for (const node of nodesOf(source.root)) {
    const kind = node.named ? look(node, source) : undefined;
    if (kind === undefined) continue;
    const line = text.slice(0, node.start).split('\n').length;
    found.push({ kind, line, text: (text.slice(node.start, node.end).split('\n')[0] ?? '').trim().slice(0, 120) });
  }
  return found;
}

const script: Look = (node, source) => {
  switch (node.type) {
    case 'catch_clause':
      return goesOn(node) ? undefined : ofHandler(part(node, 'body'), source);
    case 'binary_expression':
      return comparison(node, source);
    case 'if_statement':
      return inside(part(node, 'condition') ?? node)[0]?.type === 'assignment_expression' ? 'assignment' : undefined;
    case 'arrow_function':
    case 'function_expression':
      return node.parent?.type === 'arguments' && ignoresError(node, source) ? 'unchecked' : undefined;
    default:
      return undefined;
  }
};

const python: Look = (node, source) => {
  switch (node.type) {
    case 'except_clause': {
      // Who names the very error that may happen has thought of it.
      const caught = part(node, 'value');
      const all = caught === undefined || /^(?:Base)?Exception\b/.test(textOf(caught, source));
      const body = node.children.find(({ type }) => type === 'block');
      const kind = goesOn(node) ? undefined : ofHandler(body, source);
      return kind === 'swallowed' && !all ? undefined : kind;
    }
    case 'default_parameter':
    case 'typed_default_parameter':
      return SHARED.has(part(node, 'value')?.type ?? '') ? 'shared-default' : undefined;
    case 'comparison_operator': {
      const loose = node.children.some(({ type, named }) => !named && (type === '==' || type === '!='));
      return loose && node.children.some(({ type }) => type === 'none') ? 'loose-null' : undefined;
    }
    default:
      return undefined;
  }
};

const go: Look = (node, source) => {
  if (node.type === 'expression_statement') {
    const [call] = inside(node);
    const name = call?.type === 'call_expression' ? part(call, 'function') : undefined;
    return name !== undefined && FALLIBLE.has(textOf(name, source)) ? 'unchecked' : undefined;
  }
  if (node.type !== 'if_statement') return undefined;
  const condition = part(node, 'condition');
  if (condition === undefined || !/^err\w* != nil$/.test(textOf(condition, source))) return undefined;
  return part(node, 'alternative') === undefined ? ofHandler(part(node, 'consequence'), source) : undefined;
};

const java: Look = (node, source) => (node.type === 'catch_clause' ? ofHandler(part(node, 'body'), source) : undefined);

const LOOKS: Readonly<Record<string, Look>> = {
  JavaScript: script,
  TypeScript: script,
  Python: python,
  Go: go,
  Java: java,
};

const SHARED = kinds('list dictionary set');

/** Calls of Go's own library that do nothing but succeed or fail. */
const FALLIBLE = kinds(
  'json.Unmarshal os.WriteFile os.MkdirAll os.Rename os.Mkdir os.Chdir os.Symlink os.Truncate io.Copy filepath.Walk',
);

const textOf = ({ start, end }: SyntaxNode, { text }: Source): string => text.slice(start, end);

function ofHandler(body: SyntaxNode | undefined, source: Source): RiskKind | undefined {
  if (body === undefined) return undefined;
  const does = inside(body).filter(({ type }) => type !== 'pass_statement');
  const comments = [...nodesOf(body)].filter(({ type }) => type.includes('comment'));
  const words = comments.map((one) => textOf(one, source)).join('\n');
  if (/\b(?:TODO|FIXME|XXX)\b/.test(words)) return 'postponed';
  if (does.length > 0) return undefined;
  // A comment after `pass` belongs to the block in the source, not in the tree.
  const end = source.text.indexOf('\n', body.end);
  const rest = source.text.slice(body.end, end === -1 ? undefined : end);
  return comments.length > 0 || /#|\/\//.test(rest) ? undefined : 'swallowed';
}

function comparison(node: SyntaxNode, source: Source): RiskKind | undefined {
  const operator = node.children.find(({ field }) => field === 'operator')?.type ?? '';
  const sides = [part(node, 'left'), part(node, 'right')].map((one) => (one === undefined ? '' : textOf(one, source)));
  if (/^[=!]==?$/.test(operator) && sides.some((side) => side === 'NaN' || side === 'Number.NaN')) return 'nan';
  return undefined;
}

/** Whether what is tried ends the function when it goes well: then what comes after is what is done about the error. */
function goesOn({ parent }: SyntaxNode): boolean {
  const tried = parent === undefined ? undefined : part(parent, 'body');
  return tried !== undefined && [...nodesOf(tried)].some(({ type }) => type === 'return_statement');
}

/** Whether a callback has an error as the first of several parameters and never mentions it. */
function ignoresError(node: SyntaxNode, source: Source): boolean {
  const [first, second] = inside(part(node, 'parameters') ?? node);
  const [name, body] = [first === undefined ? '' : textOf(first, source), part(node, 'body')];
  if (second === undefined || body === undefined || !/^(?:err|error)(?::.*)?$/.test(name)) return false;
  const word = /^\w+/.exec(name)?.[0] ?? '';
  return ![...nodesOf(body)].some((one) => /identifier/.test(one.type) && textOf(one, source) === word);
}
